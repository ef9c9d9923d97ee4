import type { IncomingHttpHeaders } from "node:http";

/** A response. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty for a redirect. */
  body: Buffer;
}

/** Whether the status is a redirect and there is a Location. */
export const isRedirect = ({ status, headers }: Pick<Answer, "status" | "headers">) =>
  [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
