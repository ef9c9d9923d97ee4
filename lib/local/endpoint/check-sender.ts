/*
 * Accepts only requests that name this machine in `Host` and come from no web page. A page of another origin would be refused for its
 * signature too. A page whose own name was pointed at this machine (DNS rebinding) is recognized by its `Host`.
 */
import type { IncomingHttpHeaders } from "node:http";

export interface Turned {
  status: number;
  message: string;
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** The refusal of this request; undefined if it is accepted. */
export function turnAway(headers: IncomingHttpHeaders): Turned | undefined {
  if (!loopbackHost.test(headers.host ?? ""))
    return {
      status: 421,
      message: "This endpoint answers only at addresses of its own machine: 127.0.0.1 or localhost",
    };
  // no page is served here, so every origin is foreign
  if (headers.origin !== undefined)
    return { status: 403, message: "This endpoint answers no web page, of any origin" };
  return undefined;
}
