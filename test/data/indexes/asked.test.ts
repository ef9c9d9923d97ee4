/* Orders that requests keep asking for get an index; what is not asked for any longer loses it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as listCalendarDays } from "#functions/aggregation/list-calendar-days";
import { handler as exportView } from "#functions/csv/export-view";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { handler as createView } from "#functions/view/create-view";
import { noteOrder, readAskedOrders } from "#lib/data/indexes/asked-orders";
import type { IndexDefinition } from "#lib/data/indexes/index-definition";
import { listedKey, visitIndexedTables } from "#lib/data/indexes/indexed-tables";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { addToNumber, getItem } from "#lib/store/store";
import { itemsWith, runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { abandonNothing, disturbed, type Fault, type Sent, storeError } from "#test/support/store/faults";

const now = () => new Date().toISOString();
const inDays = (days: number) => timeAfter(now(), days * msPerDay);
const sizes = Array.from({ length: 30 }, (_, i) => (i * 7) % 11);

async function aSheet() {
  const names = ["Name", "Size", ...Array.from({ length: 12 }, (_, i) => `F${i}`)];
  const fields = names.map((name) => ({ type: name === "Name" ? "singleLineText" : "number", name }));
  const made = await aTable({ fields });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  const records = sizes.map((Size, i) => ({ fields: { Name: `n${i % 4}`, Size } }));
  expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
  const by = (name: string, order: "asc" | "desc" = "asc"): IndexDefinition["orders"] => [
    { fieldId: idOf(name), order },
  ];
  const list = (query: { [name: string]: string | string[] | object }) => {
    const isText = (value: unknown) => typeof value === "string" || (value as unknown[])[0] === "1";
    const sent = Object.entries(query).map(([name, value]) => [
      name,
      isText(value) ? value : JSON.stringify(value),
    ]);
    return call(listRecords, { as, params, query: Object.fromEntries(sent) });
  };
  const asked = () => readAskedOrders(tableId, now());
  const indexes = async () => (await readSchema(tableId)).indexes.filter(({ state }) => state !== "dropped");
  async function tend(time = now()) {
    await tendIndexes(tableId, time);
    for (const { jobId, state } of (await readSchema(tableId)).indexes)
      if (state !== "ready") await runToEnd(jobId, baseId);
  }
  /** As many pages as requests would have read. */
  const ask = (orders: IndexDefinition["orders"], pages = 40) =>
    noteOrder(tableId, { definition: { orders }, pages, isAsked: true, isMissing: true });
  const grow = () => addToNumber(counterKey(tableId), recordsWithoutIndex);
  return { ...made, as, params, idOf, by, list, asked, indexes, tend, ask, grow };
}

