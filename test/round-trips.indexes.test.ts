/* What indexes cost at the store, and what they save. */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listPlaces } from "#functions/record/list-places";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { readAskedOrders } from "#lib/data/indexes/asked-orders";
import { counterKey } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import { call } from "#test/support/requests/call";
import { type Cost, costOf, withRightUnits } from "#test/support/requests/round-trips";
import { abandonNothing } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

type Large = Awaited<ReturnType<typeof aLargeTable>>;
let indexed: Large & { ids: string[] };
let plain: Large & { ids: string[] };

const counts = Array.from({ length: 900 }, (_, i) => (i * 7919) % 1000);
const beside = (one: Cost, other: Cost) => ({
  roundTrips: one.roundTrips - other.roundTrips,
  written: one.written - other.written,
});

beforeAll(async () => {
  // readers of names ask again after any person of the store has taken another name, as people of other tests do
  await useOwnStore();
  [indexed, plain] = (await Promise.all(
    [true, false].map(async (isIndexed) => {
      const large = await aLargeTable();
      const ids = await addCounts(large, counts);
      if (isIndexed) await makeIndexes(large);
      await settleAll();
      return { ...large, ids };
    }),
  )) as [typeof indexed, typeof plain];
});

test("a page of 100: two round trips more than for one in natural order, 1 RCU a record", async () => {
  withRightUnits();
  const page = ({ as, params, viewId }: Large, cursor?: string) =>
    call(listRecords, { as, params, query: { viewId, ...(cursor && { cursor }) } });
  const { body } = await page(indexed);
  expect(body.records).toHaveLength(100);
  const first = await costOf(() => page(indexed));
  const following = await costOf(() => page(indexed, body.nextCursor));
  const natural = await costOf(() =>
    call(listRecords, { as: indexed.as, params: indexed.params, query: { take: "1" } }),
  );
  for (const each of [first, following]) {
    // a list in natural order is read while the caller's role is
    expect(each.roundTrips - natural.roundTrips).toBe(2);
    expect(each.read).toBeLessThanOrEqual(110);
  }
});

test("places of 900 rows: entries are read, and no record, one round trip more than a page in natural order; all records are counted, two more", async () => {
  withRightUnits();
  const { as, params, viewId } = indexed;
  const places = (query: Record<string, string>) => costOf(() => call(listPlaces, { as, params, query }));
  await places({ viewId });
  const natural = await costOf(() => call(listRecords, { as, params, query: { take: "1" } }));
  const byIndex = await places({ viewId });
  const byNumber = await places({});
  expect(byIndex.roundTrips - natural.roundTrips).toBe(1);
  expect(byNumber.roundTrips - natural.roundTrips).toBe(2);
  expect([byIndex.read, byNumber.read]).toEqual([25, 44]);
});

test("a page that is noted: 1 WCU, and no round trip more, from an index or by a scan", async () => {
  abandonNothing();
  withRightUnits();
  const page = ({ as, params, viewId }: Large) => call(listRecords, { as, params, query: { viewId } });
  for (const large of [indexed, plain]) {
    const without = await costOf(() => page(large));
    vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "1");
    // what notes is loaded with the first one
    await page(large);
    await expect.poll(() => readAskedOrders(large.params.tableId, new Date().toISOString())).toHaveLength(1);
    const noted = await costOf(() => page(large));
    vi.unstubAllEnvs();
    expect(beside(noted, without)).toEqual({ roundTrips: 0, written: 1 });
    expect(noted.read).toBe(without.read);
  }
});

test("a filter that matches nothing: a call looks at a bounded number of records, and its cursor leads on", async () => {
  withRightUnits();
  const large = await aLargeTable();
  const { as, params, viewId } = large;
  for (let i = 0; i < 3; i++) await addCounts(large, counts);
  // so many that a filter is no reason to scan
  await addToNumber(counterKey(params.tableId), 10_000);
  await makeIndexes(large);
  await settleAll();
  const filterSet = [{ fieldId: "Name", operator: "is", value: "none" }];
  const filter = JSON.stringify({ conjunction: "and", filterSet });
  const page = (query: object) =>
    call(listRecords, { as, params, query: { viewId, filter, ...query } as Record<string, string> });
  const { body } = await page({});
  expect(body).toMatchObject({ records: [], nextCursor: expect.any(String) });
  expect((await costOf(() => page({}))).read).toBeLessThanOrEqual(2500);
  expect((await page({ cursor: body.nextCursor })).body).toMatchObject({ records: [], nextCursor: null });
  // a cursor cannot keep the rest of skip: such a page is scanned
  expect((await page({ skip: "10" })).body).toMatchObject({ records: [], nextCursor: null });
});

