/*
 * Pages that watch a base with @gridless/client, against a server of its own. They are of another origin, which the server allows. A page says
 * what it was told; `window.shown` is whether it is shown: a browser that is driven hides no page.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page, Request } from "playwright-core";
import { afterAll } from "vitest";
import { type ClientWorld, clientWorld } from "#test/client/support/client-world";
import { desk, useBrowser, visit } from "./browser.ts";
import { type ClientPages, serveClientPages } from "./client-pages.ts";

const page = `<!doctype html><link rel=icon href=data:,><h1>Watching</h1><script type=module>
import { gridless } from "/client.js";
globalThis.watch = ({ url, token, baseId, ...options }) => {
  const told = [], states = [], errors = [];
  let resets = 0, cursor;
  globalThis.given = token;
  const client = gridless({ url, token: options.renews ? () => globalThis.given : token });
  const watching = client.base(baseId).watch({
    ...options,
    onReset: () => void resets++,
    onChanges: async (changes) => { await globalThis.held; told.push(...changes); },
    onCursor: (to) => { cursor = to; },
    onState: (state) => states.push(state),
  });
  watching.done.catch((error) => errors.push(String(error)));
  globalThis.said = () => ({ told, states, errors, resets, cursor, state: watching.state });
  globalThis.end = () => { watching.close(); return watching.done; };
};
</script>`;

/** Whether the page is shown can be set; the timers of a page that is hidden take a minute, as browsers hold them back. */
const driven = `(() => {
  let shown = true;
  const later = setTimeout;
  globalThis.setTimeout = (run, wait = 0, ...given) => later(run, shown ? wait : Math.max(wait, 60_000), ...given);
  Object.defineProperty(document, "visibilityState", { get: () => (shown ? "visible" : "hidden") });
  globalThis.show = (isShown) => { shown = isShown; document.dispatchEvent(new Event("visibilitychange")); };
})()`;

interface Told {
  type: string;
  tableId?: string;
  recordId?: string;
  record?: object;
}

export interface Said {
  told: Told[];
  states: string[];
  errors: string[];
  resets: number;
  cursor?: string;
  state: string;
}

export interface WatchingOptions {
  tables?: string[];
  records?: "ids" | "cells";
  since?: string;
  token?: string;
  /** The token is a function: it gives `window.given`. */
  renews?: boolean;
}

/** A page that watches. */
export interface WatchingTab {
  page: Page;
  said(): Promise<Said>;
  /** The ids of records that it was told of. */
  ids(): Promise<string[]>;
  /** Waits until it has been told of these records. */
  hears(...ids: string[]): Promise<void>;
  is(state: string): Promise<void>;
  show(isShown: boolean): Promise<void>;
  /** Its sockets that are open now, and all that it ever opened. */
  sockets: { open: number; opened: number };
  /** Its requests for changes and tickets. */
  asked: string[];
  /** Waits until all that it asked is answered, by requests and by sockets. */
  isAnswered(): Promise<void>;
}

/** The server, and what opens pages, for one test file. */
export function watchingWorld() {
  let web: ClientPages;
  let world: ClientWorld;
  useBrowser({
    async start() {
      web = await serveClientPages(page);
      world = await clientWorld({ GRIDLESS_CORS_ORIGINS: web.origin });
      return { url: world.url, close: world.end };
    },
  });
  afterAll(() => web?.close());

  return {
    makeTable: async (): Promise<string> => (await world.makeTable()).id,
    makeToken: (...scopes: string[]) => world.makeToken(scopes),
    /** Creates a record; gives its id. */
    create: async (table: string): Promise<string> => (await world.base.table(table).create({ Age: 1 })).id,
    remove: (table: string, id: string) => world.base.table(table).delete(id),
    /** A new browser, in which pages share what pages of one origin share. */
    async openBrowser(): Promise<BrowserContext> {
      const { context, page: first } = await visit(desk, [web.origin]);
      await context.addInitScript(driven);
      await first.close();
      return context;
    },
    /** A new tab that watches. */
    async openTab(
      context: BrowserContext,
      { token = world.token, ...options }: WatchingOptions = {},
      prepare: (page: Page) => Promise<unknown> = async () => undefined,
    ): Promise<WatchingTab> {
      const opened = await context.newPage();
      const sockets = { open: 0, opened: 0 };
      const asked: string[] = [];
      const unanswered = new Set<object>();
      opened.on("websocket", (socket) => {
        sockets.open++;
        sockets.opened++;
        socket.on("framesent", () => unanswered.add(socket));
        socket.on("framereceived", () => unanswered.delete(socket));
        socket.on("close", () => {
          sockets.open--;
          unanswered.delete(socket);
        });
      });
      opened.on("request", (request) => unanswered.add(request));
      opened.on("requestfinished", (request) => unanswered.delete(request));
      opened.on("requestfailed", (request) => unanswered.delete(request));
      const isAsked = (request: Request) => /\/changes|\/socket\/ticket/.test(request.url());
      opened.on("request", (request) => isAsked(request) && asked.push(new URL(request.url()).pathname));
      await prepare(opened);
      await opened.goto(web.origin);
      await opened.waitForFunction("globalThis.watch");
      const { url, baseId } = world;
      await opened.evaluate(`watch(${JSON.stringify({ url, token, baseId, ...options })})`);
      const said = () => opened.evaluate<Said>("said()");
      const ids = async () => (await said()).told.flatMap(({ recordId = [] }) => recordId);
      return {
        ...{ page: opened, said, ids, sockets, asked },
        hears: (...wanted) =>
          until(async () => {
            const told = await ids();
            return wanted.every((id) => told.includes(id));
          }),
        is: (state) => until(async () => (await said()).state === state),
        isAnswered: () => until(() => unanswered.size === 0),
        show: (isShown) => opened.evaluate(`show(${isShown})`),
      };
    },
  };
}

/** Waits until it is so. A test that waits in vain ends by its timeout. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await wait(20);
}

/** Tickets are refused: there are no sockets. */
export const refuseTickets = (page: Page) =>
  page.route("**/socket/ticket", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 403, headers: { "access-control-allow-origin": "*" } })
      : route.continue(),
  );
