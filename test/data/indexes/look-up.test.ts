/* Records that are looked up by values, by the indexes that a table has. */
import { beforeAll, expect, test } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { settleAll } from "#test/support/events/commits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Large = Awaited<ReturnType<typeof aLargeTable>>;
let large: Large;
let ids: string[];
/** Seven records of each hundred have each of these. */
const counts = Array.from({ length: 700 }, (_, i) => (i * 37) % 100);

beforeAll(async () => {
  large = await aLargeTable();
  ids = await addCounts(large, counts);
  await makeIndexes(large);
  await settleAll();
});

const where = (...items: [fieldId: string, operator: string, value: unknown][]) =>
  JSON.stringify({
    conjunction: "and",
    filterSet: items.map(([fieldId, operator, value]) => ({ fieldId, operator, value })),
  });
const list = (query: Record<string, string>) =>
  call(listRecords, { as: large.as, params: large.params, query });
const idsIn = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.records.map(({ id }: { id: string }) => id) as string[];

test("in natural order, in pages: the records with a value, by an index that begins with its field", async () => {
  const filter = where(["Count", "is", 37]);
  const wanted = ids.filter((_, i) => counts[i] === 37);
  const whole = await list({ filter });
  expect(whole.headers["x-gridless-plan"]).toMatch(/^index=\w{5}; entries=7; units=\d+(\.5)?$/);
  expect(idsIn(whole)).toEqual(wanted);
  expect(whole.body.nextCursor).toBeNull();
  const first = await list({ filter, take: "3" });
  const second = await list({ filter, take: "3", cursor: first.body.nextCursor });
  const third = await list({ filter, take: "3", cursor: second.body.nextCursor });
  expect([first, second, third].map(idsIn)).toEqual([
    wanted.slice(0, 3),
    wanted.slice(3, 6),
    wanted.slice(6),
  ]);
  expect(third.body.nextCursor).toBeNull();
  expect(idsIn(await list({ filter, skip: "2", take: "2" }))).toEqual(wanted.slice(2, 4));
});

test("with further items, in another order, in a view, and counted", async () => {
  const { as, params } = large;
  const wanted = ids.filter((_, i) => counts[i] === 12 || counts[i] === 13);
  const filter = where(["Count", "isGreaterEqual", 12], ["Count", "isLess", 14]);
  expect(idsIn(await list({ filter }))).toEqual(wanted);
  const orderBy = JSON.stringify([{ fieldId: "Name", order: "desc" }]);
  const sorted = await list({ filter, orderBy });
  expect(sorted.headers["x-gridless-plan"]).toMatch(/^index=/);
  const byName = (id: string) => `n${ids.indexOf(id)}`;
  expect(idsIn(sorted)).toEqual(wanted.toSorted((a, b) => byName(b).localeCompare(byName(a), "en")));
  const { body: view } = await call(createView, { as, params, body: { name: "Rows", type: "grid" } });
  expect(idsIn(await list({ filter, viewId: view.id }))).toEqual(wanted);
  const counted = await call(countRecords, { as, params, query: { filter } });
  expect(counted.body).toEqual({ rowCount: wanted.length });
  expect(counted.headers["x-gridless-plan"]).toMatch(/^index=\w+; entries=14;/);
  expect(idsIn(await list({ filter: where(["Count", "is", 12], ["Name", "is", "n999"]) }))).toEqual([]);
});

test("a filter that no index has a part of is a scan", async () => {
  const answer = await list({ filter: where(["Name", "contains", "n12"]) });
  expect(answer.headers["x-gridless-plan"]).toMatch(/^scan; units=\d/);
  expect((await list({})).headers["x-gridless-plan"]).toBeUndefined();
});

test("more than a page of records that match: each once, in pages", async () => {
  const filter = where(["Count", "isLess", 30]);
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      filter,
      take: "90",
      ...(cursor && { cursor }),
    });
    found.push(...idsIn(page));
    cursor = page.body.nextCursor;
  }
  expect(found).toEqual(ids.filter((_, i) => (counts[i] ?? 0) < 30));
});

test("a changed cell is found at its new value, and no longer at the former one", async () => {
  const { as, params } = large;
  const [id] = ids;
  const change = (Count: number) =>
    call(updateRecords, { as, params, body: { records: [{ id, fields: { Count } }] } });
  expect((await change(1234.5)).status).toBe(200);
  expect(idsIn(await list({ filter: where(["Count", "is", 1234.5]) }))).toEqual([id]);
  await change(counts[0] ?? 0);
  expect(idsIn(await list({ filter: where(["Count", "is", 1234.5]) }))).toEqual([]);
});