test("a filter of the first field of the order: only what is between its borders is read", async () => {
  withRightUnits();
  const { as, params, viewId } = indexed;
  const page = (...items: [operator: string, value: number][]) => {
    const filterSet = items.map(([operator, value]) => ({ fieldId: "Count", operator, value }));
    const filter = JSON.stringify({ conjunction: "and", filterSet });
    return call(listRecords, { as, params, query: { viewId, filter } });
  };
  const wanted = counts.filter((count) => count >= 300 && count < 320).sort((a, b) => b - a);
  const items: Parameters<typeof page> = [
    ["isGreaterEqual", 300],
    ["isLess", 320],
  ];
  const { body } = await page(...items);
  expect(body.records.map(({ fields }: { fields: { Count: number } }) => fields.Count)).toEqual(wanted);
  expect(body.nextCursor).toBeNull();
  expect((await costOf(() => page(...items))).read).toBeLessThanOrEqual(wanted.length + 10);
  const nothing = await costOf(async () => {
    expect((await page(["isGreater", 5], ["isLess", 2])).body).toMatchObject({
      records: [],
      nextCursor: null,
    });
  });
  expect(nothing.read).toBeLessThanOrEqual(5);
});

test("a formula of the first field of the order: an index serves what can be said as a filter", async () => {
  abandonNothing();
  withRightUnits();
  const large = await aLargeTable();
  const { as, params, viewId } = large;
  await addCounts(large, counts);
  // so many that a filter is no reason to scan
  await addToNumber(counterKey(params.tableId), 10_000);
  await makeIndexes(large);
  await settleAll();
  const page = (filterByFormula: string) =>
    call(listRecords, { as, params, query: { viewId, filterByFormula } });
  const wanted = counts.filter((count) => count >= 300 && count < 320).sort((a, b) => b - a);
  const between = "{Count} >= 300 && {Count} < 320";
  const even = `AND(${between}, MOD({Count}, 2) = 0)`;
  for (const [formula, expected] of [
    [between, wanted],
    [even, wanted.filter((count) => count % 2 === 0)],
  ] as const) {
    const { body } = await page(formula);
    expect(body.records.map(({ fields }: { fields: { Count: number } }) => fields.Count)).toEqual(expected);
    expect((await costOf(() => page(formula))).read).toBeLessThanOrEqual(wanted.length + 12);
  }
  // a list for which an index gives many records that do not match is noted, but not with its formula
  vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "1");
  expect((await page("MOD({Count}, 15) = 7")).body.records.length).toBeGreaterThan(0);
  vi.unstubAllEnvs();
  const asked = () => readAskedOrders(params.tableId, new Date().toISOString());
  await expect.poll(asked).toHaveLength(1);
  expect((await asked()).map(({ definition }) => definition)).toEqual([{ orders: large.orders }]);
});

test("a saved filter that few records match: an index has these only, and the page costs what it shows", async () => {
  withRightUnits();
  const large = await aLargeTable();
  const { as, params, orders } = large;
  // of 2,700 records 27 match, and more numbers were given than are scanned
  for (let i = 0; i < 3; i++)
    await addCounts(
      large,
      counts.map((count) => count % 1000),
    );
  await addToNumber(counterKey(params.tableId), 10_000);
  const { body: table } = await call(listFields, { as, params });
  const filterSet = [{ fieldId: table[0].id, operator: "contains", value: "n77" }];
  const body = {
    ...{ name: "Few", type: "grid", sort: { sortObjs: orders } },
    filter: { conjunction: "and", filterSet },
  };
  const { body: view } = await call(createView, { as, params, body });
  await makeIndexes(large);
  await settleAll();
  const page = (viewId: string) => call(listRecords, { as, params, query: { viewId } });
  const { body: list } = await page(view.id);
  expect(list.records).toHaveLength(33);
  expect(list.nextCursor).toBeNull();
  const cost = await costOf(() => page(view.id));
  expect(cost.read).toBeLessThanOrEqual(45);
  const whole = await costOf(() => page(large.viewId));
  expect(cost.roundTrips).toBe(whole.roundTrips);
});

