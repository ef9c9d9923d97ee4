/*
 * An error as a page, with what to do next. A visitor who is not signed in is redirected to the sign-in page, which leads back to
 * the requested page.
 */
import type { Event } from "#lib/http/call";
import { pageResult } from "#lib/http/encodings/other-answers";
import type { AppError } from "#lib/schemas/basics/error";
import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { signInPath } from "./next.ts";

/** The result of a page that failed with an AppError. */
export const errorPage = ({ status, code, message, headers }: AppError, event: Event) => {
  const { requestId, http } = event.requestContext;
  if (code === "unauthorized") {
    const back =
      http.method === "GET"
        ? `${event.rawPath}${event.rawQueryString && `?${event.rawQueryString}`}`
        : "/account";
    return pageResult({ location: signInPath(back) }, requestId);
  }
  const { title, next } = words[status] ?? unknown;
  const body = html`<p role="alert">${message}</p>
<p>${next}</p>
<ul class="links"><li><a href="/account">Your account</a></li><li><a href="/">Start page</a></li></ul>
<p class="note">Request ID: ${requestId}</p>`;
  const answer = pageResult(layout({ title, body, status }), requestId);
  return { ...answer, headers: { ...headers, ...answer.headers } };
};

const unknown = { title: "The request failed", next: html`Go back and try again.` };
const words: Record<number, { title: string; next: Html }> = {
  400: { title: "Invalid request", next: html`Go back and check what you sent.` },
  403: {
    title: "This is not allowed",
    next: html`If another site sent you here, open the page on this site and try again.`,
  },
  404: {
    title: "Not found",
    next: html`It may have been deleted, or the address is incomplete.`,
  },
  409: {
    title: "Conflict with another change",
    next: html`Go back, reload the page, and check the current state.`,
  },
  429: { title: "Too many attempts", next: html`Wait a moment, then try again.` },
  500: {
    title: "Something went wrong on our side",
    next: html`Try again. If the error remains, send us the request ID.`,
  },
  503: { title: "Temporarily unavailable", next: html`Try again in a minute.` },
};
