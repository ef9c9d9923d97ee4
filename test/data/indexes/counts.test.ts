/* Counts of indexes: what notes and sums do when processes die at any request, and what is answered without counts. */
import { expect, test, vi } from "vitest";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as fold } from "#functions/index/fold-counts";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { checkIndexes } from "#lib/data/indexes/check-index";
import { planEntries } from "#lib/data/indexes/commit-with-entries";
import { type CountNote, notePartsOf, type SumsItem, sumsKey } from "#lib/data/indexes/counts/count-items";
import { allNumbers, countSlice, foldNotes } from "#lib/data/indexes/counts/fold-counts";
import { readCounts } from "#lib/data/indexes/counts/read-counts";
import { liveIndexes } from "#lib/data/indexes/live-indexes";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSlice as readRecords } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { readSchema } from "#lib/data/schema/table-schema";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import { change, commit, insert, tryCommit } from "#lib/store/commit";
import { addToNumber, getItem, readAll } from "#lib/store/store";
import { makeIndexes } from "#test/functions/index/support";
import { eventOf } from "#test/support/events/deliver";
import { process } from "#test/support/events/processes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Grouped = Awaited<ReturnType<typeof aGroupedTable>>;

/** A large table with a view that is grouped by its number, and its records. */
async function aGroupedTable(sizes: (number | null)[] = [1, 2, 2, null, 3]) {
  const { owner: as, tableId, baseId, table } = await aTable();
  const params = { tableId };
  const group = [{ fieldId: table.fields[1].id, order: "asc" as const }];
  const body = { name: "Groups", type: "grid", group };
  const { body: view } = await call(createView, { as, params, body });
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  const large = { as, params, baseId, orders: group, viewId: view.id as string };
  const ids = await add(large, sizes);
  await makeIndexes(large);
  const [index] = (await readSchema(tableId)).indexes;
  return { ...large, tableId, ids, index: index?.id ?? "", group: JSON.stringify(group) };
}

async function add({ as, params }: Pick<Grouped, "as" | "params">, sizes: (number | null)[]) {
  const records = sizes.map((Count) => ({ fields: { Name: "n", Count } }));
  const { body, status } = await call(createRecords, { as, params, body: { records } });
  expect(status).toBe(201);
  return body.records.map(({ id }: { id: string }) => id) as string[];
}

/** The counts as the index says them; each value with its count. */
async function counted({ tableId, index: id }: Grouped) {
  const index = liveIndexes(await readSchema(tableId)).find(({ item }) => item.id === id);
  const groups = index && (await readCounts(tableId, index));
  return groups && Object.fromEntries(groups.map(({ cells: [cell], count }) => [String(cell), count]));
}

const notes = async ({ tableId, index }: Grouped) =>
  (await Promise.all(notePartsOf(tableId, index).map((range) => readAll<CountNote>(range)))).flat();
const sums = ({ tableId, index }: Grouped) => getItem<SumsItem>(sumsKey(tableId, index));
const groupPoints = async ({ as, params, group, viewId }: Grouped, more: object = {}) =>
  (await call(listGroupPoints, { as, params, query: { viewId, groupBy: group, ...more } })).body;
const points = (of: [value: number | null, count: number][]) =>
  of.flatMap(([value, count]) => [
    { id: expect.any(String), type: 0, depth: 0, value, isCollapsed: false },
    { type: 1, count },
  ]);

test("records from before and after the index was made; folding changes no answer, and leaves nothing open", async () => {
  const table = await aGroupedTable();
  const { as, params, tableId, index, ids } = table;
  expect(await counted(table)).toEqual({ null: 1, 1: 1, 2: 2, 3: 1 });
  await add(table, [3, 4]);
  const update = (id = "", Count: number | null = null) =>
    call(updateRecords, { as, params, body: { records: [{ id, fields: { Count } }] } });
  await update(ids[0], 4);
  await update(ids[0], 5);
  await call(deleteListedRecords, { as, params, body: { recordIds: [ids[1]] } });
  const wanted = { null: 1, 2: 1, 3: 2, 4: 1, 5: 1 };
  expect(await counted(table)).toEqual(wanted);
  const open = await notes(table);
  expect(open).toHaveLength(4);
  // a consumer hears of one of them
  const [first] = open;
  if (!first) throw new Error("no note");
  expect(await fold(eventOf({ ...first, entity: "countNote" }, 1))).toEqual({ batchItemFailures: [] });
  expect(await counted(table)).toEqual(wanted);
  expect((await notes(table)).filter(({ foldedTime }) => !foldedTime)).toEqual([]);
  const [before] = [await sums(table)];
  await foldNotes(tableId, index);
  expect(await sums(table)).toEqual(before);
  expect(await groupPoints(table)).toEqual(
    points([
      [null, 1],
      [2, 1],
      [3, 2],
      [4, 1],
      [5, 1],
    ]),
  );
});