test("a saved filter that matches every fourth record: the page is two round trips, as any other", async () => {
  withRightUnits();
  const large = await aLargeTable();
  const { as, params, orders } = large;
  const { body: fields } = await call(listFields, { as, params });
  const filterSet = [{ fieldId: fields[0].id, operator: "is", value: "one" }];
  const body = {
    ...{ name: "Every fourth", type: "grid", sort: { sortObjs: orders } },
    filter: { conjunction: "and", filterSet },
  };
  const { body: view } = await call(createView, { as, params, body });
  const records = Array.from({ length: 1000 }, (_, i) => ({
    fields: { Name: i % 4 ? "other" : "one", Count: (i * 7919) % 1000 },
  }));
  expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
  await makeIndexes(large);
  await settleAll();
  const page = (viewId: string) => call(listRecords, { as, params, query: { viewId } });
  for (const viewId of [view.id, large.viewId]) await page(viewId);
  const [few, whole] = [await costOf(() => page(view.id)), await costOf(() => page(large.viewId))];
  expect(few.roundTrips).toBe(whole.roundTrips);
  expect(few.read).toBeLessThanOrEqual(110);
});

test("a filter that ends at a value of many records: they are not read", async () => {
  withRightUnits();
  const large = await aLargeTable();
  const { as, params, viewId } = large;
  await addCounts(
    large,
    counts.map((_, i) => Math.min(i, 10)),
  );
  await makeIndexes(large);
  await settleAll();
  const page = (operator: string, value: number) => {
    const filterSet = [{ fieldId: "Count", operator, value }];
    const filter = JSON.stringify({ conjunction: "and", filterSet });
    return call(listRecords, { as, params, query: { viewId, filter } });
  };
  await page("isLess", 10);
  const { body } = await page("isLess", 10);
  expect(body.records).toHaveLength(10);
  expect(body.nextCursor).toBeNull();
  expect((await costOf(() => page("isLess", 10))).read).toBeLessThanOrEqual(20);
  expect((await costOf(() => page("isGreater", 10))).read).toBeLessThanOrEqual(10);
});

test("group headers and the number of records: three round trips, two if nothing was written, whatever the size", async () => {
  withRightUnits();
  for (const times of [1, 3]) {
    const large = await aLargeTable();
    const { as, params } = large;
    const { body: fields } = await call(listFields, { as, params });
    const group = [{ fieldId: fields[1].id, order: "asc" }];
    const { body: view } = await call(createView, { as, params, body: { name: "G", type: "grid", group } });
    for (let i = 0; i < times; i++)
      await addCounts(
        large,
        // no multiple of the four partitions of an index
        counts.map((count) => count % 5),
      );
    await makeIndexes(large);
    await settleAll();
    const query = { viewId: view.id as string };
    const groupBy = JSON.stringify(group);
    const asked = [
      () => call(listGroupPoints, { as, params, query: { ...query, groupBy } }),
      () => call(countRecords, { as, params, query }),
      () => call(listRecords, { as, params, query: { ...query, groupBy, take: "100" } }),
    ];
    const natural = await costOf(() => call(listRecords, { as, params, query: { take: "1" } }));
    const costs = async () => {
      const found: Cost[] = [];
      for (const ask of asked) found.push(await costOf(ask));
      for (const [i, { read }] of found.entries()) expect(read).toBeLessThanOrEqual(i === 2 ? 125 : 20);
      return found.map(({ roundTrips }) => roundTrips - natural.roundTrips);
    };
    // each of these calls once before: the first reads the schema
    await costs();
    expect(await costs()).toEqual([2, 2, 2]);
    const [id] = await addCounts(large, [9]);
    expect(await costs()).toEqual([3, 3, 3]);
    const rows = async () => (await call(countRecords, { as, params, query })).body.rowCount;
    expect(await rows()).toBe(times * counts.length + 1);
    await call(deleteListedRecords, { as, params, body: { recordIds: [id] } });
    expect(await rows()).toBe(times * counts.length);
  }
});

