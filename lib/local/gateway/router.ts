/*
 * Finds the route of a request as API Gateway does: a full match wins over a greedy one, a greedy one over $default;
 * a literal segment wins over a parameter. A trailing slash is part of the path.
 */
import { decodePath } from "./event.ts";

export interface Route<Handler> {
  /** A verb, or ANY. */
  method: string;
  /** `/table/{tableId}/view/{viewId}`, or greedy at its end: `/base/{proxy+}`. */
  path: string;
  handler: Handler;
}

export interface Match<Handler> {
  routeKey: string;
  handler: Handler;
  pathParameters: Record<string, string>;
}

/** `match(method, rawPath)` takes the encoded path: `%2F` inside a segment does not end the segment. */
export function router<Handler>(routes: readonly Route<Handler>[], defaultHandler: Handler) {
  const compiled = routes
    .map((route) => ({ ...route, pattern: patternOf(route.path), rank: rankOf(route) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));

  return function match(method: string, rawPath: string): Match<Handler> {
    for (const { method: verb, path, pattern, handler } of compiled) {
      if (verb !== method && verb !== "ANY") continue;
      const found = pattern.exec(rawPath);
      if (!found) continue;
      const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => name);
      const values = names.map((name, i) => [name, decodePath(found[i + 1] ?? "")]);
      return { routeKey: `${verb} ${path}`, handler, pathParameters: Object.fromEntries(values) };
    }
    return { routeKey: "$default", handler: defaultHandler, pathParameters: {} };
  };
}

function patternOf(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (/^\{\w+\}$/.test(segment)) return "([^/]+)";
    if (/^\{\w+\+\}$/.test(segment)) return "(.+)";
    return segment.replace(/[^\w-]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`, "s");
}

/** Sorts specific routes first, segment by segment: literal 0, parameter 1; greedy paths and ANY come last. */
function rankOf({ method, path }: { method: string; path: string }): string {
  const isGreedy = path.endsWith("+}");
  const segments = path.split("/").map((segment) => (segment.startsWith("{") ? "1" : "0"));
  return `${isGreedy ? 1 : 0}${segments.join("")}${method === "ANY" ? 1 : 0}`;
}
