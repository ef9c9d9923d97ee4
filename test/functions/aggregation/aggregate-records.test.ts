import { beforeAll, expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aCountedSheet, json } from "./support.ts";

let sheet: Awaited<ReturnType<typeof aCountedSheet>>;
beforeAll(async () => {
  sheet = await aCountedSheet();
});

test("200: statistics of all records, and of those that match a filter", async () => {
  const field = json({ Age: ["sum", "average", "min", "max", "empty"], City: ["unique", "percentFilled"] });
  const { body } = await sheet.aggregate({ field });
  const values = body.aggregations.map(({ statisticFunc, value }: Record<string, unknown>) => [
    statisticFunc,
    value,
  ]);
  expect(values).toEqual([
    ...[
      ["sum", 63],
      ["average", 21],
      ["min", 7],
      ["max", 36],
      ["empty", 1],
    ],
    ...[
      ["unique", 2],
      ["percentFilled", 75],
    ],
  ]);
  const filter = json({
    conjunction: "and",
    filterSet: [{ fieldId: "City", operator: "is", value: "Rome" }],
  });
  const [sum] = (await sheet.aggregate({ field: json({ Age: ["sum"] }), filter })).body.aggregations;
  expect(sum).toEqual({
    fieldId: sheet.ids["Age"],
    statisticFunc: "sum",
    value: 36,
    total: { value: 36, aggFunc: "sum" },
  });
});

test("200: of each group, by the group ids of the list", async () => {
  const groupBy = json([{ fieldId: "City", order: "asc" }]);
  const [sum] = (await sheet.aggregate({ field: json({ Age: ["sum"] }), groupBy })).body.aggregations;
  const heads = (await sheet.groups({ groupBy })).body.filter(({ type }: { type: number }) => type === 0);
  const sums = new Map(sum.groups.map(({ groupId, value }: Record<string, unknown>) => [groupId, value]));
  expect(heads.map(({ id, value }: Record<string, unknown>) => [value, sums.get(id)])).toEqual([
    [null, 7],
    ["Rome", 36],
    ["Oslo", 20],
  ]);
});

test("200: the statistics of the columns of a view, if the query names none", async () => {
  const age = sheet.ids["Age"] as string;
  const body = { type: "grid", columnMeta: { [age]: { order: 2, statisticFunc: "max" } } };
  const { id: viewId } = (await call(createView, { as: sheet.owner, params: sheet.params, body })).body;
  expect((await sheet.aggregate({ viewId })).body).toEqual({
    aggregations: [{ fieldId: age, statisticFunc: "max", value: 36, total: { value: 36, aggFunc: "max" } }],
  });
  expect((await sheet.aggregate({})).body).toEqual({ aggregations: [] });
});

test.each([
  ["not JSON", "x", ["field"]],
  ["an unknown field", json({ Nope: ["count"] }), ["field.Nope"]],
  [
    "an unknown function, or one that the field type does not have",
    json({ Age: ["sum", "nope"], Name: ["sum"] }),
    ["field.Age[1]", "field.Name[0]"],
  ],
  [
    "too many statistics",
    json(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, Array(6).fill("count")]))),
    ["field"],
  ],
])("400: %s", async (_, field, paths) => {
  expect(refusal(await sheet.aggregate({ field }))).toEqual({ status: 400, paths });
});

test("400: a field named __proto__", async () => {
  const answer = await sheet.aggregate({ field: '{"__proto__":["count"]}' });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["field.__proto__"] });
});

test("200: function by function, and both forms of each value", async () => {
  const age = sheet.ids["Age"] as string;
  const groupBy = json([{ fieldId: "City", order: "asc" }]);
  const query = `field[sum][]=${age}&field[max][]=Age2&groupBy=${encodeURIComponent(groupBy)}`;
  const { body } = await sheet.aggregate(query.replace("Age2", age));
  expect(body.aggregations).toMatchObject([
    { fieldId: age, statisticFunc: "sum", value: 63, total: { value: 63, aggFunc: "sum" } },
    { fieldId: age, statisticFunc: "max", value: 36, total: { value: 36, aggFunc: "max" } },
  ]);
  const [sum] = body.aggregations;
  const heads = (await sheet.groups({ groupBy })).body.filter(({ type }: { type: number }) => type === 0);
  expect(heads.map(({ id }: { id: string }) => sum.group[id])).toEqual(
    [7, 36, 20].map((value) => ({ value, aggFunc: "sum" })),
  );
  expect(refusal(await sheet.aggregate(query))).toEqual({ status: 400, paths: ["field.max[0]"] });
});

test("400: both forms at once, an unknown function, a field that is named twice", async () => {
  const refused = async (query: string) => refusal(await sheet.aggregate(query));
  expect(await refused(`field=${encodeURIComponent('{"Age":["sum"]}')}&field[max][]=Age`)).toEqual({
    status: 400,
    paths: ["field"],
  });
  expect(await refused(`field[max][]=Age&field=${encodeURIComponent('{"Age":["sum"]}')}`)).toEqual({
    status: 400,
    paths: ["field"],
  });
  expect(await refused("field[__proto__][]=Age")).toEqual({ status: 400, paths: ["field.__proto__"] });
  expect(await refused("field[nope][]=Age")).toEqual({ status: 400, paths: ["field.nope[0]"] });
  expect(await refused(`field[sum][]=Age&field[max][]=${sheet.ids["Age"]}`)).toEqual({
    status: 400,
    paths: ["field.max[0]"],
  });
});
