/*
 * What this page knows of the service: its address, the token, and ids that answers gave. The token is kept in sessionStorage, which belongs to
 * this tab and origin and ends with the tab; nothing else stores it, and it is sent to this address only.
 */
const kept = "gridless-token";
const listeners = new Set();

/** The address of the service, without a slash at its end; the page may be below the path of a stage. */
export const serviceUrl = new URL(".", location.href).href.replace(/\/$/, "");

/** @type {Record<string, string>} Names as in paths: token, baseId, tableId … */
export const known = { token: read() };

/** Adds what is new, and tells everybody who listens. */
export function learn(news) {
  Object.assign(known, news);
  if ("token" in news) keep(known.token);
  for (const listen of listeners) listen(known);
}

/** Calls the listener at each change. */
export const onKnown = (listen) => listeners.add(listen);

/** Ids in an answer by which later calls can be filled in. */
export function learnIds(answer, path) {
  const news = {};
  const visit = (value) => {
    if (typeof value?.id !== "string") return;
    for (const [name, start] of Object.entries(starts)) if (value.id.startsWith(start)) news[name] = value.id;
  };
  visit(answer);
  for (const list of Object.values(answer ?? {})) if (Array.isArray(list)) visit(list[0]);
  // a list of bases or spaces is no choice of one
  if (/^\/(base|space)(\/access)?/.test(path) && Array.isArray(answer)) return;
  learn(news);
}
const starts = {
  tableId: "tbl",
  recordId: "rec",
  viewId: "viw",
  fieldId: "fld",
  webhookId: "whk",
  commentId: "com",
};

function read() {
  try {
    return sessionStorage.getItem(kept) ?? "";
  } catch {
    return "";
  }
}

function keep(token) {
  try {
    if (token) sessionStorage.setItem(kept, token);
    else sessionStorage.removeItem(kept);
  } catch {
    // a browser that keeps nothing: the token lasts until the page is left
  }
}
