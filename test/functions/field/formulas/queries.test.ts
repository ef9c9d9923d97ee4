/* Filters, orders, groups, searches, statistics and exports know formula fields by the kind of their result. */
import { beforeAll, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countSearchHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createView } from "#functions/view/create-view";
import { atAddress } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { aFormulaTable } from "./support.ts";

let table: Awaited<ReturnType<typeof aFormulaTable>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  table = await aFormulaTable();
  const add = async (name: string, expression: string) => {
    ids[name] = (await table.formula(table.byId(expression), { name })).id;
  };
  await add("Text", "UPPER({Name})");
  await add("Number", "IF({Price}, {Price} * 2)");
  await add("Big", "{Price} > 1");
  await add("Day", 'DATE_ADD({Due}, 1, "day")');
  await add("Words", "ARRAY_COMPACT({Tags})");
  await add("Numbers", "ARRAY_UNIQUE({Price})");
  await table.add(
    { Name: "a", Price: 1, Due: "2024-01-01", Tags: ["red"] },
    { Name: "b", Price: 2, Due: "2024-02-01", Tags: ["red", "blue"] },
    { Name: "c" },
    { Name: "d", Price: 2 },
  );
});

const names = async (query: Record<string, string>) => (await table.cells(query)).map(({ Name }) => Name);
const filterBy = (name: string, operator: string, value: unknown) =>
  JSON.stringify({ conjunction: "and", filterSet: [{ fieldId: name, operator, value }] });
const asked = (query: Record<string, string | string[]>) => ({
  ...{ as: table.owner, params: { tableId: table.tableId }, query },
});

test.each<[name: string, operator: string, value: unknown, answer: string[]]>([
  ["Text", "is", "A", ["a"]],
  ["Text", "contains", "b", ["b"]],
  ["Text", "isEmpty", null, []],
  ["Number", "isGreaterEqual", 4, ["b", "d"]],
  ["Number", "isEmpty", null, ["c"]],
  ["Big", "is", true, ["b", "d"]],
  ["Big", "is", null, ["a", "c"]],
  ["Day", "isAfter", { mode: "exactDate", exactDate: "2024-01-10T00:00:00.000Z", timeZone: "UTC" }, ["b"]],
  ["Words", "contains", "blue", ["b"]],
  ["Words", "isNotEmpty", null, ["a", "b"]],
  ["Numbers", "isEmpty", null, ["c"]],
])("filter: %s %s %j", async (name, operator, value, answer) => {
  const filter = filterBy(name, operator, value);
  expect(await names({ filter })).toEqual(answer);
  expect((await call(countRecords, asked({ filter }))).body).toEqual({ rowCount: answer.length });
});

test("400: an operator that the kind does not have", async () => {
  const answer = await table.list({ filter: filterBy("Big", "contains", "x") });
  expect(answer.status).toBe(400);
});

test.each<[name: string, order: string, answer: string[]]>([
  ["Text", "desc", ["d", "c", "b", "a"]],
  ["Number", "asc", ["c", "a", "b", "d"]],
  ["Day", "desc", ["b", "a", "c", "d"]],
  ["Words", "desc", ["b", "a", "c", "d"]],
])("order: %s %s", async (name, order, answer) => {
  expect(await names({ orderBy: JSON.stringify([{ fieldId: name, order }]) })).toEqual(answer);
});

test("groups have the values and counts of the results", async () => {
  const groupBy = JSON.stringify([{ fieldId: ids["Number"], order: "asc" }]);
  const { body } = await call(listGroupPoints, asked({ groupBy }));
  expect(body.map(({ value, count }: { value?: unknown; count?: number }) => count ?? value)).toEqual([
    ...[null, 1, 2, 1, 4, 2],
  ]);
});

test("searches find the text that the cell shows", async () => {
  const search = (text: string, field: string) => asked({ "search[]": [text, field, "true"] });
  const hits = async (text: string, name: string) =>
    (await call(countSearchHits, search(text, ids[name] as string))).body.count;
  expect(await hits("4.00", "Number")).toBe(2);
  expect(await hits("2024-02-02", "Day")).toBe(1);
  expect(await hits("blue", "Words")).toBe(1);
  expect(await hits("zzz", "Text")).toBe(0);
});

test("statistics", async () => {
  const { body } = await call(
    aggregateRecords,
    asked({
      "field[sum][]": ids["Number"] as string,
      "field[checked][]": ids["Big"] as string,
      "field[latestDate][]": ids["Day"] as string,
      "field[unique][]": ids["Text"] as string,
    }),
  );
  const values = Object.fromEntries(
    body.aggregations.map(({ value, fieldId }: { value: unknown; fieldId: string }) => [fieldId, value]),
  );
  const total = (name: string) => values[ids[name] as string] ?? body.aggregations;
  expect([total("Number"), total("Big"), total("Text")]).toMatchObject([10, 2, 4]);
  expect(String(total("Day"))).toContain("2024-02-02");
});

test("an export has the texts; cellFormat=text too", async () => {
  const exported = await call(exportTable, asked({}));
  const { bytes } = await atAddress(exported.headers["location"] ?? "");
  const [head, , second] = bytes
    .toString()
    .replace(/^\ufeff/, "")
    .split(/\r?\n/);
  expect(head).toBe("Name,Price,Tags,Due,Done,Text,Number,Big,Day,Words,Numbers");
  expect(second).toMatch(
    /^b,2(\.00)?,"red, ?blue",2024-02-01.*,B,4(\.00)?,true,2024-02-02.*"red, ?blue",2(\.00)?$/,
  );
  const [, shown] = await table.cells({ cellFormat: "text" });
  expect(shown).toMatchObject({ Number: "4.00", Day: "2024-02-02", Words: "red, blue", Numbers: "2.00" });
});

test("a view that filters, and sorts by formulas", async () => {
  const body = {
    ...{ name: "Sorted", type: "grid" },
    filter: {
      conjunction: "and",
      filterSet: [{ fieldId: ids["Number"], operator: "isNotEmpty", value: null }],
    },
    sort: { sortObjs: [{ fieldId: ids["Number"], order: "desc" }] },
  };
  const made = await call(createView, { as: table.owner, params: { tableId: table.tableId }, body });
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
  expect(await names({ viewId: made.body.id })).toEqual(["b", "d", "a"]);
});