let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeEach(async () => {
  abandonNothing();
  vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "1");
  sheet = await aSheet();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Other tests have tables in the same store. */
const onlyOf =
  (tableId: string): typeof tendIndexes =>
  (id, time) =>
    id === tableId ? tendIndexes(id, time) : Promise.resolve();

const readsIndex = ({ input }: Sent) => JSON.stringify(input).includes('":pk":"INDEX#');
const isNote = ({ command, input }: Sent) =>
  command === "UpdateItem" && JSON.stringify(input).includes('"ASKED#');

test("a filter by a value that few records have: its field gets an index, in whatever order the records are asked for", async () => {
  const { as, params, idOf, by, list, asked, indexes, tend, ask, grow } = await aSheet();
  const filter = { conjunction: "and", filterSet: [{ fieldId: "Size", operator: "is", value: 7 }] };
  // this table stays small: what notes looks at its size after the answer, later than any other request of this test may ask
  const small = await sheet.list({ filter });
  expect(small.body.records).toHaveLength(3);
  await grow();
  const found = (await list({ filter })).body.records;
  await expect.poll(asked).toMatchObject([{ definition: { orders: by("Size") }, asked: 1 }]);
  await call(countRecords, { as, params, query: { filter: JSON.stringify(filter) } });
  await expect.poll(asked).toMatchObject([{ definition: { orders: by("Size") }, asked: 2 }]);
  // no value, or many records: an index would not help
  await list({ filter: { ...filter, filterSet: [{ fieldId: "Size", operator: "isNot", value: 7 }] } });
  await ask(by("Size"));
  await tend();
  expect(await indexes()).toMatchObject([
    { orders: [{ fieldId: idOf("Size"), order: "asc" }], state: "ready" },
  ]);
  const answer = await list({ filter });
  expect(answer.headers["x-gridless-plan"]).toMatch(/^index=/);
  expect(answer.body.records).toEqual(found);
  await expect.poll(asked).toMatchObject([{ asked: 43 }]);
  expect(await sheet.asked()).toEqual([]);
});

test("an order that about 40 pages were read in gets an index; its pages are those of the scan; it goes when nothing asks for it", async () => {
  const { by, list, asked, indexes, tend, grow } = sheet;
  await grow();
  const query = { orderBy: by("Size"), take: "7" };
  const scanned = await list(query);
  for (let i = 1; i < 39; i++) await list(query);
  await expect.poll(asked).toMatchObject([{ definition: { orders: by("Size") }, asked: 39, used: 39 }]);
  await tend();
  expect(await indexes()).toEqual([]);
  await list(query);
  await expect.poll(asked).toMatchObject([{ asked: 40 }]);
  await tend();
  expect(await indexes()).toMatchObject([{ orders: by("Size"), state: "ready" }]);
  const calls = await disturbed(
    () => undefined,
    async () => expect((await list(query)).body).toEqual(scanned.body),
  );
  expect(calls.filter(readsIndex)).not.toEqual([]);
  const cursor = scanned.body.nextCursor;
  const sizesOf = (body: { records: { fields: { Size: number } }[] }) =>
    body.records.map(({ fields }) => fields.Size);
  const following = await list({ ...query, cursor });
  expect(sizesOf(following.body)).toEqual(sizes.toSorted((a, b) => a - b).slice(7, 14));
  // pages of the index keep it
  await expect.poll(asked).toMatchObject([{ asked: 42, used: 42 }]);
  await tend(inDays(6));
  expect(await indexes()).toMatchObject([{ state: "ready" }]);
  await tend(inDays(8));
  expect(await indexes()).toEqual([]);
});

test("the schedule drops it without any change of its table, and forgets the table", async () => {
  const { tableId, baseId, by, ask, tend, grow, indexes } = sheet;
  await grow();
  await ask(by("Size"));
  await tend();
  const row = () => getItem(listedKey(tableId));
  expect(await row()).toMatchObject({ tableId });
  await visitIndexedTables(now(), tendIndexes);
  expect(await indexes()).toMatchObject([{ state: "ready" }]);
  // a failure of another table is no reason to leave this one out
  const failing = vi.spyOn(console, "error").mockImplementation(() => {});
  const visit = (day: number) =>
    visitIndexedTables(inDays(day), (id, time) =>
      id === tableId ? tendIndexes(id, time) : Promise.reject(new Error("no")),
    );
  await visit(9);
  expect(await indexes()).toEqual([]);
  for (const { jobId } of (await readSchema(tableId)).indexes) await runToEnd(jobId, baseId);
  expect(await row()).toMatchObject({ tableId });
  await visit(11);
  expect(await row()).toBeUndefined();
  failing.mockRestore();
});

test("of what requests ask for, only that is noted which an index would serve", async () => {
  const { as, params, idOf, by, list, asked, grow } = sheet;
  const filter = (fieldId: string, operator: string, value: unknown) => ({
    conjunction: "and",
    filterSet: [{ fieldId, operator, value }],
  });
  // a small table needs none
  await list({ orderBy: by("Size") });
  await grow();
  await list({ orderBy: by("F0"), filter: filter("Name", "contains", "x".repeat(400)) });
  await list({ orderBy: by("F1"), search: ["1", "", "true"] });
  await list({});
  const sort = { sortObjs: by("F2") };
  const { body: view } = await call(createView, { as, params, body: { name: "v", type: "grid", sort } });
  // a range of the order, groups, and the order of a view
  await list({ orderBy: by("F3"), filter: filter("F3", "isGreater", 3) });
  await list({ groupBy: by("F4"), orderBy: by("Size", "desc") });
  await list({ viewId: view.id });
  await expect
    .poll(async () => (await asked()).sort((a, b) => (a.definition.orders < b.definition.orders ? -1 : 1)))
    .toHaveLength(3);
  const found = await asked();
  const of = (name: string) => found.find(({ definition }) => definition.orders[0]?.fieldId === idOf(name));
  expect(of("F3")).toMatchObject({ used: 1, asked: 1, definition: { orders: by("F3") } });
  expect(of("F4")).toMatchObject({
    ...{ used: 1, asked: 1 },
    definition: { orders: [...by("F4"), ...by("Size", "desc")], groups: 1 },
  });
  expect(of("F2")).toMatchObject({ used: 1, asked: 0 });
});

const contains = (fieldId: string, value: string) => ({
  conjunction: "and" as const,
  filterSet: [{ fieldId, operator: "contains", value }],
});

test("a filter that requests keep asking for is part of their index, with that of their view", async () => {
  const { as, params, idOf, by, list, asked, indexes, tend, grow } = sheet;
  await grow();
  const saved = contains(idOf("Name"), "n");
  const { body: view } = await call(createView, {
    ...{ as, params },
    body: { name: "v", type: "grid", filter: saved },
  });
  const queries: Parameters<typeof list>[0][] = [
    { orderBy: by("Size"), filter: contains("Name", "1"), take: "3" },
    { viewId: view.id, orderBy: by("Size"), filter: contains("Name", "2"), take: "3" },
    { groupBy: by("Name"), orderBy: by("Size"), filter: contains("Name", "1"), take: "3" },
  ];
  const readAll = async () => (await Promise.all(queries.map(list))).map(({ body }) => body);
  const scanned = await readAll();
  await expect.poll(async () => (await asked()).length).toBe(3);
  for (const { definition } of await asked())
    await noteOrder(params.tableId, { definition, pages: 40, isAsked: true, isMissing: true });
  await tend();
  const [one, two] = ["1", "2"].map((text) => contains(idOf("Name"), text));
  const found = await indexes();
  expect(found).toHaveLength(3);
  const orders = by("Size");
  for (const index of [
    { orders, groups: 0, filter: one },
    { orders, groups: 0, filter: { conjunction: "and", filterSet: [saved, two] } },
    { orders: [...by("Name"), ...orders], groups: 1, filter: one },
  ])
    expect(found).toContainEqual(expect.objectContaining({ ...index, state: "ready" }));
  const calls = await disturbed(
    () => undefined,
    async () => expect(await readAll()).toEqual(scanned),
  );
  expect(calls.some(({ input }) => JSON.stringify(input).includes('":pk":"RECORDS#'))).toBe(false);
  const filter = JSON.stringify(contains("Name", "1"));
  const counted = await disturbed(
    () => undefined,
    async () => {
      const { body } = await call(countRecords, { as, params, query: { filter } });
      expect(body.rowCount).toBe(sizes.filter((_, i) => i % 4 === 1).length);
    },
  );
  expect(counted.some(({ input }) => JSON.stringify(input).includes('":pk":"RECORDS#'))).toBe(false);
  // pages of these indexes keep them
  await expect.poll(async () => (await asked()).map(({ used }) => used).sort()).toEqual([42, 42, 42]);
});

test("in a large table a filter that lets half of the records through asks for the order alone", async () => {
  const { params, by, list, asked } = sheet;
  await addToNumber(counterKey(params.tableId), 10_001);
  const most = { conjunction: "and", filterSet: [{ fieldId: "Name", operator: "isNot", value: "n1" }] };
  await list({ orderBy: by("Size"), filter: most });
  await list({ orderBy: by("Size"), filter: contains("Name", "1") });
  await expect.poll(async () => (await asked()).length).toBe(2);
  const filters = (await asked()).map(({ definition }) => definition.filter);
  expect(filters).toContain(undefined);
  expect(filters.filter(Boolean)).toHaveLength(1);
});

test("an index that is walked through for few matches is asked for with the filter", async () => {
  const { params, by, list, asked, tend, ask } = sheet;
  await addToNumber(counterKey(params.tableId), 10_001);
  await ask(by("Size"));
  await tend();
  const found = await disturbed(
    () => undefined,
    async () => void (await list({ orderBy: by("Size"), filter: contains("Name", "1") })),
  );
  expect(found.filter(readsIndex)).not.toEqual([]);
  await expect.poll(async () => (await asked()).length).toBe(2);
  expect((await asked()).some(({ definition }) => definition.filter)).toBe(true);
});

test("CSV exports, copied cells and calendars ask too", async () => {
  const { as, params, idOf, by, asked, indexes, tend, grow, tableId } = sheet;
  await grow();
  const { body: day } = await call(createField, {
    ...{ as, params },
    body: {
      type: "date",
      name: "Day",
      options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } },
    },
  });
  const days = Array.from({ length: 12 }, (_, i) => ({ fields: { Day: `2026-11-${10 + i}T00:00:00.000Z` } }));
  expect((await call(createRecords, { as, params, body: { records: days } })).status).toBe(201);
  const exported = async () =>
    (await call(exportView, { as, params, query: { orderBy: JSON.stringify(by("Size")) } })).status;
  const calendar = async (endDate: string) => {
    const named = { startDateFieldId: day.id, endDateFieldId: day.id, fieldKeyType: "id" };
    const query = { startDate: "2026-11-10", endDate, ...named };
    const { status, body } = await call(listCalendarDays, { as, params, query });
    expect(status).toBe(200);
    return body;
  };
  expect(await exported()).toBeLessThan(400);
  const few = await calendar("2026-11-11");
  // so many days that an index would not be read
  await calendar("2026-11-28");
  await expect.poll(async () => (await asked()).length).toBe(2);
  const found = await asked();
  const of = (fieldId: string) => found.find(({ definition }) => definition.orders[0]?.fieldId === fieldId);
  expect(of(day.id)).toMatchObject({ used: 1, asked: 1, definition: { orders: [{ order: "asc" }] } });
  expect(of(idOf("Size"))).toMatchObject({ used: 1, asked: 1, definition: { orders: by("Size") } });
  for (const { definition } of found)
    await noteOrder(tableId, { definition, pages: 40, isAsked: true, isMissing: true });
  await tend();
  expect((await indexes()).map(({ state }) => state)).toEqual(["ready", "ready"]);
  expect(await calendar("2026-11-11")).toEqual(few);
  await exported();
  await expect.poll(async () => (await asked()).map(({ used }) => used)).toEqual([42, 42]);
});

