/* Formulas that work long let other requests be answered meanwhile. */
import { createHook } from "node:async_hooks";
import { beforeAll, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { call } from "#test/support/requests/call";
import { aFormulaTable } from "./support.ts";

const records = 8;

/** How often the event loop is asked for a turn while this is under way. */
async function turnsDuring(work: () => Promise<{ status: number; body: unknown }>): Promise<number> {
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
