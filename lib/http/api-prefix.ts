/*
 * Clients may put `/api` before every path. API Gateway serves such calls by a second stage named `api`, whose events have the stage in
 * their path; the local gateway gets the path as it was sent. Both cut it here, before anything looks at the path. There is no redirect,
 * because a browser refuses a redirect of a preflight request. Links and the OpenAPI document have the plain paths.
 */
import type { Event } from "./call.ts";

/** The first segment of a path that is cut, and the name of the stage on AWS. */
export const apiPrefix = "api";

const prefixed = new RegExp(`^(https?://[^/?]*)?/${apiPrefix}(?=[/?]|$)`);

/** A path or a request target without its first segment, if that is `api`. */
export function cutPrefix(target: string): string {
  const cut = target.replace(prefixed, "$1");
  return cut === target || cut.startsWith("/") || cut.startsWith("http") ? cut : `/${cut}`;
}

/** Cuts the prefix from the path of an event. */
export function cutPrefixOf(event: Event): void {
  event.rawPath = cutPrefix(event.rawPath);
  event.requestContext.http.path = cutPrefix(event.requestContext.http.path);
}
