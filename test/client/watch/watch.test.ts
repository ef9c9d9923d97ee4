/*
 * `watch` against a server: what it tells is right, whatever happens on the way. Each test is named after what must hold. Those of what users of
 * other services complain of are here, in `socket.test.ts` and `socket-times.test.ts`, in test/load/followers (hints are lost), in
 * test/data/changes (a write at once after the cursor) and in test/pages/watch (sleep, held timers, a network that flaps).
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GridlessError, gridless, type WatchedChange } from "#lib/client/index";
import { Requests } from "#lib/client/requests";
import { usualWaits } from "#lib/client/watch/waits";
import { type WatchOptions, watchBase } from "#lib/client/watch/watch";
import { writeLogCursor } from "#lib/data/changes/change-cursor";
import { type ClientWorld, clientWorld, type People } from "#test/client/support/client-world";
import { type Fate, lossyProxy } from "#test/client/support/lossy-proxy";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

/** The usual waits in a fiftieth of the time. */
const quick = Object.fromEntries(
  Object.entries(usualWaits).map(([name, value]) => [name, name === "growth" ? value : value / 50]),
) as typeof usualWaits;

interface Place {
  url?: string;
  token?: string | (() => string);
  baseId?: string;
}

/** Watches with short waits, and keeps what it was told. */
function watch(options: Partial<WatchOptions> & { tableIds?: string[] }, place: Place = {}) {
  const told: WatchedChange[] = [];
  const states: string[] = [];
  let resets = 0;
  const { tableIds, ...more } = options;
  const requests = new Requests({ url: place.url ?? world.url, token: place.token ?? world.token });
  const watched = { requests, baseId: place.baseId ?? world.baseId, findTableIds: async () => tableIds };
  const watching = watchBase(
    watched,
    {
      onReset: () => resets++,
      onChanges: (changes) => told.push(...changes),
      onState: (state) => states.push(state),
      ...more,
    },
    quick,
  );
  return { watching, told, states, resets: () => resets };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(5);
}
const idsOf = (changes: readonly WatchedChange[]) =>
  changes.flatMap((change) => ("recordId" in change ? [change.recordId] : []));
async function end({ close, done }: { close(): void; done: Promise<void> }) {
  close();
  await done;
}

/** A copy of a table, as the guide makes it. */
function copyOf(tableId: string) {
  const table = world.base.table(tableId, { keys: "id", dates: "moments" });
  const copy = new Map<string, object>();
  const onReset = async () => {
    const records = await table.list().all();
    copy.clear();
    for (const { id, fields } of records) copy.set(id, fields);
  };
  const onChanges = async (changes: WatchedChange[]) => {
    if (changes.some(({ type }) => /^(table|field)\./.test(type))) return onReset();
    for (const change of changes)
      if (change.type === "record.deleted") copy.delete(change.recordId);
      else if ("record" in change && change.record) copy.set(change.recordId, change.record.fields);
  };
  const listed = async () =>
    Object.fromEntries((await table.list().all()).map(({ id, fields }) => [id, fields]));
  return { copy, onReset, onChanges, listed };
}
const untilEqual = async ({ copy, listed }: ReturnType<typeof copyOf>) => {
  for (;;) {
    const wanted = await listed();
    const own = Object.fromEntries(copy);
    if (JSON.stringify(sorted(own)) === JSON.stringify(sorted(wanted))) return;
    await wait(20);
  }
};
const sorted = (records: { [id: string]: object }) =>
  Object.entries(records).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Creates, changes, deletes and brings back, at random. */
async function writeAtRandom(tableId: string, writes: number): Promise<void> {
  const table = world.base.table<People>(tableId);
  const ids: string[] = [];
  for (let i = 0; i < writes; i++) {
    const which = chance();
    const at = Math.floor(chance() * ids.length);
    if (ids.length < 3 || which < 0.3) {
      const rows = Array.from({ length: 1 + Math.floor(chance() * 20) }, () => ({ Age: i }));
      ids.push(...(await table.create(rows)).map(({ id }) => id));
    } else if (which < 0.7) await table.update({ id: ids[at] ?? "", fields: { Age: i } });
    else {
      const [id = ""] = ids.splice(at, 1);
      await table.delete(id);
      if (which < 0.85 && (await table.undo())) ids.push(id);
    }
  }
}

