/*
 * What this page knows of the service: its address, the token, ids that answers gave, and the reader's table. The token and the chosen base
 * and table are kept in sessionStorage, which belongs to this tab and origin and ends with the tab; nothing else stores the token, and it is
 * sent to this address only.
 */
const kept = { token: "gridless-token", baseId: "gridless-base", tableId: "gridless-table" };
const listeners = new Set();

/** The address of the service, without a slash at its end; the page may be below the path of a stage. */
export const serviceUrl = new URL(".", location.href).href.replace(/\/$/, "");

/**
 * Names as in paths: token, baseId, tableId …; `my` is the reader's table (my-table.js), `writesToken` whether samples have the token,
 * `isStale` that a call may have changed tables, fields or views.
 * @type {Record<string, any>}
 */
export const known = Object.fromEntries(Object.entries(kept).map(([name, key]) => [name, read(key)]));

/** Adds what is new, and tells everybody who listens. */
export function learn(news) {
  Object.assign(known, news);
  for (const [name, key] of Object.entries(kept)) if (name in news) keep(key, known[name]);
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

function read(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keep(key, value) {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing: it lasts until the page is left
  }
}
