/* An error as a person reads it. Who is not signed in is asked to, and comes back. */
import type { Failure } from "#lib/http/definition";
import { pageResult } from "#lib/http/respond";
import { html } from "./html.ts";
import { layout } from "./layout.ts";
import { signInPath } from "./next.ts";

export const errorPage: Failure = ({ status, code, message, headers }, event) => {
  const { requestId, http } = event.requestContext;
  if (code === "unauthorized") {
    const back =
      http.method === "GET"
        ? `${event.rawPath}${event.rawQueryString && `?${event.rawQueryString}`}`
        : "/account";
    return pageResult({ location: signInPath(back) }, requestId);
  }
  const body = html`<p role="alert">${message}</p><p class="note">Request ${requestId}</p>`;
  const answer = pageResult(
    layout({ title: titles[status] ?? "This did not work", body, status }),
    requestId,
  );
  return { ...answer, headers: { ...headers, ...answer.headers } };
};

const titles: Record<number, string> = {
  400: "Something is not right",
  403: "This is not allowed",
  404: "There is nothing here",
  429: "Too many tries",
  500: "Something went wrong on our side",
  503: "We cannot answer right now",
};
