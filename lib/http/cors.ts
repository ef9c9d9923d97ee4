/* What pages of other origins may send and see, where they may call at all: API Gateway says so, and the local gateway. */
import { secondsPerHour } from "#lib/schemas/basics/time-units";

export const cors = {
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  /** Of a request. Cookies are not among them: a session serves our own pages only. */
  headers: ["authorization", "content-type", "idempotency-key", "if-match"],
  /** Of an answer. */
  exposed: ["x-request-id", "etag", "retry-after", "location"],
  /** Seconds that a browser keeps it. */
  maxAge: secondsPerHour,
} as const;