test("a grouped list, its headers and the number of records come from the index; with a filter or collapsed groups they are as ever", async () => {
  const table = await aGroupedTable();
  const { as, params, viewId, group } = table;
  const list = async (more: object = {}) =>
    (await call(listRecords, { as, params, query: { viewId, groupBy: group, ...more } })).body;
  const all = await list();
  expect(all.records.map(({ fields }: { fields: { Count?: number } }) => fields.Count)).toEqual([
    ...[undefined, 1, 2, 2, 3],
  ]);
  expect(all.extra.groupPoints).toEqual(await groupPoints(table));
  const [head] = all.extra.groupPoints;
  const collapsed = await list({ collapsedGroupIds: JSON.stringify([head.id]) });
  expect(collapsed.records).toHaveLength(4);
  expect(collapsed.extra.groupPoints[0]).toEqual({ ...head, isCollapsed: true });
  const count = async (more: object = {}) =>
    (await call(countRecords, { as, params, query: { viewId, ...more } })).body.rowCount;
  expect(await count()).toBe(5);
  const filterSet = [{ fieldId: "Count", operator: "is", value: 2 }];
  const filter = JSON.stringify({ conjunction: "and", filterSet });
  expect(await count({ filter })).toBe(2);
  expect(await groupPoints(table, { filter })).toEqual(points([[2, 2]]));
});

test("a request that stores a note and was delayed until the note is folded is refused", async () => {
  const table = await aGroupedTable();
  await add(table, [3]);
  const [note] = await notes(table);
  if (!note) throw new Error("no note");
  await foldNotes(table.tableId, table.index);
  expect(await tryCommit([insert(note)])).toBe(false);
  expect(await counted(table)).toEqual({ null: 1, 1: 1, 2: 2, 3: 2 });
});

test("a call that sees another group of a record than the one it was counted in takes it from there", async () => {
  const table = await aGroupedTable();
  const { tableId, index: id } = table;
  const [added = ""] = await add(table, [3]);
  const [live] = liveIndexes(await readSchema(tableId));
  const stored = await getItem<RecordItem>(recordKey(tableId, added));
  const [record] = (await live?.prepare(stored ? [stored] : [])) ?? [];
  if (!live?.pathOf || !record) throw new Error("no index");
  const pathOf = live.pathOf;
  // as a call would that does not know of a choice that was added a moment ago
  const blind = { ...live, pathOf: (of: Parameters<typeof pathOf>[0]) => pathOf({ ...of, cells: {} }) };
  const moved = change(record, { cells: {} });
  const { notes: planned } = await planEntries(tableId, [blind], [moved]);
  const moves = planned.flatMap((each) => ("item" in each ? JSON.parse((each.item as CountNote).moves) : []));
  expect(moves).toEqual([
    [added, record.ix?.[id]?.slice(0, 6), pathOf(record)?.id, blind.pathOf(record)?.id],
  ]);
});

test("a piece of making an index that is repeated, and ends elsewhere than before, counts each record once", async () => {
  const table = await aGroupedTable();
  const { tableId } = table;
  const [live] = liveIndexes(await readSchema(tableId));
  if (!live) throw new Error("no index");
  const other = { ...live, item: { ...live.item, id: "other" } };
  const piece = async (take: number) => {
    const { records, more } = await readRecords({ tableId, after: 0, skip: 0, take });
    const at = more ? autoNumberOf(records.at(-1)?.id ?? "") : allNumbers;
    return { records: await live.prepare(records), at };
  };
  for (const take of [2, 4, 3, 9, 9]) await countSlice(tableId, other, 0, () => piece(take));
  const groups = await readCounts(tableId, other);
  expect(groups?.map(({ cells: [cell], count }) => [cell, count])).toEqual([
    [1, 1],
    [2, 2],
    [null, 1],
    [3, 1],
  ]);
});

