/* Statistics, calendars and searches over lookups and rollups, also if nothing else of the query reads them. */
import { beforeAll, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as listCalendarDays } from "#functions/aggregation/list-calendar-days";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (name: string) => ({ type: "singleLineText", name });
const ids: Record<string, string> = {};
let as: { token: string };
let params: { tableId: string };

beforeAll(async () => {
  const things = await aTable({
    fields: [
      text("Name"),
      { type: "number", name: "Price" },
      { type: "date", name: "Day" },
      { type: "checkbox", name: "Done" },
      { type: "formula", name: "Late", options: { expression: "YEAR(NOW())" } },
    ],
    records: [
      { fields: { Name: "tea", Price: 4, Day: "2024-05-06T00:00:00.000Z", Done: true } },
      { fields: { Name: "salt", Price: 2024, Day: "2024-05-08T00:00:00.000Z" } },
    ],
  });
  as = things.owner;
  const lists = await aTable({ fields: [text("Name")] }, things.owner, things);
  params = { tableId: lists.tableId };
  const add = async (body: { name: string; [member: string]: unknown }) => {
    const answer = await call(createField, { as, params, body });
    expect(answer).toMatchObject({ status: 201 });
    ids[body.name] = answer.body.id;
  };
  const options = { relationship: "manyOne", foreignTableId: things.tableId };
  await add({ type: "link", name: "Thing", options });
  await add({ type: "link", name: "Things", options: { ...options, relationship: "manyMany" } });
  for (const { id, name, type } of things.table.fields) {
    const looks = (link: string) => ({
      lookupOptions: { foreignTableId: things.tableId, linkFieldId: ids[link], lookupFieldId: id },
    });
    await add({ type, name: `one ${name}`, isLookup: true, ...looks("Thing") });
    await add({ type, name: `all ${name}`, isLookup: true, ...looks("Things") });
    const expression = name === "Name" ? "array_join({values})" : "max({values})";
    await add({ type: "rollup", name: `top ${name}`, options: { expression }, ...looks("Things") });
  }
  await add({ type: "formula", name: "Plus", options: { expression: `{${ids["top Price"]}} + 1` } });
  await add({ type: "formula", name: "Date", options: { expression: `{${ids["top Day"]}}` } });
  const [tea, salt] = things.table.records.map(({ id }: { id: string }) => ({ id }));
  const records = [
    { fields: { Name: "a", Thing: tea, Things: [tea, salt] } },
    { fields: { Name: "b", Thing: salt, Things: [tea] } },
    { fields: { Name: "c" } },
  ];
  expect(await call(createRecords, { as, params, body: { records } })).toMatchObject({ status: 201 });
});

const statistic = async (name: string, func: string) => {
  const field = JSON.stringify({ [ids[name] as string]: [func] });
  const answer = await call(aggregateRecords, { as, params, query: { field } });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.aggregations[0].total.value;
};

test.each([
  ["one Price", "sum", 2028],
  ["one Price", "max", 2024],
  ["top Price", "sum", 2028],
  ["top Price", "average", 1014],
  ["Plus", "sum", 2031],
  ["one Name", "unique", 2],
  ["one Name", "filled", 2],
  ["all Name", "filled", 2],
  ["all Price", "empty", 1],
  ["top Name", "unique", 2],
  ["one Done", "checked", 1],
  ["one Day", "earliestDate", "2024-05-06T00:00:00.000Z"],
  ["top Day", "latestDate", "2024-05-08T00:00:00.000Z"],
  ["Date", "dateRangeOfDays", 2],
] as const)("%s, %s: %s", async (name, func, value) => {
  expect(await statistic(name, func)).toEqual(value);
});

test("statistics by group", async () => {
  const field = JSON.stringify({ [ids["top Price"] as string]: ["sum"] });
  const groupBy = JSON.stringify([{ fieldId: ids["one Done"], order: "asc" }]);
  const { body } = await call(aggregateRecords, { as, params, query: { field, groupBy } });
  const values = body.aggregations[0].groups.map(({ value }: { value: unknown }) => value);
  expect(values.sort()).toEqual([2024, 4].sort());
});

test.each(["one Day", "top Day", "Date"])("the calendar of %s", async (name) => {
  const fieldId = ids[name] as string;
  const query = {
    ...{ startDate: "2024-05-01T00:00:00.000Z", endDate: "2024-05-31T00:00:00.000Z" },
    ...{ startDateFieldId: fieldId, endDateFieldId: fieldId, fieldKeyType: "id" },
  };
  const answer = await call(listCalendarDays, { as, params, query });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body.countMap).toEqual({ "2024-05-06": 1, "2024-05-08": 1 });
});

const found = async (value: string, fields = "") => {
  const query = { "search[]": [value, fields, "true"] };
  const answer = await call(listRecords, { as, params, query });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.records.map(({ name }: { name: string }) => name);
};

test("a search without fields looks into lookups of text and numbers, and not into dates, checkboxes and what is late", async () => {
  expect(await found("salt")).toEqual(["a", "b"]);
  expect(await found("2024.00")).toEqual(["a", "b"]);
  expect(await found("2024-05")).toEqual([]);
  expect(await found("true")).toEqual([]);
  expect(await found(`${new Date().getFullYear()}`)).toEqual([]);
  expect(await found("2024-05", ids["Date"])).toEqual(["a", "b"]);
});

test("what looks up the time of the request is in no statistic and no search that names it", async () => {
  for (const name of ["one Late", "all Late", "top Late"]) {
    const id = ids[name] as string;
    const field = JSON.stringify({ [id]: ["filled"] });
    const counted = await call(aggregateRecords, { as, params, query: { field } });
    expect(refusal(counted)).toEqual({ status: 400, paths: ["field"] });
    const searched = await call(listRecords, { as, params, query: { "search[]": ["2", id, "true"] } });
    expect(refusal(searched)).toEqual({ status: 400, paths: ["search"] });
  }
});

test("the statistics of a view leave out a column that looks up the time of the request", async () => {
  const chosen = { order: 1, statisticFunc: "filled" };
  const columnMeta = { [ids["one Late"] as string]: chosen, [ids["top Price"] as string]: chosen };
  const view = await call(createView, { as, params, body: { type: "grid", columnMeta } });
  expect(view).toMatchObject({ status: 201 });
  const counted = await call(aggregateRecords, { as, params, query: { viewId: view.body.id } });
  expect(counted).toMatchObject({ status: 200 });
  expect(counted.body.aggregations).toMatchObject([{ fieldId: ids["top Price"], total: { value: 2 } }]);
});
