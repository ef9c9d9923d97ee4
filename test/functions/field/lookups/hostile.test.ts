/* Lookups of lookups multiply: what a call does for them, and what it keeps in memory, is bounded. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getBaseGraph } from "#functions/field/get-base-graph";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Table = Awaited<ReturnType<typeof aTable>>;
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "N" },
];

async function add(as: Someone, { tableId }: Table, body: object): Promise<string> {
  const answer = await call(createField, { as, params: { tableId }, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** A table of so many records, each linked to all of them, and `levels` fields, each of which looks up the one before. */
async function aKnot(records: number, levels: number, how: object, n: number | null = 1) {
  const cells = Array.from({ length: records }, (_, i) => ({ fields: { Name: `${i}`, N: n } }));
  const table = await aTable({ fields, records: cells });
  const { owner: as, tableId } = table;
  const options = { relationship: "manyMany", foreignTableId: tableId, isOneWay: true };
  const linkFieldId = await add(as, table, { type: "link", name: "All", options });
  const ids = table.table.records.map(({ id }: { id: string }) => ({ id }));
  const params = { tableId };
  const changed = ids.map(({ id }: { id: string }) => ({ id, fields: { All: ids } }));
  expect((await call(updateRecords, { as, params, body: { records: changed } })).status).toBe(200);
  const below = [table.table.fields[1].id as string];
  for (let level = 1; level <= levels; level++) {
    const lookupOptions = { foreignTableId: tableId, linkFieldId, lookupFieldId: below.at(-1) };
    below.push(await add(as, table, { ...how, name: `L${level}`, lookupOptions }));
  }
  const list = (query: Record<string, string | string[]> = {}) => call(listRecords, { as, params, query });
  return { as, params, list };
}

const lookup = { type: "number", isLookup: true };
const tooMuch = {
  status: 400,
  body: { message: expect.stringContaining("take too much work for one call") },
};

test("a list that is too long is an empty cell, and shorter ones beside it are whole", async () => {
  const { list } = await aKnot(30, 3, lookup);
  const { status, body } = await list({ "projection[]": ["L1", "L2", "L3"], take: "2" });
  expect(status).toBe(200);
  for (const { fields: cells } of body.records) {
    expect(cells.L1).toHaveLength(30);
    expect(cells.L2).toHaveLength(900);
    // 27,000
    expect(cells).not.toHaveProperty("L3");
  }
});

test.each([1, null])(
  "20 levels of ten links each over %s: a 400 that says what to do; other fields can be read",
  async (n) => {
    const { as, list, params } = await aKnot(10, 20, lookup, n);
    expect(await list()).toMatchObject(tooMuch);
    expect(await list({ "projection[]": ["Name", "L3"] })).toMatchObject({ status: 200 });
    const records = [{ fields: { Name: "free" } }];
    expect(await call(createRecords, { as, params, body: { records } })).toMatchObject({ status: 201 });
  },
);

test("20 levels of rollups: none is worked out without end", async () => {
  const { list } = await aKnot(10, 20, { type: "rollup", options: { expression: "sum({values})" } });
  expect(await list()).toMatchObject(tooMuch);
  const { body } = await list({ "projection[]": "L3" });
  expect(body.records[0].fields).toEqual({ L3: 1000 });
});

test("a chain over 20 tables: the last shows what the first has, and the graph shows all of it", async () => {
  const first = await aTable({ fields, records: [{ fields: { Name: "0", N: 7 } }] });
  const { owner: as } = first;
  let [below, looked, record]: [Table, string, string] = [
    ...([first, first.table.fields[1].id, first.table.records[0].id] as const),
  ];
  for (let i = 1; i < 20; i++) {
    const table: Table = await aTable({ fields: [fields[0]] }, as, first);
    const foreignTableId = below.tableId;
    const options = { relationship: "manyOne", foreignTableId, isOneWay: true };
    const linkFieldId = await add(as, table, { type: "link", name: "Down", options });
    const lookupOptions = { foreignTableId, linkFieldId, lookupFieldId: looked };
    looked = await add(as, table, { ...lookup, name: "Up", lookupOptions });
    const body = { records: [{ fields: { Name: `${i}`, Down: { id: record } } }] };
    const made = await call(createRecords, { as, params: { tableId: table.tableId }, body });
    expect(made).toMatchObject({ status: 201, body: { records: [{ fields: { Up: 7 } }] } });
    [below, record] = [table, made.body.records[0].id];
  }
  const graph = await call(getBaseGraph, {
    as,
    params: { baseId: first.baseId },
    query: { fieldId: first.table.fields[1].id },
  });
  expect(graph.body.reached).toHaveLength(19);
});
