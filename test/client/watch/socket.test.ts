/* `watch` with a socket of a server: it is live, it hears, and whatever happens to the socket, nothing is missed. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gridless, type WatchedChange, type WatchOptions, type WatchPresence } from "#lib/client/index";
import { Requests } from "#lib/client/requests";
import type { ChangesAnswer } from "#lib/client/watch/changes";
import { SocketKeeper, type SocketTimes, usualTimes } from "#lib/client/watch/socket";
import { type ClientWorld, clientWorld, type People } from "#test/client/support/client-world";
import { lossyProxy } from "#test/client/support/lossy-proxy";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}

/** Follows a table, with the usual waits: what comes soon came by the socket. */
function follow(table: string, options: Partial<WatchOptions> = {}, url = world.url, token = world.token) {
  const told: WatchedChange[] = [];
  const states: string[] = [];
  const proxied = gridless({ url, token }).base(world.baseId);
  const watching = proxied.watch({
    tables: [table],
    onReset: () => undefined,
    onChanges: (changes) => told.push(...changes),
    onState: (state) => states.push(state),
    ...options,
  });
  const has = (id: string) => told.some((change) => "recordId" in change && change.recordId === id);
  const end = () => {
    watching.close();
    return watching.done;
  };
  return { watching, told, states, has, end };
}

test("it is live, and hears of changes of its tables without asking", async () => {
  const [own, other] = [await world.makeTable(), await world.makeTable()];
  const proxy = await lossyProxy(world.url, () => "passes");
  const { watching, told, states, has, end } = follow(own.id, {}, proxy.url);
  await until(() => watching.state === "live");
  // the first hint may be about what was before
  const first = await world.base.table<People>(own.id).create({ Age: 0 });
  await until(() => has(first.id));
  const before = proxy.seen.length;
  for (let i = 0; i < 3; i++) {
    await world.base.table<People>(other.id).create({ Age: i });
    const { id } = await world.base.table<People>(own.id).create({ Age: i });
    await until(() => has(id));
  }
  expect(proxy.seen.slice(before)).toEqual([]);
  await end();
  await proxy.close();
  expect(states).toEqual(["live"]);
  expect(told.every((change) => "tableId" in change && change.tableId === own.id)).toBe(true);
});

test("with cells a hint makes it ask, and each record comes as it is now", async () => {
  const { id } = await world.makeTable();
  const { watching, told, has, end } = follow(id, { records: "cells" });
  await until(() => watching.state === "live");
  const made = await world.base.table<People>(id).create({ Name: "Ada" });
  await until(() => has(made.id));
  await end();
  expect(told).toContainEqual(
    expect.objectContaining({ type: "record.created", record: expect.objectContaining({ name: "Ada" }) }),
  );
});

test("the server is killed and started again: the socket comes back with its tables, and nothing is missed", async () => {
  const [own, other] = [await world.makeTable(), await world.makeTable()];
  const { watching, told, states, has, end } = follow(own.id);
  await until(() => watching.state === "live");
  await world.kill();
  await until(() => watching.state === "offline");
  await world.start();
  const made = await world.base.table<People>(own.id).create({ Age: 1 });
  await world.base.table<People>(other.id).create({ Age: 1 });
  await until(() => has(made.id) && watching.state === "live");
  const next = await world.base.table<People>(own.id).create({ Age: 2 });
  await until(() => has(next.id));
  await end();
  expect(states).toContain("offline");
  expect(told.every((change) => "tableId" in change && change.tableId === own.id)).toBe(true);
});

test("a server that refuses tickets is polled", async () => {
  const { id } = await world.makeTable();
  const proxy = await lossyProxy(world.url, (seen) => (seen.at(-1)?.includes("/socket/") ? 403 : "passes"));
  const { watching, states, has, end } = follow(id, {}, proxy.url);
  await until(() => watching.state === "polling");
  const made = await world.base.table<People>(id).create({ Age: 1 });
  await until(() => has(made.id));
  await end();
  await proxy.close();
  expect(states).toEqual(["polling"]);
  expect(proxy.seen.filter((each) => each.includes("/socket/"))).toHaveLength(1);
});