test("groups that requests keep asking for are counted by their index", async () => {
  const { by, list, tableId, tend, grow, indexes } = sheet;
  await grow();
  const query = { groupBy: by("Name"), orderBy: by("Size") };
  const scanned = await list(query);
  expect(scanned.body.extra.groupPoints).toHaveLength(8);
  const definition = { orders: [...by("Name"), ...by("Size")], groups: 1 };
  await noteOrder(tableId, { definition, pages: 40, isAsked: true, isMissing: true });
  await tend();
  expect(await indexes()).toMatchObject([{ ...definition, state: "ready" }]);
  const calls = await disturbed(
    () => undefined,
    async () => expect((await list(query)).body).toEqual(scanned.body),
  );
  expect(calls.some(({ input }) => JSON.stringify(input).includes('":pk":"RECORDS#'))).toBe(false);
});

test("those of views come first, ten at most; the least used one makes room after a day", async () => {
  const { as, params, by, ask, tend, grow, indexes, idOf } = sheet;
  await grow();
  for (let i = 0; i < 3; i++)
    await call(createView, {
      as,
      params,
      body: { name: `v${i}`, type: "grid", sort: { sortObjs: by(`F${i}`) } },
    });
  for (let i = 3; i < 12; i++) await ask(by(`F${i}`), 100 - i);
  const named = async () => {
    const found = await indexes();
    const names = Array.from({ length: 12 }, (_, i) => `F${i}`);
    return [...names, "Size"].filter((name) => found.some(({ orders }) => orders[0]?.fieldId === idOf(name)));
  };
  await tend();
  const first = ["F0", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"];
  expect(await named()).toEqual(first);
  // it is asked for more, but the others are new
  await ask(by("Size"), 1000);
  await tend();
  expect(await named()).toEqual(first);
  await tend(timeAfter(now(), msPerDay + 1000));
  expect(await named()).toEqual([...first.slice(0, 9), "Size"]);
  // a view that wants another takes the place of what requests ask for
  const sort = { sortObjs: by("F11", "desc") };
  await call(createView, { as, params, body: { name: "last", type: "grid", sort } });
  await tend();
  expect(await named()).toEqual([...first.slice(0, 8), "F11", "Size"]);
});

test("killed at any request, what makes and drops indexes begins each once, and the table stays listed as long as it has one", async () => {
  const { tableId, baseId, by, ask, grow, indexes } = sheet;
  await grow();
  await ask(by("Size"));
  vi.spyOn(console, "error").mockImplementation(() => {});
  const row = () => getItem(listedKey(tableId));
  /** Runs it again and again, each time killed one request later, until nothing kills it. */
  async function untilDone(work: () => Promise<unknown>): Promise<number> {
    for (let n = 0; ; n++) {
      const killed = storeError("ValidationException");
      const fault = (i: number) => (i === n ? (n % 2 ? "answer lost" : killed) : i > n ? killed : undefined);
      const calls = await disturbed((_, i) => fault(i), work).catch(() => undefined);
      if (calls && calls.length <= n) return n;
      if ((await indexes()).length > 0) expect(await row()).toBeDefined();
    }
  }
  expect(await untilDone(() => tendIndexes(tableId, now()))).toBeGreaterThan(4);
  expect(await indexes()).toMatchObject([{ state: "building" }]);
  for (const { jobId } of await indexes()) await runToEnd(jobId, baseId);
  const inAWeek = inDays(9);
  expect(await untilDone(() => visitIndexedTables(inAWeek, onlyOf(tableId)))).toBeGreaterThan(4);
  expect(await indexes()).toEqual([]);
  for (const { jobId } of (await readSchema(tableId)).indexes) await runToEnd(jobId, baseId);
  expect(await untilDone(() => visitIndexedTables(inDays(11), onlyOf(tableId)))).toBeGreaterThan(2);
  expect(await row()).toBeUndefined();
});

test("it ends with its field, and is not made again though it was asked for", async () => {
  const { as, params, by, idOf, ask, tend, grow, indexes } = sheet;
  await grow();
  await ask(by("Size"));
  await tend();
  await call(deleteField, { as, params: { ...params, fieldId: idOf("Size") } });
  expect(await indexes()).toMatchObject([{ state: "ended" }]);
  await tend();
  expect(await indexes()).toEqual([]);
});

test("a cleared table leaves nothing of it", async () => {
  const { as, baseId, tableId, by, ask, tend, grow } = sheet;
  await grow();
  await ask(by("Size"));
  await tend();
  const { body } = await call(deleteTable, { as, params: { baseId, tableId } });
  await runToEnd(body.jobId, baseId);
  const left = (await itemsWith(tableId)).map(({ pk }) => pk);
  expect(left.filter((pk) => /^(ASKED|INDEXED|INDEX#|TABLE#)/.test(pk))).toEqual([]);
});

test.each<[string, (sent: Sent) => Fault | undefined | Promise<Fault>]>([
  ["lost", () => "not sent"],
  ["refused", () => Object.assign(new Error("no"), { name: "AccessDeniedException" })],
  ["never answered", () => new Promise<Fault>(() => {})],
])("no page fails or waits if its note is %s", async (_, fault) => {
  const { by, list, grow, ask, tend } = sheet;
  await grow();
  const query = { orderBy: by("Size") };
  vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "0");
  const scanned = await list(query);
  await ask(by("Size"));
  vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "1");
  for (let i = 0; i < 2; i++) {
    const notes: Sent[] = [];
    const disturb = (sent: Sent) => {
      if (!isNote(sent)) return undefined;
      notes.push(sent);
      return fault(sent);
    };
    await disturbed(disturb, async () => {
      expect((await list(query)).body).toEqual(scanned.body);
      // it is sent after the answer, and must be disturbed too
      await expect.poll(() => notes.length).toBe(1);
    });
    expect(notes).toHaveLength(1);
    await tend();
  }
});
