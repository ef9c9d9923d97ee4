/* An error as a person reads it, with what to do next. Who is not signed in is asked to, and comes back. */
import type { Event } from "#lib/http/call";
import { pageResult } from "#lib/http/respond";
import type { AppError } from "#lib/schemas/basics/error";
import { type Html, html } from "./html.ts";
import { layout } from "./layout.ts";
import { signInPath } from "./next.ts";

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
<p class="note">Request ${requestId}</p>`;
  const answer = pageResult(layout({ title, body, status }), requestId);
  return { ...answer, headers: { ...headers, ...answer.headers } };
};

const unknown = { title: "This did not work", next: html`Go back and try it once more.` };
const words: Record<number, { title: string; next: Html }> = {
  400: { title: "Something is not right", next: html`Go back, and look at what you sent.` },
  403: {
    title: "This is not allowed",
    next: html`If you came here from another site, open the page here and do it again.`,
  },
  404: {
    title: "There is nothing here",
    next: html`It may have been deleted, or the address is not complete.`,
  },
  409: {
    title: "Somebody was quicker",
    next: html`Go back, load the page again, and look at what is there now.`,
  },
  429: { title: "Too many tries", next: html`Wait a little, then try it again.` },
  500: {
    title: "Something went wrong on our side",
    next: html`Try it again; if it stays, tell us the request.`,
  },
  503: { title: "We cannot answer right now", next: html`Try it again in a minute.` },
};