test("take the cursor, read, follow: every write that is made at once after the cursor is seen", async () => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  for (let i = 0; i < (isWhole ? 300 : 40); i++) {
    let begun = () => {};
    const cursorTaken = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { watching, told } = watch({ tableIds: [id], socket: false, onReset: begun });
    await cursorTaken;
    const made = await table.create({ Age: i });
    await until(() => idsOf(told).includes(made.id));
    await end(watching);
  }
});

test("answers are lost and refused while several write: at rest the copy equals the list", async () => {
  const { id } = await world.makeTable();
  const fates: Fate[] = ["lost", 503, 500, 429];
  const proxy = await lossyProxy(world.url, () =>
    chance() < 0.5 ? "passes" : (fates[Math.floor(chance() * 4)] ?? "passes"),
  );
  const copy = copyOf(id);
  const { watching, states } = watch(
    { ...copy, tableIds: [id], records: "cells", socket: false },
    { url: proxy.url },
  );
  await Promise.all([1, 2, 3].map(() => writeAtRandom(id, isWhole ? 60 : 15)));
  await untilEqual(copy);
  await end(watching);
  await proxy.close();
  expect(states).toContain("offline");
  expect(states.length).toBeGreaterThan(2);
});

test("the server is killed and started again: nothing is missed, and nothing is reported removed", async () => {
  const own = await clientWorld();
  try {
    const { id } = await own.makeTable();
    const table = own.base.table<People>(id);
    const { watching, told, resets } = watch(
      { tableIds: [id], socket: false },
      { url: own.url, token: own.token, baseId: own.baseId },
    );
    await until(() => resets() === 1);
    const made: string[] = [];
    for (let i = 0; i < (isWhole ? 10 : 2); i++) {
      made.push(...(await table.create([{ Age: i }, { Age: i }])).map((each) => each.id));
      await until(() => watching.state === "polling");
      await own.kill();
      await until(() => watching.state === "offline");
      await own.start();
    }
    await until(() => made.every((each) => idsOf(told).includes(each)));
    await end(watching);
    expect(resets()).toBe(1);
    expect(told.filter(({ type }) => type === "record.deleted")).toEqual([]);
  } finally {
    await own.end();
  }
});

test("it is closed and goes on from the cursor that was kept", async () => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  let kept: string | undefined;
  const made: string[] = [];
  const told: WatchedChange[] = [];
  for (let i = 0; i < 5; i++) {
    const run = watch({ tableIds: [id], socket: false, since: kept, onCursor: (cursor) => (kept = cursor) });
    await until(() => kept !== undefined);
    await until(() => made.slice(-1).every((each) => idsOf(run.told).includes(each)));
    await end(run.watching);
    expect(run.watching.cursor).toBe(kept);
    expect(run.resets()).toBe(i === 0 ? 1 : 0);
    told.push(...run.told);
    if (i < 4) made.push((await table.create({ Age: i })).id);
  }
  expect(new Set(idsOf(told))).toEqual(new Set(made));
});

test("the token is renewed: a 401 in between keeps the cursor", async () => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  let asked = 0;
  const { watching, told, states, resets } = watch(
    { tableIds: [id], socket: false },
    { token: () => (asked++ % 3 === 1 ? "gridless_old" : world.token) },
  );
  await until(() => resets() === 1);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    made.push((await table.create({ Age: i })).id);
    await until(() => idsOf(told).includes(made[i] ?? ""));
  }
  await end(watching);
  expect(idsOf(told)).toEqual(made);
  expect(resets()).toBe(1);
  expect(states).toContain("offline");
});

test("a burst over five tables lands right, for those that are named, by id or name", async () => {
  const tables = await Promise.all(Array.from({ length: 5 }, () => world.makeTable()));
  const [first, second] = tables;
  const told: WatchedChange[] = [];
  let isReset = false;
  const watching = world.base.watch({
    tables: [first?.id ?? "", second?.name ?? ""],
    socket: false,
    onReset: () => {
      isReset = true;
    },
    onChanges: (changes) => told.push(...changes),
  });
  await until(() => isReset);
  const made = await Promise.all(
    tables.map(({ id }) =>
      world.base.table<People>(id).create(Array.from({ length: 200 }, () => ({ Age: 1 }))),
    ),
  );
  await until(() => told.length >= 400);
  await end(watching);
  const wanted = made.slice(0, 2).flatMap((records) => records.map(({ id }) => id));
  expect(new Set(idsOf(told))).toEqual(new Set(wanted));
  for (const change of told)
    if (change.type === "record.created")
      expect(change.tableId).toBe(
        tables[made.findIndex((records) => records.some(({ id }) => id === change.recordId))]?.id,
      );
});

