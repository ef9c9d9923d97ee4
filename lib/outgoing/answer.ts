import type { IncomingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty where it redirects. */
  body: Buffer;
}

export const isRedirect = ({ status, headers }: Pick<Answer, "status" | "headers">) =>
  [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
