/* Formulas that work long let other requests be answered meanwhile. */
import { createHook } from "node:async_hooks";
import { beforeAll, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as createField } from "#functions/field/create-field";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as createView } from "#functions/view/create-view";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { makeIndexes } from "#test/functions/index/support";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { aFormulaTable } from "./support.ts";

const records = 8;

/** How often the event loop is asked for a turn while this is under way. */
async function turnsDuring(work: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  inProcessOnly("counts the turns of this process");
  let turns = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === "Immediate") turns++;
    },
  }).enable();
  const { status, body } = await work();
  hook.disable();
  if (status >= 300) throw new Error(JSON.stringify(body));
  return turns;
}

/** About 600,000 units of work: one record is more than there may be between two turns. */
const heavy = (name: string) =>
  `SUM(${Array(7).fill(`LEN(SUBSTITUTE(REPT({${name}}, 40000), "a", "c"))`).join(", ")})`;
const light = (name: string) => `LEN(REPT({${name}}, 3))`;

/** As `heavy`, of another text for each record. */
const text = (name: string) => `LEFT({${name}} & SUBSTITUTE(REPT({${name}}, 40000), {${name}}, "x"), 1)`;
const wide = (name: string) => `CONCATENATE(${Array(7).fill(text(name)).join(", ")})`;

/** The calls of a table whose formula is this one. */
async function aTableOf(expression: (name: string) => string) {
  const table = await aFormulaTable();
  const made = await table.add(...Array.from({ length: records }, () => ({ Name: "ab" })));
  const { id: fieldId } = await table.formula(expression(table.idOf("Name")), { name: "Worked" });
  const { owner: as, tableId } = table;
  const params = { tableId };
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isGreater", value: 0 }] };
  const sent = (query: object) =>
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]));
  const get = (endpoint: Parameters<typeof call>[0], query: object) => () =>
    call(endpoint, { as, params, query: sent(query) });
  const body = (some: object[]) => ({ as, params, body: { records: some } });
  return {
    "a list": get(listRecords, {}),
    "a list with a filter": get(listRecords, { filter }),
    "a sorted list": get(listRecords, { orderBy: [{ fieldId, order: "asc" }] }),
    "a count": get(countRecords, { filter }),
    groups: get(listGroupPoints, { groupBy: [{ fieldId, order: "asc" }] }),
    statistics: get(aggregateRecords, { field: { [fieldId]: ["sum"] } }),
    "a search": get(countHits, { search: ["3", fieldId, true] }),
    "new records": () =>
      call(createRecords, body(Array.from({ length: records }, () => ({ fields: { Name: "ab" } })))),
    "changed records": () => call(updateRecords, body(made.map(({ id }) => ({ id, fields: { Price: 1 } })))),
  };
}

let tables: Record<"light" | "heavy", Awaited<ReturnType<typeof aTableOf>>>;
beforeAll(async () => {
  tables = { light: await aTableOf(light), heavy: await aTableOf(heavy) };
});

// some turns are those of the store
test.each([
  "a list",
  "a list with a filter",
  "a sorted list",
  "a count",
  "groups",
  "statistics",
  "a search",
  "changed records",
  "new records",
] as const)("%s turns the event loop after each record whose formulas work long", async (name) => {
  await tables.light[name]();
  const without = await turnsDuring(tables.light[name]);
  expect(await turnsDuring(tables.heavy[name])).toBeGreaterThanOrEqual(without + records / 2);
});

test("400: one record whose lookup reads many formulas has the work of one record, as no turn is taken within it", async () => {
  const foreign = await aFormulaTable();
  const { id: worked } = await foreign.formula(heavy(foreign.idOf("Name")), { name: "Worked" });
  const linked: { id: string }[] = [];
  for (let i = 0; i < 4; i++) linked.push(...(await foreign.add({ Name: "ab" })));
  const { owner: as, baseId } = foreign;
  const link = { relationship: "manyMany", foreignTableId: foreign.tableId };
  const { body: table } = await call(createTable, {
    as,
    params: { baseId },
    body: {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "link", name: "Links", id: "fldLinks00000000000", options: link },
      ],
      records: [],
    },
  });
  const params = { tableId: table.id };
  const lookupOptions = {
    linkFieldId: "fldLinks00000000000",
    foreignTableId: foreign.tableId,
    lookupFieldId: worked,
  };
  const lookup = { type: "formula", name: "Found", isLookup: true, lookupOptions };
  expect(await call(createField, { as, params, body: lookup })).toMatchObject({ status: 201 });
  const add = (count: number) =>
    call(createRecords, {
      as,
      params,
      body: { records: [{ fields: { Links: linked.slice(0, count).map(({ id }) => ({ id })) } }] },
    });
  expect(await add(2)).toMatchObject({ status: 201 });
  expect(await call(listRecords, { as, params })).toMatchObject({ status: 200 });
  expect(await add(4)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("lookups of one of these records take too much work") },
  });
});

test("an index whose formula takes too much work for a write is given up, and the write is done", async () => {
  const table = await aFormulaTable();
  const { owner: as, tableId, baseId } = table;
  const params = { tableId };
  const { id: fieldId } = await table.formula(wide(table.idOf("Name")), { name: "Worked" });
  const orders = [{ fieldId, order: "asc" }];
  const views = ["asc", "desc"].map((order) => ({
    ...{ name: order, type: "grid" },
    sort: { sortObjs: [{ fieldId, order }] },
  }));
  const viewIds: string[] = [];
  for (const body of views) viewIds.push((await call(createView, { as, params, body })).body.id);
  await addToNumber(counterKey(tableId as TableId), recordsWithoutIndex + 1);
  await table.add({ Name: "b" });
  await makeIndexes({ as, params, baseId, orders, viewId: viewIds[0] ?? "" });
  const states = async () => (await readSchema(tableId as TableId)).indexes.map(({ state }) => state);
  expect(await states()).toEqual(["ready", "ready"]);
  await table.add({ Name: "d" });
  expect(await states()).toEqual(["ready", "ready"]);
  const made = await table.add(...Array.from({ length: 10 }, () => ({ Name: "c" })));
  expect(made).toHaveLength(10);
  expect(await states()).not.toContain("ready");
  const listed = await table.cells({ viewId: viewIds[0] ?? "" });
  expect(listed.map(({ Name }) => Name)).toEqual(["b", ...made.map(() => "c"), "d"]);
});
