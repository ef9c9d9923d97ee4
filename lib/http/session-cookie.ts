/* The cookies of sessions and shares, and the check that a request with a session comes from a page of this service. */
import { sessionSeconds } from "#lib/data/identity/sessions";
import { AppError } from "#lib/schemas/basics/error";
import { apiPrefix } from "./api-prefix.ts";
import type { Call, Event } from "./call.ts";
import type { Definition } from "./definition.ts";
import { windowOf } from "./request-headers.ts";

const name = "auth_session";
const shareName = "share_session";

/** The names of the cookies by which an endpoint knows its caller. */
export const cookiesOf = ({ session, optionalSession, share }: Definition): string[] => [
  ...(session || optionalSession ? [name] : []),
  ...(share ? [shareName] : []),
];

/** The value of the session cookie, or `undefined`. */
export const sessionCookie = (event: Event) => cookieNamed(name, event);
/**
 * The value of the session cookie of a request that a script of a page of this service sent: with the header X-Window-Id, which no form, picture or
 * address can add, and from this origin, as far as the browser says; otherwise `undefined`.
 */
export const pageSession = (event: Event): string | undefined =>
  windowOf(event) && (event.headers["sec-fetch-site"] ?? ours) === ours ? sessionCookie(event) : undefined;
const ours = "same-origin";

/** Whether the answer is shown in a frame of another page, as the browser says. Pages that may be framed know no session there. */
export const isFramed = ({ headers }: Pick<Event, "headers">): boolean =>
  /^(?:i?frame|object|embed)$/.test(headers["sec-fetch-dest"] ?? "");

/** The value of the cookie that the password of a share gave, or `undefined`. */
export const shareCookie = (event: Event) => cookieNamed(shareName, event);

/** API Gateway moves cookies out of the headers; its emulator leaves them there. */
export function cookieNamed(name: string, { cookies, headers }: Event): string | undefined {
  const all = cookies ?? headers["cookie"]?.split(";") ?? [];
  const found = all.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}

/** The value of Set-Cookie that signs in. Scripts cannot read it, and requests from other sites do not send it (SameSite=Lax). */
export const signInCookie = (value: string, event: Pick<Event, "headers">) =>
  line(value, sessionSeconds, event);
/** The value of Set-Cookie that signs out. */
export const signOutCookie = (event: Pick<Event, "headers">) => line("", 0, event);

/**
 * The values of Set-Cookie that enter a share, sent only below its address; one for clients that put `/api` before it. `maxAge` is in
 * seconds.
 */
export const shareCookieLines = (
  value: string,
  maxAge: number,
  event: Pick<Event, "headers"> & { call: Call },
): string[] =>
  ["", `/${apiPrefix}`].map((prefix) =>
    cookie(`${shareName}=${value}; Path=${prefix}/share/${event.call.names["shareId"]}`, maxAge, event),
  );

const line = (value: string, maxAge: number, event: Pick<Event, "headers">) =>
  cookie(`${name}=${value}; Path=/`, maxAge, event);

/** The value of Set-Cookie for a cookie that scripts cannot read; `start` is `<name>=<value>; Path=<path>`. */
export const cookie = (start: string, maxAge: number, event: Pick<Event, "headers">) =>
  `${start}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(event) ? "; Secure" : ""}`;

const isSecure = ({ headers }: Pick<Event, "headers">) =>
  (process.env["GRIDLESS_ORIGIN"] ?? "").startsWith("https:") || headers["x-forwarded-proto"] === "https";

/**
 * Throws 403 if a request that may change something comes from another origin, or does not name one. Browsers set the header
 * Origin, and pages cannot forge it. If the service has https, its address with http counts as another origin: such a page can be
 * altered on its way.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function refuseOtherOrigins({ headers, requestContext }: Event): void {
  if (requestContext.http.method === "GET") return;
  const { origin, host } = headers;
  const from = origin === undefined ? null : URL.parse(origin);
  if (from && from.host === host && (from.protocol === "https:" || !isSecure({ headers }))) return;
  throw new AppError(
    "restricted_resource",
    `This is for pages of this service only: the header Origin must be its own address, is ${origin ? "another" : "missing"}`,
  );
}
