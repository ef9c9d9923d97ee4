/* What pages of other origins may send and see (CORS). API Gateway and the local gateway answer with it. */
import { secondsPerHour } from "#lib/schemas/basics/time-units";

/** For the origins that the settings allow. */
export const cors = {
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  /** Request headers. No cookies: a session is for pages of this service only. The last two are sent by clients and ignored. */
  headers: ["authorization", "content-type", "idempotency-key", "if-match", "x-window-id", "tea-share-id"],
  /** Response headers that scripts may read. */
  exposed: ["x-request-id", "etag", "retry-after", "location", "x-next-cursor"],
  /** Seconds that a browser may cache this. */
  maxAge: secondsPerHour,
} as const;
