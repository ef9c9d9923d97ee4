/* Places of rows: the list from each of their cursors begins with the record that the whole list has at that row. */
import { expect, test } from "vitest";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listPlaces } from "#functions/record/list-places";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as orderRows } from "#functions/view/order-rows";
import { rowsApart } from "#lib/data/query/jumps/row-places";
import { counterKey } from "#lib/data/records/record-keys";
import type { RowPlaces } from "#lib/schemas/tables/list-query";
import { addToNumber } from "#lib/store/store";
import { addCounts, aLargeTable, makeIndexes } from "#test/functions/index/support";
import { aSheet } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { random } from "#test/support/run/chance";

type Table = Pick<Awaited<ReturnType<typeof aLargeTable>>, "as" | "params">;
type Query = Record<string, string | string[]>;

async function placesOf({ as, params }: Table, query: Query = {}): Promise<RowPlaces> {
  const { status, body } = await call(listPlaces, { as, params, query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

async function pageOf({ as, params }: Table, query: Query) {
  const { status, body } = await call(listRecords, { as, params, query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return {
    ids: (body.records as { id: string }[]).map(({ id }) => id),
    nextCursor: body.nextCursor as string | null,
  };
}

async function allOf(table: Table, query: Query): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(table, {
      ...query,
      take: "1000",
      ...(cursor && { cursor }),
    });
    all.push(...page.ids);
    cursor = page.nextCursor;
  }
  return all;
}

/** Compares all places of a list with the whole list; gives how many there are. */
async function comparePlaces(table: Table, query: Query): Promise<number> {
  const all = await allOf(table, query);
  const { places, rows, nextCursor, reason } = await placesOf(table, query);
  expect({ rows, nextCursor, reason }).toEqual({ rows: all.length, nextCursor: null, reason: undefined });
  expect(places[0]).toEqual({ row: 0, cursor: null });
  let before = 0;
  for (const { row, cursor } of places.slice(1)) {
    expect(row).toBeGreaterThan(before);
    before = row;
    const take = String(1 + random(3));
    const { ids } = await pageOf(table, { ...query, take, ...(cursor && { cursor }) });
    expect(ids).toEqual(all.slice(row, row + Number(take)));
  }
  expect(all.length - before).toBeLessThanOrEqual(2 * rowsApart);
  return places.length;
}

const where = (operator: string, value: number) => ({
  conjunction: "and",
  filterSet: [{ fieldId: "Count", operator, value }],
});

async function aView({ as, params }: Table, body: object): Promise<string> {
  const answer = await call(createView, { as, params, body: { name: "V", type: "grid", ...body } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

const shuffled = (ids: string[]) =>
  ids
    .map((id) => ({ id, at: random(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);

test("200: random records, filters and orders: each place is the row of the whole list", async () => {
  const large = await aLargeTable();
  const { as, params, orders, viewId } = large;
  const [{ fieldId = "" } = {}] = orders;
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId, operator: "isNot", value: random(20) }],
  };
  const filtered = await aView(large, { sort: { sortObjs: orders }, filter });
  const rows = await aView(large, {});
  const ids: string[] = [];
  for (const count of [1000, 1000, 400 + random(600)])
    ids.push(
      ...(await addCounts(
        large,
        Array.from({ length: count }, () => random(20)),
      )),
    );
  await makeIndexes(large);
  await settleAll();
  const queries = (): Query[] => [
    {},
    { viewId: rows },
    { viewId, ignoreViewQuery: "true" },
    { viewId },
    { viewId: filtered },
    { viewId, filter: JSON.stringify(where("isGreater", random(6))) },
    { orderBy: JSON.stringify([{ fieldId: "Count", order: "desc" }]) },
    { viewId, "search[]": ["n1", "", "false"] },
  ];
  const counts: number[] = [];
  for (const query of queries()) counts.push(await comparePlaces(large, query));
  // more than row 0
  expect(Math.min(...counts)).toBeGreaterThan(1);

  const mixed = shuffled(ids);
  const [removed, changed, moved] = [mixed.slice(0, 300), mixed.slice(300, 600), mixed.slice(600, 660)];
  for (const [i, id] of moved.entries()) {
    const body = { anchorId: mixed[700 + i], position: i % 2 ? "before" : "after", recordIds: [id] };
    const answer = await call(orderRows, { as, params: { ...params, viewId: rows }, body });
    expect(answer.status).toBe(200);
  }
  // a row that was moved, and is deleted
  removed.push(...moved.slice(0, 10));
  expect((await call(deleteListedRecords, { as, params, body: { recordIds: removed } })).status).toBe(200);
  const records = changed.map((id) => ({ id, fields: { Count: random(20) } }));
  expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  await settleAll();
  for (const query of queries()) await comparePlaces(large, query);
}, 120_000);

test("200: without deleted records a table has a place at each 1,000th row; places go on from a cursor", async () => {
  const sheet = await aSheet();
  const table = { as: sheet.owner, params: sheet.params };
  for (let i = 0; i < 3; i++) await sheet.create(Array.from({ length: 1000 }, () => ({})));
  const { places, rows, every } = await placesOf(table);
  expect({ rows, every, at: places.map(({ row }) => row) }).toEqual({
    ...{ rows: 3000, every: 1000 },
    at: [0, 1000, 2000],
  });
  const [, second, third] = places;
  // as a call does that ends there
  const after = await placesOf(table, { cursor: `1000.${second?.cursor}` });
  expect(after).toMatchObject({ rows: 3000, places: [second, third] });
});

test("200: a table of more than 256,000 numbers: a call ends, and its cursor goes on", async () => {
  const sheet = await aSheet();
  const table = { as: sheet.owner, params: sheet.params };
  await addToNumber(counterKey(sheet.tableId), 300_000);
  const ids = (await sheet.create([{}, {}])).body.records.map(({ id }: { id: string }) => id);
  const { places, rows, nextCursor } = await placesOf(table);
  expect({ places, rows }).toEqual({ places: [{ row: 0, cursor: null }], rows: null });
  const after = await placesOf(table, { cursor: String(nextCursor) });
  expect(after).toMatchObject({ places: [], rows: 2, nextCursor: null });
  const [, cursor = ""] = /^0\.(.+)$/.exec(String(nextCursor)) ?? [];
  expect((await pageOf(table, { cursor })).ids).toEqual(ids);
});

test("200: nothing but row 0 and the reason without an index, for a search, and for more than 500 moved rows", async () => {
  const sheet = await aSheet();
  const table = { as: sheet.owner, params: sheet.params };
  await sheet.create([{ Count: 2 }, { Count: 1 }]);
  const none = { places: [{ row: 0, cursor: null }], rows: null, every: 1000, nextCursor: null };
  const queries: Query[] = [
    { orderBy: JSON.stringify([{ fieldId: "Count", order: "asc" }]) },
    { filter: JSON.stringify(where("is", 1)) },
    { filterByTql: "{Count} = 1" },
    { filterByFormula: "{Count} = 1" },
    { "search[]": ["a", "", "true"] },
    { collapsedGroupIds: '["a"]', groupBy: JSON.stringify([{ fieldId: "Count", order: "asc" }]) },
  ];
  for (const query of queries) expect(await placesOf(table, query)).toEqual({ ...none, reason: "noIndex" });
  expect(await placesOf(table)).toEqual({ ...none, rows: 2 });
  const viewId = await aView(table, {});
  const [first, ...others] = (await sheet.create(Array.from({ length: 502 }, () => ({})))).body.records;
  const move = (recordIds: string[]) =>
    call(orderRows, {
      as: sheet.owner,
      params: { ...sheet.params, viewId },
      body: { anchorId: first.id, position: "before", recordIds },
    });
  const ids = others.map(({ id }: { id: string }) => id);
  expect((await move(ids.slice(0, 500))).status).toBe(200);
  expect(await placesOf(table, { viewId })).toEqual({ ...none, rows: 504 });
  expect((await move(ids.slice(500))).status).toBe(200);
  expect(await placesOf(table, { viewId })).toEqual({ ...none, reason: "movedRows" });
});

test("400: a cursor of another query or table, a list's own cursor, an unknown key", async () => {
  const sheet = await aSheet();
  const other = await aSheet();
  await other.create([{}, {}]);
  await sheet.create([{}, {}]);
  const cursorIn = async ({ list }: typeof sheet) => (await list({ take: "1" })).body.nextCursor as string;
  const ask = { as: sheet.owner, params: sheet.params };
  const refused = [await cursorIn(sheet), `1000.${await cursorIn(other)}`, "1000.a", "1000"];
  for (const cursor of refused)
    expect(refusal(await call(listPlaces, { ...ask, query: { cursor } }))).toEqual({
      ...{ status: 400, paths: ["cursor"] },
    });
  const answer = await call(listPlaces, { ...ask, query: { take: "1" } });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["take"] });
});

test("200: viewer; 403: token without record|read; 404: stranger, unknown view", async () => {
  const { owner, baseId, tableId } = await aTable();
  const params = { tableId };
  expect((await call(listPlaces, { as: await aMember(baseId, "viewer"), params })).status).toBe(200);
  const writing = { token: await aToken(owner.userId, { scopes: ["record|create"] }) };
  expect((await call(listPlaces, { as: writing, params })).status).toBe(403);
  expect((await call(listPlaces, { as: await someone(), params })).status).toBe(404);
  const query = { viewId: "viw0000000000000000" };
  expect((await call(listPlaces, { as: owner, params, query })).status).toBe(404);
});

test("200: while records are created and deleted, answers are complete", async () => {
  const large = await aLargeTable();
  const { as, params, viewId } = large;
  const ids = await addCounts(
    large,
    Array.from({ length: 1000 }, (_, i) => i),
  );
  await addCounts(large, [1, 2, 3]);
  await makeIndexes(large);
  let writing = true;
  const write = async () => {
    for (let i = 0; i < 10; i++) {
      await addCounts(large, [random(100)]);
      await call(deleteListedRecords, { as, params, body: { recordIds: ids.splice(0, 1) } });
    }
    writing = false;
  };
  const read = async () => {
    while (writing)
      for (const query of [{ viewId }, {} as Query]) {
        const { rows, places } = await placesOf(large, query);
        // of both calls that run now each may be seen or not; an entry of either is there a little longer
        expect(Math.abs((rows ?? 0) - 1003)).toBeLessThanOrEqual(2);
        expect(places.length).toBeLessThanOrEqual(2);
      }
  };
  await Promise.all([write(), read()]);
});
