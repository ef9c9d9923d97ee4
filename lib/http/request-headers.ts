/*
 * Two headers of requests:
 *
 *   X-Window-Id             names the window or program that sends it; what was done from a window can be undone from there
 *   Prefer (RFC 7240)       `return=minimal` asks for an answer without the cells of the records that a call wrote
 */
import type { Caller } from "#lib/data/identity/caller";
import type { Issue } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Event } from "./call.ts";
import type { Definition } from "./definition.ts";

const header = "x-window-id";

/** The window that sent the request, if it names one. */
export const windowOf = ({ headers }: Event): string | undefined => headers[header] || undefined;

/** What is wrong with the header X-Window-Id. */
export function windowIssues(event: Event): Issue[] {
  const length = windowOf(event)?.length ?? 0;
  if (length <= limits.windowIdLength) return [];
  return [{ path: `headers.${header}`, message: `must have at most ${limits.windowIdLength} characters` }];
}

/** What the answer shows, if the endpoint knows the preference and the request has it. If it has several, the first counts. */
export function minimalAnswer({ headers }: Event, { minimal }: Definition): Caller["minimal"] {
  const preferences = (headers["prefer"] ?? "").split(/[,;]/).map((each) => each.replace(/[\s"]/g, ""));
  const wanted = preferences.find((each) => /^return=/i.test(each))?.toLowerCase();
  return minimal && wanted === "return=minimal" ? { projection: [] } : undefined;
}
