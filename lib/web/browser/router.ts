/* Which page the address names, and going to another one without loading the app again. */
import { signal } from "@preact/signals";

export type AppPage =
  | { page: "home" }
  | { page: "base"; baseId: string }
  | { page: "table"; baseId: string; tableId: string; viewId: string | undefined };

const pattern = /^\/app(?:\/(bse[0-9A-Za-z]{16})(?:\/(tbl[0-9A-Za-z]{16})(?:\/(viw[0-9A-Za-z]{16}))?)?)?\/?$/;

/** The page of an address. The server answers no other address of the app, so anything else is the first page. */
export function pageAt(path: string): AppPage {
  const [, baseId, tableId, viewId] = pattern.exec(path) ?? [];
  if (baseId === undefined) return { page: "home" };
  return tableId === undefined ? { page: "base", baseId } : { page: "table", baseId, tableId, viewId };
}

/** The page that is shown. */
export const place = signal<AppPage>(pageAt(location.pathname));

const recordIn = (query: string): string | undefined =>
  /^(?:rec|new)[0-9A-Za-z]{16}$/.exec(new URLSearchParams(query).get("record") ?? "")?.[0];

/** The record that is open over the page: `?record=rec…`, or `new…` for one that is not stored yet. */
export const openedRecord = signal(recordIn(location.search));

function readAddress(): void {
  place.value = pageAt(location.pathname);
  openedRecord.value = recordIn(location.search);
}

/** Opens an address of the app. */
export function openAddress(path: string): void {
  history.pushState(null, "", path);
  readAddress();
  scrollTo(0, 0);
}

/** Opens a record of the table that is shown. The way back of the browser closes it. */
export function openRecord(recordId: string): void {
  // from one record to the next the way back stays the same
  if (openedRecord.value === undefined) history.pushState({ isOverPage: true }, "", `?record=${recordId}`);
  else history.replaceState(history.state, "", `?record=${recordId}`);
  readAddress();
}

/** Closes the record that is open. */
export function closeRecord(): void {
  if (history.state?.isOverPage) {
    history.back();
    return;
  }
  history.replaceState(null, "", location.pathname);
  readAddress();
}

/** From now on links within the app, and the buttons of the browser, change the page without loading the app again. */
export function followAddresses(): void {
  addEventListener("popstate", readAddress);
  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || !pattern.test(link.pathname) || link.target) return;
    event.preventDefault();
    openAddress(link.pathname + link.search);
  });
}
