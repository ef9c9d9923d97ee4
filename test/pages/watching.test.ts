/* `watch` in a page: what happens to pages, their networks and their clocks. The cases are those that users of other services reported. */
import type { Page, WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { isWhole } from "#test/support/run/sample";
import { refuseTickets, type Said, until, type WatchingTab, watchingWorld } from "./support/watching.ts";

const world = watchingWorld();
const minute = 60_000;

/** The clock of the page can be moved. What was due meanwhile happens once, as after a sleep. */
const moveClock = (page: Page) => page.clock.install();

/** Minutes pass until it says so. What it asked is answered in between. */
const passUntil = (tab: WatchingTab, isSo: (said: Said) => boolean) =>
  until(async () => {
    await tab.isAnswered();
    await tab.page.clock.fastForward(minute);
    await tab.isAnswered();
    return isSo(await tab.said());
  });
const passUntilHeard = (tab: WatchingTab, ids: readonly string[]) =>
  passUntil(tab, ({ told }) => ids.every((id) => told.some(({ recordId }) => recordId === id)));

/** The sockets of the page can be cut, can go deaf, and can lose all hints. */
function weakSockets() {
  const open = new Set<WebSocketRoute>();
  const deaf = new Set<WebSocketRoute>();
  const weak = {
    losesHints: false,
    /** Those that are open get nothing more. */
    deafen: () => {
      for (const socket of open) deaf.add(socket);
    },
    cut: async () => {
      for (const socket of open) await socket.close();
      open.clear();
    },
    prepare: (page: Page) =>
      page.routeWebSocket(/.*/, (socket) => {
        const server = socket.connectToServer();
        open.add(socket);
        server.onMessage((message) => {
          const isLost = weak.losesHints && !String(message).includes("pong");
          if (!isLost && !deaf.has(socket)) socket.send(message);
        });
      }),
  };
  return weak;
}

test("it goes live, and hears what is written without asking", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tab = await world.openTab(context, { tables: [table] });
  await tab.is("live");
  await tab.hears(await world.create(table));
  const asked = tab.asked.length;
  for (let i = 0; i < 3; i++) await tab.hears(await world.create(table));
  expect(tab.asked.length).toBe(asked);
  expect(await tab.said()).toMatchObject({ states: ["live"], resets: 1, errors: [] });
  await context.close();
});

test("a page that is hidden and shown again asks at once", async () => {
  const context = await world.openBrowser();
  const tab = await world.openTab(context, { tables: [await world.makeTable()] });
  await tab.is("live");
  for (let i = 0; i < 3; i++) {
    const asked = tab.asked.length;
    await tab.show(false);
    expect(tab.asked.length).toBe(asked);
    await tab.show(true);
    await until(() => tab.asked.length > asked);
  }
  expect((await tab.said()).states).toEqual(["live"]);
  await context.close();
});

test("case 1: it sleeps an hour while its socket dies unseen, and wakes: what was written is there, and no error was told", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const sockets = weakSockets();
  const tab = await world.openTab(context, { tables: [table] }, async (page) => {
    await moveClock(page);
    await sockets.prepare(page);
  });
  await tab.is("live");
  sockets.deafen();
  const made = [await world.create(table), await world.create(table)];
  await tab.page.clock.fastForward(60 * minute);
  await tab.hears(...made);
  // a socket that does not answer is replaced, and the next one hears
  const opened = tab.sockets.opened;
  await tab.page.clock.fastForward(15_000);
  await until(() => tab.sockets.opened > opened);
  await tab.is("live");
  await tab.hears(await world.create(table));
  expect(await tab.said()).toMatchObject({ resets: 1, errors: [] });
  await context.close();
});

test("case 2: every hint is lost for five minutes while it is written: each minute all is there", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const sockets = weakSockets();
  const tab = await world.openTab(context, { tables: [table] }, async (page) => {
    await moveClock(page);
    await sockets.prepare(page);
  });
  await tab.is("live");
  sockets.losesHints = true;
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.push(await world.create(table), await world.create(table));
    await world.remove(table, made.at(-1) ?? "");
    await passUntilHeard(tab, made);
  }
  const removed = made.filter((_, i) => i % 2 === 1);
  const removedIn = ({ told }: Said) =>
    new Set(told.flatMap(({ type, recordId = "" }) => (type === "record.deleted" ? [recordId] : [])));
  await passUntil(tab, (said) => removedIn(said).size >= removed.length);
  const said = await tab.said();
  expect(removedIn(said)).toEqual(new Set(removed));
  expect(said).toMatchObject({ states: ["live"], resets: 1 });
  await context.close();
});

test.each([true, false])(
  "case 3: hidden, with timers that run once a minute (with a socket: %s), it misses nothing",
  async (hasSocket) => {
    const context = await world.openBrowser();
    const table = await world.makeTable();
    const tab = await world.openTab(context, { tables: [table] }, async (page) => {
      await moveClock(page);
      if (!hasSocket) await refuseTickets(page);
    });
    await tab.is(hasSocket ? "live" : "polling");
    await tab.show(false);
    await tab.page.clock.pauseAt(Date.now() + minute);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.push(await world.create(table));
      await passUntilHeard(tab, made);
    }
    expect(await tab.ids()).toEqual(made);
    expect(await tab.said()).toMatchObject({ resets: 1, errors: [] });
    await context.close();
  },
);

test("case 6: before the two hours of API Gateway end, another socket takes over, and it stays live", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const tab = await world.openTab(context, { tables: [table] }, moveClock);
  await tab.is("live");
  for (let hours = 2; hours <= 4; hours += 2) {
    await tab.hears(await world.create(table));
    await tab.isAnswered();
    await tab.page.clock.fastForward(116 * minute);
    await until(() => tab.sockets.opened > hours / 2 && tab.sockets.open === 1);
    await tab.isAnswered();
  }
  await tab.hears(await world.create(table));
  expect(await tab.said()).toMatchObject({ states: ["live"], resets: 1, errors: [] });
  await context.close();
});

test("case 10: each time that the network goes and comes back, it recovers; nothing is missed and nothing told as removed", async () => {
  const context = await world.openBrowser();
  const table = await world.makeTable();
  const sockets = weakSockets();
  const tab = await world.openTab(context, { tables: [table] }, sockets.prepare);
  await tab.is("live");
  const made: string[] = [];
  for (let i = 0; i < (isWhole ? 100 : 10); i++) {
    await context.setOffline(true);
    if (i % 2 === 0) await sockets.cut();
    made.push(await world.create(table));
    await context.setOffline(false);
    await tab.hears(...made);
  }
  await tab.is("live");
  const { told, states, resets, errors } = await tab.said();
  expect(states).toContain("offline");
  expect(told.filter(({ type }) => type !== "record.created")).toEqual([]);
  expect([resets, errors]).toEqual([1, []]);
  await context.close();
});