test("a record that comes into a group: 2 WCU, one more for the note of the whole call; no round trip more", async () => {
  withRightUnits();
  const large = await aLargeTable();
  const { as, params } = large;
  const group = [{ fieldId: (await call(listFields, { as, params })).body[1].id, order: "asc" }];
  await call(createView, { as, params, body: { name: "G", type: "grid", group } });
  const [id] = await addCounts(large, [1]);
  const few = counts.slice(0, 10).map((count) => count % 2);
  const besideNone = await costOf(() => addCounts(plain, few));
  await makeIndexes(large);
  await settleAll();
  // two indexes: one of the sort, one of the groups
  expect(beside(await costOf(() => addCounts(large, few)), besideNone)).toEqual({
    roundTrips: 1,
    written: 2 * 10 + 1,
  });
  const change = (of: Large, record: string | undefined, fields: object) =>
    costOf(() =>
      call(updateRecords, { as: of.as, params: of.params, body: { records: [{ id: record, fields }] } }),
    );
  const other = await change(plain, plain.ids[0], { Name: "other" });
  expect(beside(await change(large, id, { Name: "other" }), other)).toEqual({ roundTrips: 0, written: 0 });
  const moved = beside(
    await change(large, id, { Count: 77 }),
    await change(plain, plain.ids[0], { Count: 77 }),
  );
  // each index has a note for the look-ups that run
  expect(moved).toEqual({ roundTrips: 2, written: 2 * 3 + 1 });
  const remove = (of: Large, record: string | undefined) =>
    costOf(() => call(deleteListedRecords, { as: of.as, params: of.params, body: { recordIds: [record] } }));
  const removed = beside(await remove(large, id), await remove(plain, plain.ids.at(-1)));
  expect(removed).toEqual({ roundTrips: 1, written: 2 + 2 });
});

test("creating: 1 WCU a record and index, one round trip; changing an indexed cell two; others nothing", async () => {
  withRightUnits();
  const create = (large: Large) => costOf(() => addCounts(large, counts.slice(0, 10)));
  expect(beside(await create(indexed), await create(plain))).toEqual({ roundTrips: 1, written: 10 });
  const change = (large: typeof indexed, fields: object) =>
    costOf(async () => {
      const records = large.ids.slice(0, 10).map((id) => ({ id, fields }));
      const { status } = await call(updateRecords, { as: large.as, params: large.params, body: { records } });
      expect(status).toBe(200);
    });
  const name = { Name: "a name that no test gave before" };
  expect(beside(await change(indexed, name), await change(plain, name))).toEqual({
    roundTrips: 0,
    written: 0,
  });
  const count = { Count: 5000 };
  expect(beside(await change(indexed, count), await change(plain, count))).toEqual({
    roundTrips: 2,
    written: 20 + 1,
  });
});

test("in the order of people: a page costs their names besides; a cell that is not in the order costs nothing", async () => {
  withRightUnits();
  const [byName, plainOne] = await Promise.all(
    [true, false].map(async (isIndexed) => {
      const large = await aLargeTable();
      const { as, params } = large;
      const { body: who } = await call(createField, { as, params, body: { type: "user", name: "Who" } });
      const sort = { sortObjs: [{ fieldId: who.id, order: "asc" }] };
      const body = { name: "By name", type: "grid", sort };
      const { body: view } = isIndexed ? await call(createView, { as, params, body }) : { body: {} };
      const add = async (count: number) => {
        const Who = { id: as.userId, title: "" };
        const records = Array.from({ length: count }, (_, i) => ({ fields: { Name: `n${i}`, Who } }));
        const { body: created } = await call(createRecords, { as, params, body: { records } });
        return created.records.map(({ id }: { id: string }) => id) as string[];
      };
      const ids = await add(150);
      await makeIndexes(large);
      await settleAll();
      return { ...large, view: view.id as string, add, ids };
    }),
  );
  if (!byName || !plainOne) throw new Error("no table");
  const page = (query: Record<string, string>) =>
    call(listRecords, { as: byName.as, params: byName.params, query });
  const asked = { viewId: byName.view };
  expect((await page(asked)).body.records).toHaveLength(100);
  const [sorted, byCount] = [
    await costOf(() => page(asked)),
    await costOf(() => page({ viewId: byName.viewId })),
  ];
  // whether one has taken another name is asked beside the entries
  expect(beside(sorted, byCount)).toEqual({ roundTrips: 1, written: 0 });
  expect(sorted.read - byCount.read).toBeLessThanOrEqual(6);
  const update = ({ as, params, ids }: typeof byName, fields: object) =>
    costOf(() => call(updateRecords, { as, params, body: { records: [{ id: ids[0], fields }] } }));
  for (const each of [byName, plainOne]) await update(each, { Name: "first" });
  const other = { Name: "other" };
  expect(beside(await update(byName, other), await update(plainOne, other))).toEqual({
    roundTrips: 0,
    written: 0,
  });
  // a process reads each name once, and keeps it as long as the schema stays the same
  for (const [roundTrips, what] of [
    [1, "the first time"],
    [0, "later"],
  ] as const)
    expect(beside(await costOf(() => byName.add(10)), await costOf(() => plainOne.add(10))), what).toEqual({
      roundTrips,
      written: 10,
    });
});
