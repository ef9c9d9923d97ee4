/* Lists with `filterByFormula`. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { handler as saveQuery } from "#functions/record/save-query";
import { aLookedAtSheet, by, json, names, where } from "#test/functions/record/support/queries";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly, isDeployed } from "#test/support/run/target";

let sheet: Awaited<ReturnType<typeof aLookedAtSheet>>;
beforeAll(async () => {
  sheet = await aLookedAtSheet();
});

const listed = async (query: Record<string, string | string[]>) => {
  const { status, body } = await sheet.list(query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return names(body.records);
};

describe("200: the records for which the formula is true", () => {
  test.each<[string, string[]]>([
    ['{City} = "Oslo"', ["Bob", "Dee"]],
    ['{City} = "oslo"', []],
    ['AND({Age} > 10, LEN({Name}) = 3, {City} = "Rome")', ["Ada"]],
    ['OR({Age} = 7, FIND("v", {Name}))', ["Dee", "Eve"]],
    ["{Age}", ["Ada", "Bob", "Cy", "Dee"]],
    ["NOT({Age})", ["Eve"]],
    ["{Who}", ["Ada", "Dee"]],
    ['REGEXP_REPLACE({Name}, "^[A-C].*", "")', ["Dee", "Eve"]],
    ['{Age} - 36 && "false"', []],
    ["1 / ({Age} - 36) < 0", ["Bob", "Dee", "Eve"]],
    ["AUTO_NUMBER() % 2 = 1", ["Ada", "Cy", "Eve"]],
    ["CREATED_TIME() <= NOW()", ["Ada", "Bob", "Cy", "Dee", "Eve"]],
    ["TRUE", ["Ada", "Bob", "Cy", "Dee", "Eve"]],
    ["BLANK()", []],
    ["  ", ["Ada", "Bob", "Cy", "Dee", "Eve"]],
  ])("%s", async (filterByFormula, expected) => {
    expect(await listed({ filterByFormula })).toEqual(expected);
    const body = { filterByFormula };
    const posted = await call(listRecordsByBody, { as: sheet.owner, params: sheet.params, body });
    expect(names(posted.body.records)).toEqual(expected);
    const counted = await call(countRecords, { as: sheet.owner, params: sheet.params, query: body });
    expect(counted.body).toEqual({ rowCount: expected.length });
  });
});

test("200: fields are named by id too, whatever fieldKeyType is", async () => {
  for (const fieldKeyType of ["id", "name", "dbFieldName"])
    expect(await listed({ fieldKeyType, filterByFormula: `{${sheet.ids["Age"]}} + {Age} > 40` })).toEqual([
      "Ada",
      "Cy",
    ]);
});

test("200: together with a filter, a search, a view, an order and selected records", async () => {
  const filterByFormula = "LEN({Name}) = 3";
  expect(
    await listed({ filterByFormula, filter: where("City", "is", "Rome"), orderBy: by("-Name") }),
  ).toEqual(["Eve", "Ada"]);
  expect(await listed({ filterByFormula, "search[]": ["oslo", "", "true"] })).toEqual(["Bob", "Dee"]);
  expect(await listed({ filterByFormula, filterByTql: "{Age} > 30" })).toEqual(["Ada"]);
  const viewId = await sheet.aView({
    type: "grid",
    filter: { conjunction: "and", filterSet: [{ fieldId: "$City", operator: "isNot", value: "Oslo" }] },
    sort: { sortObjs: [{ fieldId: "$Name", order: "desc" }] },
  });
  expect(await listed({ filterByFormula, viewId })).toEqual(["Eve", "Ada"]);
  // a view without filter and sort is read early
  const plain = await sheet.aView({ type: "grid" });
  expect(await listed({ filterByFormula: "{Age} = 36", viewId: plain })).toEqual(["Ada", "Cy"]);
  const ids = (await sheet.list()).body.records.map(({ id }: { id: string }) => id);
  expect(await listed({ filterByFormula, "selectedRecordIds[]": ids.slice(1, 3) })).toEqual(["Bob"]);
});

test("200: groups, statistics and saved queries have it too", async () => {
  const asking = { as: sheet.owner, params: sheet.params };
  const filterByFormula = "LEN({Name}) = 3";
  const grouped = { filterByFormula, groupBy: by("City") };
  const points = (await call(listGroupPoints, { ...asking, query: grouped })).body;
  expect(points.flatMap(({ count }: { count?: number }) => count ?? [])).toEqual([2, 2]);
  const field = json({ Age: ["sum"] });
  const { body } = await call(aggregateRecords, { ...asking, query: { filterByFormula, field } });
  expect(body.aggregations[0].value).toBe(63);
  const { queryId } = (await call(saveQuery, { as: sheet.owner, body: { params: { filterByFormula } } }))
    .body;
  const counted = await call(countRecords, { ...asking, query: { queryId } });
  expect(counted.body).toEqual({ rowCount: 4 });
});

test("200: pages go on with the cursor, which belongs to the formula", async () => {
  for (const filterByFormula of ["LEN({Name}) = 3", "{Age} > 0", "AND({Age} > 0, LEN({Name}) > 0)"])
    for (const order of [{}, { orderBy: by("-Name") }]) {
      const whole = await listed({ filterByFormula, ...order });
      const read: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query = { filterByFormula, ...order, take: "1", ...(cursor && { cursor }) };
        const { body }: { body: { records: Answered[]; nextCursor: string | null } } =
          await sheet.list(query);
        read.push(...names(body.records));
        cursor = body.nextCursor;
        if (!cursor) continue;
        for (const other of [{}, { filterByFormula: `${filterByFormula} && {City} != "x"` }])
          expect(refusal(await sheet.list({ ...order, ...other, take: "1", cursor }))).toMatchObject({
            status: 400,
          });
      }
      expect(read).toEqual(whole);
    }
});

test("200: the pages of a formula of the time have the time of the first", async () => {
  if (isDeployed()) inProcessOnly("the clock of this process is set");
  const filterByFormula = 'NOW() < "2030-01-01 00:00"';
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2029-12-31T23:59:59.999Z") });
  try {
    const { body } = await sheet.list({ filterByFormula, take: "3" });
    vi.setSystemTime(Date.parse("2030-01-01T00:00:01.000Z"));
    const rest = await sheet.list({ filterByFormula, take: "3", cursor: body.nextCursor });
    expect(names(rest.body.records)).toEqual(["Dee", "Eve"]);
    expect(await listed({ filterByFormula })).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("400: everything that is wrong with a formula, with its place", async () => {
  const { status, body } = await sheet.list({ filterByFormula: "SUMM({Prize}) + {Nam}" });
  expect({ status, issues: body.data.issues }).toEqual({
    status: 400,
    issues: [
      "line 1, column 1: no function is called SUMM; did you mean SUM?",
      "line 1, column 6: no field of this table has the id or name Prize",
      "line 1, column 17: no field of this table has the id or name Nam; did you mean {Name}?",
    ].map((message) => ({ path: "filterByFormula", message })),
  });
  for (const filterByFormula of [
    "{Age} >",
    `${"(".repeat(500)}1${")".repeat(500)}`,
    "1+".repeat(4000),
    "a".repeat(9000),
  ])
    expect(await sheet.list({ filterByFormula })).toMatchObject({ status: 400 });
  for (const filterByFormula of [7, null, ["TRUE"], {}, "1+".repeat(50_000)]) {
    const asking = { as: sheet.owner, params: sheet.params };
    expect(await call(listRecordsByBody, { ...asking, body: { filterByFormula } })).toMatchObject({
      status: 400,
    });
  }
});

test("200: lookups, rollups and formulas of linked records count as in other filters", async () => {
  const goods = await aSheet({ fields: [field("Name", "singleLineText"), field("Price", "number")] });
  const { body } = await goods.create([
    { Name: "tea", Price: 4 },
    { Name: "salt", Price: 1.5 },
    { Name: "gift" },
  ]);
  const [tea, salt, gift] = body.records.map(({ id }: { id: string }) => ({ id }));
  const foreignTableId = goods.tableId;
  const looked = {
    foreignTableId,
    linkFieldId: "fldOrderGoods000000",
    lookupFieldId: goods.table.fields[1].id,
  };
  const orders = await aTable(
    {
      fields: [
        field("No", "singleLineText"),
        field("Goods", "link", {
          id: "fldOrderGoods000000",
          options: { relationship: "manyMany", foreignTableId, isOneWay: true },
        }),
        field("Prices", "number", { isLookup: true, lookupOptions: looked }),
        field("Sum", "rollup", { options: { expression: "sum({values})" }, lookupOptions: looked }),
        field("Tax", "formula", { options: { expression: "{Sum} * 0.1" } }),
      ],
    },
    goods.owner,
    goods,
  );
  const asking = { as: goods.owner, params: { tableId: orders.tableId } };
  const records = [
    { No: "1", Goods: [tea, salt] },
    { No: "2", Goods: [tea] },
    { No: "3", Goods: [gift] },
    { No: "4" },
  ];
  await call(createRecords, { ...asking, body: { records: records.map((fields) => ({ fields })) } });
  const shown = async (filterByFormula: string) =>
    names((await call(listRecordsByBody, { ...asking, body: { filterByFormula } })).body.records);
  expect(await shown("{Sum} > 4")).toEqual(["1"]);
  expect(await shown("{Prices}")).toEqual(["1", "2"]);
  expect(await shown("SUM({Prices}) = 4")).toEqual(["2"]);
  expect(await shown('FIND("gift", {Goods})')).toEqual(["3"]);
  expect(await shown("{Tax} = 0.4")).toEqual(["2"]);
  expect(await shown("{Goods} = BLANK()")).toEqual(["4"]);
});
