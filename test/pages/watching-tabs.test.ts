/* `watch` in several tabs of one browser: one of them has the socket and asks, and all hear. */
import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import {
  refuseTickets,
  until,
  type WatchingOptions,
  type WatchingTab,
  watchingWorld,
} from "./support/watching.ts";

const world = watchingWorld();

const openIn = (tabs: readonly WatchingTab[]) => tabs.reduce((sum, { sockets }) => sum + sockets.open, 0);
const openedIn = (tabs: readonly WatchingTab[]) => tabs.reduce((sum, { sockets }) => sum + sockets.opened, 0);

async function openTabs(context: BrowserContext, count: number, table: string): Promise<WatchingTab[]> {
  const tabs: WatchingTab[] = [];
  for (let i = 0; i < count; i++) {
    const tab = await world.openTab(context, { tables: [table] });
    await tab.is("live");
    await isThere(tab);
    tabs.push(tab);
  }
  return tabs;
}
/** Waits until it has asked for the cursor of now, and for what came meanwhile. */
const isThere = async (tab: WatchingTab) => {
  await until(() => tab.asked.length > 1);
  await tab.isAnswered();
};
const allHear = (tabs: readonly WatchingTab[], ...ids: string[]) =>
  Promise.all(tabs.map((tab) => tab.hears(...ids)));

test.each([2, 5])("%d tabs have one socket, all are live and all hear; only one asks", async (count) => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tabs = await openTabs(context, count, table);
  expect(openedIn(tabs)).toBe(1);
  await allHear(tabs, await world.create(table));
  const before = tabs.map(({ asked }) => asked.length);
  for (let i = 0; i < 3; i++) await allHear(tabs, await world.create(table));
  expect(tabs.map(({ asked }) => asked.length)).toEqual(before);
  expect(openedIn(tabs)).toBe(1);
  for (const tab of tabs) expect(await tab.said()).toMatchObject({ states: ["live"], resets: 1, errors: [] });
  await context.close();
});

/** Ends a tab and gives those that are left. */
const without = (tabs: readonly WatchingTab[], gone: WatchingTab) => tabs.filter((tab) => tab !== gone);

/** The tab that has the socket. */
async function leaderOf(tabs: readonly WatchingTab[]): Promise<WatchingTab> {
  for (;;) {
    const [leader, ...others] = tabs.filter(({ sockets }) => sockets.open > 0);
    if (leader && others.length === 0) return leader;
    await until(() => openIn(tabs) === 1);
  }
}

const endings: [string, (tab: WatchingTab) => Promise<unknown>][] = [
  ["is closed", ({ page }) => page.close()],
  ["crashes", async ({ page }) => page.goto("chrome://crash").catch(() => undefined)],
  ["ends its watch", ({ page }) => page.evaluate("end()")],
];

test.each(endings)(
  "the tab with the socket %s: another one takes over, and nothing is missed",
  async (_, end) => {
    const context = await world.openBrowser();
    const table = await world.makeTable();
    const tabs = await openTabs(context, 3, table);
    const first = await leaderOf(tabs);
    const before = await world.create(table);
    const ending = end(first);
    const meanwhile = await world.create(table);
    await ending;
    const left = without(tabs, first);
    await allHear(left, before, meanwhile);
    await leaderOf(left);
    await allHear(left, await world.create(table));
    for (const tab of left) expect(await tab.said()).toMatchObject({ resets: 1, errors: [], state: "live" });
    await context.close();
  },
);

test("the tab with the socket does not answer, as one that is frozen: another one takes over within seconds, and both hear", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tabs = await openTabs(context, 2, table);
  const first = await leaderOf(tabs);
  const [second] = without(tabs, first);
  const frozen = first.page.evaluate("for (const end = Date.now() + 10_000; Date.now() < end; );");
  await until(() => second?.sockets.open === 1);
  const meanwhile = await world.create(table);
  await second?.hears(meanwhile);
  await frozen;
  await first.hears(meanwhile);
  expect(await leaderOf(tabs)).toBe(second);
  await allHear(tabs, await world.create(table));
  await context.close();
});

test("without sockets one tab polls for all; when it is hidden, one that is shown polls in its place", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tabs: WatchingTab[] = [];
  for (let i = 0; i < 3; i++) {
    const tab = await world.openTab(context, { tables: [table] }, refuseTickets);
    await tab.is("polling");
    await isThere(tab);
    tabs.push(tab);
  }
  const [first, second, third] = tabs as [WatchingTab, WatchingTab, WatchingTab];
  const asked = () => tabs.map((tab) => tab.asked.length);
  const atFirst = asked();
  for (let i = 0; i < 2; i++) await allHear(tabs, await world.create(table));
  expect(asked().slice(1)).toEqual(atFirst.slice(1));
  expect(first.asked.length).toBeGreaterThan(atFirst[0] ?? 0);

  await third.show(false);
  await first.show(false);
  const hidden = first.asked.length;
  for (let i = 0; i < 2; i++) await allHear(tabs, await world.create(table));
  expect(first.asked.length).toBeLessThanOrEqual(hidden + 1);
  expect(second.asked).toContain("/socket/ticket");
  expect(third.asked).not.toContain("/socket/ticket");
  await context.close();
});

