/* The header X-Window-Id names the window or program that sends a request. What was done from a window can be undone from there. */
import type { Issue } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Event } from "./call.ts";

const header = "x-window-id";

/** The window that sent the request, if it names one. */
export const windowOf = ({ headers }: Event): string | undefined => headers[header] || undefined;

/** What is wrong with the header X-Window-Id. */
export function windowIssues(event: Event): Issue[] {
  const length = windowOf(event)?.length ?? 0;
  if (length <= limits.windowIdLength) return [];
  return [{ path: `headers.${header}`, message: `must have at most ${limits.windowIdLength} characters` }];
}
