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

/** Opens an address of the app. */
export function openAddress(path: string): void {
  history.pushState(null, "", path);
  place.value = pageAt(path);
  scrollTo(0, 0);
}

/** From now on links within the app, and the buttons of the browser, change the page without loading the app again. */
export function followAddresses(): void {
  addEventListener("popstate", () => {
    place.value = pageAt(location.pathname);
  });
  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || !pattern.test(link.pathname) || link.target) return;
    event.preventDefault();
    openAddress(link.pathname);
  });
}