test.each<[string, number, boolean]>([
  ["none", 0, false],
  ["200", 199, true],
  ["more than one question takes", 300, true],
])("tables, %s: it is live, and hears of the base and of these tables", async (_, more, isOwn) => {
  const [own, other] = [await world.makeTable(), await world.makeTable()];
  const gone = Array.from({ length: more }, (_, i) => `tbl${String(i).padStart(16, "0")}`);
  const proxy = await lossyProxy(world.url, () => "passes");
  const start = await world.base.watch({ onReset: () => start.close(), onChanges: () => undefined });
  await start.done;
  const tables = isOwn ? [own.id, ...gone] : [];
  const { watching, told, has, end } = follow(own.id, { tables, since: start.cursor }, proxy.url);
  await until(() => watching.state === "live");
  const tickets = () => proxy.seen.filter((each) => each.includes("/socket/")).length;
  for (let i = 0; i < 3; i++) {
    await world.base.table<People>(other.id).create({ Age: i });
    const { id } = await world.base.table<People>(own.id).create({ Age: i });
    if (isOwn) await until(() => has(id));
  }
  const name = `Renamed ${more}`;
  await gridless({ url: world.url, token: world.token }).request("PATCH", `/base/${world.baseId}`, {
    body: { name },
  });
  await until(() => told.some(({ type }) => type === "base.updated"));
  await end();
  await proxy.close();
  expect(tickets()).toBe(1);
  const tableIds = told.flatMap((change) => ("tableId" in change ? [change.tableId] : []));
  expect([...new Set(tableIds)]).toEqual(isOwn ? [own.id] : []);
});

/** Keeps a socket that is refused at first, because of its tables; later it asks for all. */
async function keepRefused(times: SocketTimes) {
  const requests = new Requests({ url: world.url, token: world.token });
  const path = `/base/${world.baseId}/changes`;
  const { cursor } = await requests.send<ChangesAnswer>({ method: "GET", path });
  const shown: [isLive: boolean, isOpening: boolean][] = [];
  const asked = { times: 0 };
  const ending = new AbortController();
  const keeper = new SocketKeeper(
    {
      ...{ requests, baseId: world.baseId, signal: ending.signal },
      tableIds: async () => (++asked.times === 1 ? ["no id"] : undefined),
      cursor: () => cursor,
      place: () => undefined,
      onPresence: () => undefined,
      onHeard: () => undefined,
      onLive: (...isSo) => shown.push(isSo),
    },
    times,
  );
  const running = keeper.run();
  const isShown = (...is: [boolean, boolean]) => until(() => String(shown.at(-1)) === String(is));
  const end = () => {
    ending.abort();
    return running;
  };
  return { keeper, asked, isShown, end };
}

test("what a socket refuses is not asked again for minutes, whatever is woken", async () => {
  const { keeper, asked, isShown, end } = await keepRefused(usualTimes);
  await isShown(false, false);
  keeper.check();
  // longer than an attempt takes
  for (let i = 0; i < 5; i++) {
    const { watching, end } = follow("", { tables: [] });
    await until(() => watching.state === "live");
    await end();
  }
  expect(asked.times).toBe(1);
  await end();
});

test("who was refused once, as with a role that was away for a moment, is live again later", async () => {
  const { asked, isShown, end } = await keepRefused({ ...usualTimes, refused: 20 });
  await isShown(true, false);
  expect(asked.times).toBe(2);
  await end();
});

test("people who say where they are see each other, also after a place that is not there", async () => {
  const { id: tableId } = await world.makeTable();
  const [view] = await world.client.request<{ id: string }[]>("GET", `/table/${tableId}/view`);
  const viewId = view?.id ?? "";
  const { id: recordId } = await world.base.table<People>(tableId).create({ Age: 1 });
  const seen: WatchPresence[] = [];
  const one = follow(tableId, { onPresence: (presence) => seen.push(presence) });
  const other = follow(tableId, { onPresence: () => undefined });
  // before there is a socket: it is said when there is
  one.watching.here({ tableId, viewId });
  await until(() => one.watching.state === "live" && other.watching.state === "live");
  other.watching.here({ tableId, viewId: "viwNotThereNotTher" });
  other.watching.here({ tableId, viewId: "viw4mSa1Cw6nZ8tQ0Yh" });
  other.watching.here({ tableId, viewId, recordId });
  await until(() => seen.at(-1)?.people.some((each) => each.recordId === recordId) === true);
  expect(seen.at(-1)).toMatchObject({ viewId });
  expect(seen.at(-1)?.people).toHaveLength(2);
  expect(other.watching.state).toBe("live");
  await other.end();
  await until(() => seen.at(-1)?.people.length === 1);
  await one.end();
  const without = follow(tableId);
  expect(() => without.watching.here({ tableId, viewId })).toThrow("needs the option onPresence");
  await without.end();
}, 60_000);
