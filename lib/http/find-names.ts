/*
 * The values in the braces of the path. Other paths that a greedy route catches, and other methods that the route of a GET catches, are
 * answered as `$default` does, before the caller is authenticated.
 */
import type { MiddlewareObj } from "@middy/core";
import type { Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { decodeFully, isGreedy, namesIn, withoutSlash } from "./route-names.ts";

/** Sets `call.names`. Throws 404, 405 or 308 for a path that is not the endpoint's. */
export function findNames({ method, path, alsoAt }: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function readPath({ event }) {
      const greedy = alsoAt !== undefined && isGreedy(alsoAt) && event.routeKey.endsWith(alsoAt);
      const names = greedy ? namesIn(path, withoutSlash(event.rawPath)) : (event.pathParameters ?? {});
      const isOther = method === "GET" && event.requestContext.http.method !== "GET";
      if (!names || isOther) throw await (await import("./refusals/unknown-route.ts")).unknownRoute(event);
      const values = Object.entries(names).map(([name, value = ""]) => [name, decodeFully(value)]);
      event.call.names = Object.fromEntries(values);
    },
  };
}