test("a hidden tab keeps its socket: one that is shown hears at once, also while the hidden one is held up by its handler", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tabs = await openTabs(context, 2, table);
  const first = await leaderOf(tabs);
  const [second] = without(tabs, first) as [WatchingTab];
  // the first hint of a connection may be about what was before
  await allHear(tabs, await world.create(table));
  const before = await first.ids();
  await first.show(false);
  await first.page.evaluate(
    "globalThis.held = new Promise((resolve) => { globalThis.release = resolve; }), 0",
  );
  const asked = second.asked.length;
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    made.push(await world.create(table));
    await second.hears(...made);
  }
  expect(second.asked.length).toBe(asked);
  expect(await first.ids()).toEqual(before);
  await first.page.evaluate("release(), 0");
  await first.hears(...made);
  expect([first.sockets.opened, second.sockets.opened]).toEqual([1, 0]);
  await context.close();
});

test("tabs that follow other tables, all tables, or cells share the socket, and each hears what it asked for", async () => {
  const context = await world.openBrowser();
  const [one, two] = [await world.makeTable(), await world.makeTable()];
  const asked: WatchingOptions[] = [
    { tables: [one] },
    { tables: [two] },
    {},
    { tables: [two], records: "cells" },
  ];
  const tabs: WatchingTab[] = [];
  for (const options of asked) {
    const tab = await world.openTab(context, options);
    await tab.is("live");
    tabs.push(tab);
  }
  await until(() => openIn(tabs) === 1);
  const made: { [table: string]: string[] } = { [one]: [], [two]: [] };
  for (let i = 0; i < 3; i++)
    for (const table of [one, two]) {
      made[table]?.push(await world.create(table));
      for (const [n, { tables = [table] }] of asked.entries())
        if (tables.includes(table)) await tabs[n]?.hears(...(made[table] ?? []));
    }
  for (const [n, { tables, records }] of asked.entries()) {
    const { told } = (await tabs[n]?.said()) ?? { told: [] };
    for (const { tableId = "", record } of told) {
      if (tables) expect(tables).toContain(tableId);
      expect(record !== undefined).toBe(records === "cells");
    }
  }
  expect(openIn(tabs)).toBe(1);
  await context.close();
});

test("a tab that joins late begins from its own cursor, and misses nothing", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const [first] = (await openTabs(context, 1, table)) as [WatchingTab];
  await first.hears(await world.create(table));
  const { cursor: since = "" } = await first.said();
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.push(await world.create(table));
  const late = await world.openTab(context, { tables: [table], since });
  made.push(await world.create(table));
  await allHear([first, late], ...made);
  expect((await late.said()).resets).toBe(0);
  expect(new Set(await late.ids())).toEqual(new Set(made));
  expect(openIn([first, late])).toBe(1);
  await context.close();
});

test("a tab with another token has its own socket and hears nothing of the others; no name has a token", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const [first] = (await openTabs(context, 1, table)) as [WatchingTab];
  const [other, stranger] = [
    await world.makeToken("table|read", "record|read"),
    await world.makeToken("table|read"),
  ];
  const second = await world.openTab(context, { tables: [table], token: other });
  await second.is("live");
  const third = await world.openTab(context, { tables: [table], token: stranger });
  await until(async () => (await third.said()).errors.length === 1);
  await allHear([first, second], await world.create(table));
  expect([first.sockets.open, second.sockets.open, third.sockets.opened]).toEqual([1, 1, 0]);
  expect((await third.said()).told).toEqual([]);
  const names = await first.page.evaluate<string[]>(
    "navigator.locks.query().then(({ held }) => held.map(({ name }) => name))",
  );
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^gridless [0-9a-f]{64}$/);
  await context.close();
});

test("tabs whose tokens are renewed meet again with the new one", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const [old, next] = [
    await world.makeToken("table|read", "record|read"),
    await world.makeToken("table|read", "record|read"),
  ];
  const open = () => world.openTab(context, { tables: [table], token: old, renews: true });
  const tabs = [await open(), await open()];
  for (const tab of tabs) await tab.is("live");
  await until(() => openIn(tabs) === 1);
  for (const { page } of tabs) await page.evaluate(`globalThis.given = "${next}"`);
  // each asks when it is shown again
  for (const tab of tabs) await tab.show(true);
  const names =
    "navigator.locks.query().then(({ held, pending }) => new Set([...held, ...pending].map(({ name }) => name)).size)";
  await allHear(tabs, await world.create(table));
  await until(async () => (await tabs[0]?.page.evaluate(names)) === 1 && openIn(tabs) === 1);
  for (const tab of tabs) expect(await tab.said()).toMatchObject({ resets: 1, errors: [] });
  await allHear(tabs, await world.create(table));
  await context.close();
});
