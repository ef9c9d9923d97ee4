/* The cookie that says who is signed in, and whether a request that carries it comes from a page of ours. */
import { sessionSeconds } from "#lib/data/identity/sessions";
import { AppError } from "#lib/schemas/basics/error";
import type { Call, Event } from "./call.ts";

const name = "auth_session";
const shareName = "share_session";

/** What the cookie holds. API Gateway takes cookies out of the headers, its emulator leaves them there. */
export const sessionCookie = (event: Event) => cookieNamed(name, event);
/** Of who gave the password of a share. */
export const shareCookie = (event: Event) => cookieNamed(shareName, event);

function cookieNamed(name: string, { cookies, headers }: Event): string | undefined {
  const all = cookies ?? headers["cookie"]?.split(";") ?? [];
  const found = all.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}

/** A line of Set-Cookie that signs in. Not for scripts, and not sent along with what other sites ask for in his name. */
export const signInCookie = (value: string, event: Pick<Event, "headers">) =>
  line(value, sessionSeconds, event);
/** A line of Set-Cookie that signs out. */
export const signOutCookie = (event: Pick<Event, "headers">) => line("", 0, event);

/** A line of Set-Cookie that lets in below the address of one share, and is sent nowhere else. */
export const shareCookieLine = (
  value: string,
  maxAge: number,
  event: Pick<Event, "headers"> & { call: Call },
) => cookie(`${shareName}=${value}; Path=/share/${event.call.names["shareId"]}`, maxAge, event);

const line = (value: string, maxAge: number, event: Pick<Event, "headers">) =>
  cookie(`${name}=${value}; Path=/`, maxAge, event);

const cookie = (start: string, maxAge: number, event: Pick<Event, "headers">) =>
  `${start}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(event) ? "; Secure" : ""}`;

const isSecure = ({ headers }: Pick<Event, "headers">) =>
  (process.env["GRIDLESS_ORIGIN"] ?? "").startsWith("https:") || headers["x-forwarded-proto"] === "https";

/**
 * Browsers say on their own account which page a change comes from, and no page can say it otherwise: who comes from
 * another one, or does not say, is refused. Where we have https a page of ours that came by http is anybody's on the way.
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
