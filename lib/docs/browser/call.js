/* One call to this service, and how its answer is shown. */
import { known, learn, learnIds, serviceUrl } from "./known.js";

/**
 * Sends a call. The address is always this service's: `path` begins with a slash, and what it adds up to is checked. `auth` adds the token.
 * A redirect is not followed: it could lead elsewhere. `isQuiet`: this page asks for itself, and learns no ids of the answer.
 */
export async function send({ method, path, headers = {}, body, auth = true, token = known.token, isQuiet }) {
  const url = new URL(serviceUrl + path);
  if (url.origin !== location.origin) throw new Error("This page calls its own service only.");
  const begun = performance.now();
  const answer = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(auth && token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    redirect: "manual",
    // an access token stands for itself; a session belongs only to calls that need one
    credentials: auth ? "omit" : "same-origin",
    referrerPolicy: "no-referrer",
  });
  const text = await answer.text();
  const value = parsed(text);
  if (answer.ok && value && !isQuiet) learnIds(value, path);
  if (answer.ok && method !== "GET" && !/\/record/.test(path)) learn({ isStale: true });
  return { answer, text, value, milliseconds: performance.now() - begun };
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Shows an answer in its box: status, time, request id, body. */
export function show(box, { answer, text, value, milliseconds }) {
  const { status } = answer;
  const isRedirect = answer.type === "opaqueredirect";
  const requestId = answer.headers.get("x-request-id");
  const line = document.createElement("p");
  line.className = "status-line";
  const told = document.createElement("b");
  told.textContent = isRedirect
    ? "A redirect, which this page does not follow"
    : `${status} ${reasons[status] ?? ""}`;
  line.append(told, ` ${Math.round(milliseconds)} ms`, requestId ? ` request ${requestId}` : "");
  const body = document.createElement("pre");
  body.tabIndex = 0;
  body.setAttribute("aria-label", "Body of the answer");
  body.setAttribute("role", "group");
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  body.textContent = shown.length > longest ? `${shown.slice(0, longest)}\n… (cut here)` : shown;
  box.replaceChildren(line, ...(shown ? [body] : []));
  box.classList.toggle("wrong", !answer.ok && !isRedirect);
  box.hidden = false;
}

/** Shows that no answer came. */
export function showFailure(box, error) {
  const line = document.createElement("p");
  line.className = "status-line";
  const told = document.createElement("b");
  told.textContent = `No answer: ${error.message}. Is the server running?`;
  line.append(told);
  box.replaceChildren(line);
  box.classList.add("wrong");
  box.hidden = false;
}

const longest = 200_000;
const reasons = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No content",
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  409: "Conflict",
  412: "Precondition failed",
  413: "Too large",
  415: "Unsupported media type",
  422: "Unprocessable",
  429: "Too many requests",
  500: "Internal server error",
  503: "Unavailable",
};