test("deleting a field never ends it, and is told", async () => {
  const { id } = await world.makeTable();
  const fields = await world.client.request<{ id: string; name: string }[]>("GET", `/table/${id}/field`);
  const age = fields.find(({ name }) => name === "Age")?.id ?? "";
  const { watching, told, resets } = watch({ tableIds: [id], socket: false });
  await until(() => resets() === 1);
  await world.client.request("DELETE", `/table/${id}/field/${age}`);
  await until(() => told.some((change) => change.type === "field.deleted" && change.fieldId === age));
  const made = await world.base.table(id).create({ Name: "after" });
  await until(() => idsOf(told).includes(made.id));
  await end(watching);
});

test("two people edit a cell: the second is refused, hears what the first wrote, and nothing is overwritten", async () => {
  const { id } = await world.makeTable();
  const table = world.base.table<People>(id);
  const made = await table.create({ Name: "before" });
  const address = `${world.url}/table/${id}/record/${made.id}`;
  const headers = { authorization: `Bearer ${world.token}`, "content-type": "application/json" };
  const seenBySecond = (await fetch(address, { headers })).headers.get("etag") ?? "";
  const { watching, told, resets } = watch({ tableIds: [id], records: "cells", socket: false });
  await until(() => resets() === 1);
  await table.update({ id: made.id, fields: { Name: "the first" } });
  const body = JSON.stringify({ record: { fields: { Name: "the second" } } });
  const refused = await fetch(address, {
    ...{ method: "PATCH", body },
    headers: { ...headers, "if-match": seenBySecond },
  });
  expect(refused.status).toBe(412);
  await until(() => told.some((change) => "record" in change && change.record?.name === "the first"));
  await end(watching);
  expect((await table.get(made.id)).fields.Name).toBe("the first");
});

test("a cursor of a log that is lost: one reset, and it goes on", async () => {
  const { id } = await world.makeTable();
  const lost = writeLogCursor(world.baseId, { epoch: 999, number: 1, offset: 0 }, new Date().toISOString());
  const { watching, told, resets } = watch({ tableIds: [id], socket: false, since: lost });
  await until(() => resets() === 1);
  const made = await world.base.table<People>(id).create({ Age: 1 });
  await until(() => idsOf(told).includes(made.id));
  await end(watching);
  expect(resets()).toBe(1);
});

test("a base that is deleted ends it with a 404, an unknown table too; a signal ends it in peace", async () => {
  const { spaceId } = await world.client.request<{ spaceId: string }>("GET", `/base/${world.baseId}`);
  const body = { name: "Gone", spaceId };
  const { id } = await world.client.request<{ id: string }>("POST", "/base", { body });
  const { watching, resets } = watch({ socket: false }, { baseId: id });
  await until(() => resets() === 1);
  await world.client.request("DELETE", `/base/${id}`);
  await expect(watching.done).rejects.toMatchObject({ status: 404 });

  const none = world.base.watch({ tables: ["No such"], onReset: () => {}, onChanges: () => {} });
  await expect(none.done).rejects.toThrow('has no table "No such"');
  await expect(none.done).rejects.toBeInstanceOf(GridlessError);
  const ended = world.base.watch({ signal: AbortSignal.abort(), onReset: () => {}, onChanges: () => {} });
  await ended.done;
  expect(ended.state).toBe("connecting");
});

test("a page that answers everything in place of the server is waited out", async () => {
  const page = gridless({ url: `${world.url}/auth/sign-in#`, token: world.token });
  const states: string[] = [];
  const watching = page.base(world.baseId).watch({
    ...{ socket: false, onReset: () => {}, onChanges: () => {} },
    onState: (state, error) => states.push(`${state} ${error instanceof GridlessError && error.code}`),
  });
  await until(() => states.length > 0);
  await end(watching);
  expect(states).toEqual(["offline not_json"]);
});