test("a unique number names its record, also in a table without indexes", async () => {
  const { owner: as, tableId } = await aTable({
    fields: [
      { type: "number", name: "No", unique: true },
      { type: "singleLineText", name: "Code", unique: true },
    ],
  });
  const params = { tableId };
  const body = { records: [1, 2, 3].map((No) => ({ fields: { No, Code: `c${No}` } })) };
  const { status, body: made } = await call(createRecords, { as, params, body });
  expect(status).toBe(201);
  const find = (...items: Parameters<typeof where>) =>
    call(listRecords, { as, params, query: { filter: where(...items) } });
  for (let i = 0; i < 2; i++) {
    const found = await find(["No", "is", 2]);
    expect(idsIn(found)).toEqual([made.records[1].id]);
    expect(found.headers["x-gridless-plan"]).toMatch(/^unique; entries=1; units=2$/);
  }
  expect(idsIn(await find(["No", "is", 2], ["Code", "is", "c1"]))).toEqual([]);
  expect(idsIn(await find(["No", "is", 9]))).toEqual([]);
  // the case of letters does not count in a filter, but it does for unique values
  const byCode = await find(["Code", "is", "C2"]);
  expect(idsIn(byCode)).toEqual([made.records[1].id]);
  expect(byCode.headers["x-gridless-plan"]).toMatch(/^scan/);
  const change = { records: [{ id: made.records[1].id, fields: { No: 4 } }] };
  expect((await call(updateRecords, { as, params, body: change })).status).toBe(200);
  expect(idsIn(await find(["No", "is", 2]))).toEqual([]);
  expect(idsIn(await find(["No", "is", 4]))).toEqual([made.records[1].id]);
});

test("values of each kind: in natural order, in the rows of a view, sorted, and counted", async () => {
  const choices = ["a", "b"].map((name) => ({ name }));
  const formatting = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" };
  const kinds = [
    { type: "number", name: "Number" },
    { type: "checkbox", name: "Box" },
    { type: "date", name: "Day", options: { formatting } },
    { type: "singleLineText", name: "Text" },
    { type: "singleSelect", name: "Choice", options: { choices } },
  ];
  const made = await aTable({ fields: [...kinds, { type: "singleLineText", name: "Other" }] });
  const { owner: as, tableId, baseId, table } = made;
  const params = { tableId };
  for (const { id } of table.fields.slice(0, kinds.length))
    expect((await call(declareIndex, { as, params: { ...params, fieldId: id } })).status).toBe(200);
  await makeIndexes({ ...large, as, params, baseId });
  const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`;
  const common = { Number: 1, Day: day(1), Text: "one", Choice: "a" };
  const rare = { Number: 2, Box: true, Day: day(5), Text: "two", Choice: "b" };
  const records = [...Array.from({ length: 30 }, () => common), rare, {}].map((fields) => ({ fields }));
  const { body: created } = await call(createRecords, { as, params, body: { records } });
  const [rareId, emptyId] = created.records.slice(-2).map(({ id }: { id: string }) => id);
  const { body: view } = await call(createView, { as, params, body: { name: "Rows", type: "grid" } });
  await settleAll();
  const exactly = (number: number) => ({ mode: "exactDate", exactDate: day(number), timeZone: "UTC" });
  const asked: [filter: string, found: string[]][] = [
    [where(["Number", "is", 2]), [rareId]],
    [where(["Number", "isGreater", 1]), [rareId]],
    [where(["Number", "isEmpty", null]), [emptyId]],
    [where(["Box", "is", true]), [rareId]],
    [where(["Day", "is", exactly(5)]), [rareId]],
    [where(["Day", "isOnOrAfter", exactly(4)], ["Day", "isBefore", exactly(8)]), [rareId]],
    [where(["Day", "isEmpty", null]), [emptyId]],
    [where(["Text", "is", "TWO"]), [rareId]],
    [where(["Text", "isEmpty", null]), [emptyId]],
    [where(["Choice", "isAnyOf", ["b"]]), [rareId]],
    [where(["Choice", "isEmpty", null], ["Other", "isEmpty", null]), [emptyId]],
  ];
  const orderBy = JSON.stringify([{ fieldId: "Other", order: "asc" }]);
  for (const [filter, found] of asked) {
    for (const more of [{}, { viewId: view.id }, { orderBy }]) {
      const answer = await call(listRecords, { as, params, query: { filter, ...more } });
      expect(idsIn(answer), filter).toEqual(found);
      expect(answer.headers["x-gridless-plan"], filter).toMatch(/^index=\w+; entries=1;/);
    }
    const counted = await call(countRecords, { as, params, query: { filter } });
    expect(counted.body, filter).toEqual({ rowCount: 1 });
    expect(counted.headers["x-gridless-plan"], filter).toMatch(/^index=\w+; entries=1;/);
  }
});
