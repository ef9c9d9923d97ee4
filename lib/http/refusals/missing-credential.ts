/*
 * Errors for a call that names no credential, or only one that does not count for it. It imports next to nothing, because
 * each function loads the names that it would have to export for it.
 */
import { AppError, unauthorized } from "#lib/schemas/basics/error";
import type { Event } from "../call.ts";

const aToken = "a token: Authorization: Bearer <token>";

interface Sent {
  /** Whether it has the cookie of a session. */
  hasSession: boolean;
  /** Whether the session of a page is enough for this call. */
  isForPages: boolean;
}

/** The 401 for a call that has no token, and no session that opens it. */
export function missingToken(
  { headers }: Pick<Event, "headers">,
  { hasSession, isForPages }: Sent,
): AppError {
  if (!hasSession) return unauthorized(`Send ${aToken}`, "Bearer");
  if (!isForPages) return unauthorized(`A session cannot call this; send ${aToken}`, "Bearer");
  const { "x-window-id": window, "sec-fetch-site": site } = headers;
  const message = window
    ? `A session counts only in calls from pages of this service, and Sec-Fetch-Site is ${JSON.stringify(site)}; send ${aToken}`
    : `A session counts only with the header X-Window-Id, any text that names your window: send for example X-Window-Id: window-1, or ${aToken}`;
  return unauthorized(message, "Bearer");
}

/** The error of a call without the session that it needs: 401, or 403 if it has a `token`. `anyToken`: whether a token is enough. */
export function missingSession(anyToken?: true, token?: string): AppError {
  if (anyToken) return unauthorized(`Sign in, or send ${aToken}`, "Bearer");
  return token
    ? new AppError("restricted_resource", "Access tokens cannot call this; sign in with a browser")
    : unauthorized("Sign in with a browser first", "Cookie");
}