test("while it is made, the last records of groups are deleted or changed", async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  const { owner: as, tableId, baseId, table } = await aTable();
  const params = { tableId };
  const group = [{ fieldId: table.fields[1].id, order: "asc" as const }];
  const { body: view } = await call(createView, {
    as,
    params,
    body: { name: "Groups", type: "grid", group },
  });
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  const large = { as, params, baseId, orders: group, viewId: view.id as string };
  const [first, second, third] = await add(large, [1, 2, null, 3]);
  await tendIndexes(tableId, new Date().toISOString());
  const [index] = (await readSchema(tableId)).indexes;
  expect(index?.state).toBe("building");
  await call(deleteListedRecords, { as, params, body: { recordIds: [first] } });
  const records = [second, third].map((id) => ({ id, fields: { Count: 5 } }));
  expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  await makeIndexes(large);
  const made = { ...large, tableId, ids: [], index: index?.id ?? "", group: JSON.stringify(group) };
  expect(await counted(made)).toEqual({ 3: 1, 5: 2 });
  await foldNotes(tableId, made.index);
  expect(await counted(made)).toEqual({ 3: 1, 5: 2 });
});

/** Runs work that dies at its k-th request, before or after that took effect, for each k; `begin` gives what it works on. */
async function dieAnywhere(
  begin: () => Promise<Grouped>,
  work: (table: Grouped) => Promise<unknown>,
  look: (table: Grouped) => Promise<void>,
) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (const how of ["killed before", "killed after"] as const)
    for (let at = 0, isOver = false; !isOver; at++) {
      const table = await begin();
      const { killed } = await process(
        (_, i) => (i === at ? how : undefined),
        () => work(table),
      );
      isOver = !killed;
      await look(table);
    }
}

/** What a plain look at all records says. */
async function plain({ as, params }: Grouped) {
  const { body } = await call(listRecords, { as, params, query: { take: "100" } });
  const counts: { [size: string]: number } = {};
  for (const { fields } of body.records) {
    const size = String(fields.Count ?? null);
    counts[size] = (counts[size] ?? 0) + 1;
  }
  return counts;
}

/** The counts are right, also after all is folded twice. */
async function isRight(table: Grouped) {
  const wanted = await plain(table);
  for (let i = 0; i < 3; i++) {
    expect(await counted(table)).toEqual(wanted);
    await foldNotes(table.tableId, table.index);
  }
}

test("a folder that dies at any request", { timeout: 60_000 }, async () => {
  await dieAnywhere(
    async () => {
      const table = await aGroupedTable();
      await add(table, [3, 4]);
      await call(deleteListedRecords, {
        as: table.as,
        params: table.params,
        body: { recordIds: [table.ids[1]] },
      });
      return table;
    },
    ({ tableId, index }) => foldNotes(tableId, index),
    isRight,
  );
});

test("writers that die at any request: of one record, of many, of deleted ones", {
  timeout: 120_000,
}, async () => {
  const works = [
    ({ as, params, ids }: Grouped) =>
      call(updateRecords, { as, params, body: { records: [{ id: ids[0], fields: { Count: 7 } }] } }),
    ({ as, params, ids }: Grouped) =>
      call(updateRecords, {
        as,
        params,
        body: { records: ids.slice(0, 3).map((id) => ({ id, fields: { Count: 7 } })) },
      }),
    ({ as, params, ids }: Grouped) =>
      call(deleteListedRecords, { as, params, body: { recordIds: ids.slice(0, 2) } }),
  ];
  for (const work of works) await dieAnywhere(() => aGroupedTable([1, 2, 2]), work, isRight);
});

test("counts that are wrong: the check ends the index", async () => {
  const table = await aGroupedTable();
  const { tableId } = table;
  expect(await checkIndexes(tableId, async () => {})).toMatchObject([{ counts: "right", wrong: 0 }]);
  const item = await sums(table);
  if (!item) throw new Error("no sums");
  await commit([change(item, { groups: item.groups.replace('"count":2', '"count":3') })]);
  expect(await checkIndexes(tableId, async () => {})).toMatchObject([{ counts: "wrong", wrong: 0 }]);
  expect((await readSchema(tableId)).indexes).toMatchObject([{ state: "ended" }]);
  expect(await groupPoints(table)).toHaveLength(8);
});

test("too many groups: they are not counted, and the answers are as ever", async () => {
  const table = await aGroupedTable(Array.from({ length: 900 }, (_, i) => i));
  await add(
    table,
    Array.from({ length: 900 }, (_, i) => 1000 + i),
  );
  await foldNotes(table.tableId, table.index);
  expect(await counted(table)).toBeUndefined();
  expect(await checkIndexes(table.tableId, async () => {})).toMatchObject([{ counts: "too many groups" }]);
  expect(await groupPoints(table)).toHaveLength(3600);
});
