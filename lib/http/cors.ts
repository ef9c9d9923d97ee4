/* What pages of other origins may send and see (CORS). API Gateway and the local gateway answer with it. */
import { secondsPerHour } from "#lib/schemas/basics/time-units";

/** For the origins that the settings allow. */
export const cors = {
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  /** Request headers. No cookies: a session is for pages of this service only. The last two are sent by clients and ignored. */
  headers: [
    ...["authorization", "content-type", "content-encoding", "idempotency-key"],
    ...["mcp-protocol-version", "mcp-method", "mcp-name"],
    ...["if-match", "if-none-match", "prefer", "x-window-id", "tea-share-id"],
  ],
  /** Response headers that scripts may read. */
  exposed: [
    ...["x-request-id", "etag", "retry-after", "location", "x-next-cursor"],
    // at which server a client of a language model gets its token
    "www-authenticate",
    ...["ratelimit", "ratelimit-policy", "content-range", "preference-applied", "x-gridless-plan"],
  ],
  /** Seconds that a browser may cache this. */
  maxAge: secondsPerHour,
} as const;

/** The origins in a setting, which separates them by commas or spaces. */
export const originsIn = (list: string): string[] => [...new Set(list.split(/[\s,]+/).filter(Boolean))];

/** What is wrong with such a setting; undefined if browsers can send each of its origins. */
export function originsProblem(list: string): string | undefined {
  const wrong = originsIn(list).find((each) => !isAll.test(each) && !isOrigin(each));
  return wrong === undefined
    ? undefined
    : `must be origins as browsers send them, for example https://app.example.org (lower case, no path, no slash at the end, no usual port), or *; not ${JSON.stringify(wrong)}`;
}

/** Whether pages of an origin may call: it is in the list, or the list has all origins, or all of its protocol (`https://*`). */
export const allowsOrigin = (allowed: string[], origin: string): boolean =>
  ["*", origin, origin.replace(/\/\/.*/, "//*")].some((each) => allowed.includes(each));

const isAll = /^(https?:\/\/)?\*$/;
const isOrigin = (text: string) => /^https?:\/\/[^*]+$/.test(text) && URL.parse(text)?.origin === text;
