/*
 * What stands in the braces of the path. What a greedy route catches beyond its endpoint's path is answered as `$default`
 * does, before anything is asked of the caller.
 */
import type { MiddlewareObj } from "@middy/core";
import type { Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { decodeFully, namesIn, unknownRoute, withoutSlash } from "./unknown-route.ts";

export function findNames({ path, alsoAt }: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function readPath({ event }) {
      const greedy = alsoAt !== undefined && event.routeKey.endsWith(alsoAt);
      const names = greedy ? namesIn(path, withoutSlash(event.rawPath)) : (event.pathParameters ?? {});
      if (!names) throw await unknownRoute(event);
      const values = Object.entries(names).map(([name, value = ""]) => [name, decodeFully(value)]);
      event.call.names = Object.fromEntries(values);
    },
  };
}
