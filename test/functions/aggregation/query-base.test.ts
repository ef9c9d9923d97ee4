import { beforeAll, describe, expect, test } from "vitest";
import { handler as queryBase } from "#functions/aggregation/query-base";
import { handler as createRecords } from "#functions/record/create-records";
import { aSheet, field } from "#test/functions/record/support/records";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";

const formatting = (timeZone: string) => ({ date: "YYYY-MM-DD", time: "None", timeZone });
const cities = ["Rome", "Oslo", "Bern"];

async function aSheetToQuery() {
  const sheet = await aSheet({
    name: "People",
    fields: [
      field("Name", "singleLineText"),
      field("City", "singleSelect", { options: { choices: cities.map((name) => ({ name })) } }),
      field("Tags", "multipleSelect", { options: { choices: ["a", "b"].map((name) => ({ name })) } }),
      field("Age", "number"),
      field("Day", "date", { options: { formatting: formatting("Europe/Berlin") } }),
      field("Done", "checkbox"),
      field("Who", "user"),
      field("Next", "formula", { options: { expression: 'DATE_ADD({Day}, 1, "month")' } }),
    ],
  });
  const ask = (body: object) =>
    call(queryBase, {
      as: sheet.owner,
      params: { baseId: sheet.baseId },
      body: { table: "People", ...body },
    });
  const rows = async (body: object) => {
    const { status, body: answer } = await ask(body);
    expect({ status, answer }).toMatchObject({ status: 200 });
    return answer.rows as Record<string, unknown>[];
  };
  const issues = async (body: object) => {
    const { status, body: answer } = await ask(body);
    return { status, issues: answer.data?.issues };
  };
  return { ...sheet, ask, rows, issues };
}

let sheet: Awaited<ReturnType<typeof aSheetToQuery>>;
beforeAll(async () => {
  sheet = await aSheetToQuery();
  const me = { id: sheet.owner.userId, title: "" };
  await sheet.create([
    { Name: "Ada", City: "Rome", Age: 36, Tags: ["a", "b"], Day: "2026-03-30T22:30:00.000Z", Who: me },
    { Name: "Bob", City: "Oslo", Age: 20, Tags: ["b", "a"], Day: "2026-03-29T21:30:00.000Z", Done: true },
    { Name: "Cy", City: "Rome", Age: 4, Tags: ["b"], Day: "2026-04-30T22:30:00.000Z" },
    { Name: "Dee", Age: 7, Who: me },
    { Name: "Eve", City: "Oslo", Day: "2025-12-31T23:00:00.000Z" },
  ]);
});

test("200: groups with named statistics, conditions on them and an order by them", async () => {
  const query = {
    groupBy: [{ field: "City" }],
    select: [
      { fn: "count", as: "people" },
      { field: "Age", fn: "sum", as: "years" },
      { field: "Age", fn: "max" },
      { field: "Day", fn: "latestDate", as: "last" },
    ],
  };
  const rows = [
    { City: null, people: 1, years: 7, "max(Age)": 7, last: null },
    { City: "Rome", people: 2, years: 40, "max(Age)": 36, last: "2026-04-30T22:30:00.000Z" },
    { City: "Oslo", people: 2, years: 20, "max(Age)": 20, last: "2026-03-29T21:30:00.000Z" },
  ];
  const [none, rome, oslo] = rows;
  expect((await sheet.ask(query)).body).toEqual({ rows, total: 3 });
  expect(await sheet.rows({ ...query, orderBy: [{ name: "years", order: "desc" }] })).toEqual([
    rome,
    oslo,
    none,
  ]);
  expect(
    await sheet.rows({
      ...query,
      orderBy: [
        { name: "people", order: "desc" },
        { name: "City", order: "desc" },
      ],
    }),
  ).toEqual([oslo, rome, none]);
  expect(await sheet.rows({ ...query, orderBy: [{ name: "last" }] })).toEqual([none, oslo, rome]);
  const having = (...conditions: object[]) => sheet.rows({ ...query, having: { conditions } });
  expect(await having({ name: "years", operator: ">=", value: 20 })).toEqual([rome, oslo]);
  expect(await having({ name: "last", operator: "=", value: null })).toEqual([none]);
  expect(await having({ name: "last", operator: ">", value: "2026-04-01" })).toEqual([rome]);
  const either = [
    { name: "years", operator: "<", value: 10 },
    { name: "years", operator: ">", value: 30 },
  ];
  expect(
    await having({ conjunction: "or", conditions: either }, { name: "people", operator: "!=", value: 2 }),
  ).toEqual([none]);
  const answer = (await sheet.ask({ ...query, take: 1, orderBy: [{ name: "people" }] })).body;
  expect(answer).toEqual({ rows: [none], total: 3 });
});

test("200: one row without groups, counts without statistics, the table by its id or name", async () => {
  expect(
    await sheet.rows({ table: sheet.tableId, select: [{ field: "Age", fn: "average", as: "mean" }] }),
  ).toEqual([{ mean: 16.75 }]);
  expect(await sheet.rows({})).toEqual([{ count: 5 }]);
  const none = { filterByFormula: "FALSE" };
  expect(await sheet.rows({ ...none, select: [{ fn: "count" }, { field: "Age", fn: "max" }] })).toEqual([
    { count: 0, "max(Age)": null },
  ]);
  expect((await sheet.ask({ ...none, groupBy: [{ field: "City" }] })).body).toEqual({ rows: [], total: 0 });
});

test("200: filters of each kind choose the records", async () => {
  const filterSet = [{ fieldId: "City", operator: "is", value: "Rome" }];
  for (const [query, count] of [
    [{ filter: { conjunction: "and", filterSet } }, 2],
    [{ filterByTql: "{Age} > 5" }, 3],
    [{ filterByFormula: "LEN({Name}) = 3" }, 4],
    [{ search: ["oslo", "", true] }, 2],
  ] as const)
    expect(await sheet.rows(query)).toEqual([{ count }]);
});

test("200: what groups show: sets of choices, checkboxes, people", async () => {
  expect(await sheet.rows({ groupBy: [{ field: "Tags" }] })).toEqual([
    { Tags: null, count: 2 },
    { Tags: ["a", "b"], count: 2 },
    { Tags: ["b"], count: 1 },
  ]);
  expect(await sheet.rows({ groupBy: [{ field: "Done", as: "is done" }] })).toEqual([
    { "is done": false, count: 4 },
    { "is done": true, count: 1 },
  ]);
  const [, mine] = await sheet.rows({ groupBy: [{ field: "Who" }] });
  expect(mine).toEqual({ Who: expect.any(String), count: 2 });
});

test("200: dates by day, week, month and year in the zone of their field", async () => {
  const by = (unit: string, name = "Day") => sheet.rows({ groupBy: [{ field: name, by: unit, as: "when" }] });
  const of = (...rows: [string | null, number][]) => rows.map(([when, count]) => ({ when, count }));
  expect(await by("day")).toEqual(
    of([null, 1], ["2026-01-01", 1], ["2026-03-29", 1], ["2026-03-31", 1], ["2026-05-01", 1]),
  );
  // 29 March was a Sunday
  expect(await by("week")).toEqual(
    of([null, 1], ["2025-12-29", 1], ["2026-03-23", 1], ["2026-03-30", 1], ["2026-04-27", 1]),
  );
  expect(await by("month")).toEqual(of([null, 1], ["2026-01", 1], ["2026-03", 2], ["2026-05", 1]));
  expect(await by("year")).toEqual(of([null, 1], ["2026", 4]));
  expect(await by("month", "Next")).toEqual(of([null, 1], ["2026-02", 1], ["2026-04", 2], ["2026-06", 1]));
  expect(
    await sheet.rows({
      groupBy: [
        { field: "Day", by: "year", as: "y" },
        { field: "Day", by: "month", as: "m" },
      ],
    }),
  ).toEqual([
    { y: null, m: null, count: 1 },
    { y: "2026", m: "2026-01", count: 1 },
    { y: "2026", m: "2026-03", count: 2 },
    { y: "2026", m: "2026-05", count: 1 },
  ]);
});

test("200: a field that shows weeks is grouped by them in lists too", async () => {
  const shown = { formatting: { date: "GGGG-[W]WW", time: "None", timeZone: "UTC" } };
  const weeks = await aSheet({
    fields: [field("Name", "singleLineText"), field("Week", "date", { options: shown })],
  });
  await weeks.create(
    ["2026-03-29", "2026-03-30", "2026-04-05", "2026-04-06"].map((day) => ({ Week: `${day}T12:00:00.000Z` })),
  );
  const query = { groupBy: JSON.stringify([{ fieldId: "Week", order: "asc" }]) };
  const points = (await weeks.list(query)).body.extra.groupPoints;
  expect(points.flatMap(({ count }: { count?: number }) => count ?? [])).toEqual([1, 2, 1]);
});

test("200: linked records by their titles, lookups, rollups and formulas of them", async () => {
  const goods = await aSheetToQuery();
  const { body } = await goods.create([
    { Name: "tea", Age: 4, Day: "2026-03-30T12:00:00.000Z" },
    { Name: "salt", Age: 1, Day: "2026-04-30T12:00:00.000Z" },
  ]);
  const [tea, salt] = body.records.map(({ id }: { id: string }) => ({ id }));
  const foreignTableId = goods.tableId;
  const lookedUp = (name: string) => ({
    ...{ foreignTableId, linkFieldId: "fldOrderGoods000000" },
    lookupFieldId: goods.table.fields.find((each: { name: string }) => each.name === name).id,
  });
  const link = (id: string, name: string, relationship: string) =>
    field(name, "link", { id, options: { relationship, foreignTableId, isOneWay: true } });
  const orders = await aTable(
    {
      name: "Orders",
      fields: [
        field("No", "singleLineText"),
        link("fldOrderGoods000000", "One", "manyOne"),
        link("fldOrderMany0000000", "Many", "manyMany"),
        field("Due", "date", { isLookup: true, lookupOptions: lookedUp("Day") }),
        field("Sum", "rollup", { options: { expression: "sum({values})" }, lookupOptions: lookedUp("Age") }),
        field("Title", "formula", { options: { expression: 'UPPER({One}) & "!"' } }),
      ],
    },
    goods.owner,
    goods,
  );
  const records = [
    { No: "1", One: tea, Many: [tea, salt] },
    { No: "2", One: tea, Many: [tea, salt] },
    { No: "3", One: salt },
  ].map((fields) => ({ fields }));
  const params = { tableId: orders.tableId };
  expect(await call(createRecords, { as: goods.owner, params, body: { records } })).toMatchObject({
    status: 201,
  });
  const by = (name: string, more: object = {}) =>
    goods.rows({
      table: "Orders",
      groupBy: [{ field: name, ...more, as: "by" }],
      orderBy: [{ name: "count" }],
    });
  const of = (...rows: [unknown, number][]) => rows.map(([value, count]) => ({ by: value, count }));
  expect(await by("One")).toEqual(of(["salt", 1], ["tea", 2]));
  expect(await by("Many")).toEqual(of([null, 1], [["tea", "salt"], 2]));
  expect(await by("Due", { by: "month" })).toEqual(of(["2026-04", 1], ["2026-03", 2]));
  expect(await by("Sum")).toEqual(of([1, 1], [4, 2]));
  expect(await by("Title")).toEqual(of(["SALT!", 1], ["TEA!", 2]));
  const select = [
    { field: "Sum", fn: "sum", as: "all" },
    { field: "Due", fn: "latestDate", as: "last" },
  ];
  expect(await goods.rows({ table: "Orders", select })).toEqual([
    { all: 9, last: "2026-04-30T12:00:00.000Z" },
  ]);
});

describe("400", () => {
  test.each<[object, string, string]>([
    [{ groupBy: [{ field: "Citi" }] }, "groupBy[0].field", 'did you mean "City"?'],
    [{ groupBy: [{ field: "City", by: "month" }] }, "groupBy[0].by", "does not hold one date"],
    [{ groupBy: [{ field: "Day", by: "hour" }] }, "groupBy[0].by", "must be one of"],
    [{ groupBy: [{ field: "City" }, { field: "City" }] }, "groupBy[1].as", 'another column is called "City"'],
    [
      { groupBy: [{ field: "City", as: "count" }], select: [{ fn: "count" }] },
      "select[0].as",
      "another column",
    ],
    [{ groupBy: [{ field: "City", as: "__proto__" }] }, "groupBy[0].as", "cannot be used as a name"],
    [{ select: [{ fn: "count", as: "__proto__" }] }, "select[0].as", "cannot be used as a name"],
    [{ select: [{ field: "City", fn: "sum" }] }, "select[0].fn", "must be one of count"],
    [{ select: [{ field: "Age", fn: "__proto__" }] }, "select[0].fn", "must be one of sum"],
    [{ select: [{ fn: "sum" }] }, "select[0].field", "only count needs none"],
    [{ select: [{ field: "constructor", fn: "sum" }] }, "select[0].field", "constructor"],
    [{ orderBy: [{ name: "coun" }] }, "orderBy[0].name", 'did you mean "count"?'],
    [
      { having: { conditions: [{ name: "x", operator: ">", value: 1 }] } },
      "having.conditions[0].name",
      "no column",
    ],
    [
      { having: { conditions: [{ name: "count", operator: ">", value: "1" }] } },
      "having.conditions[0].value",
      "must be a number",
    ],
    [
      { having: { conditions: [{ name: "count", operator: ">", value: null }] } },
      "having.conditions[0].value",
      "must not be null",
    ],
    [{ having: { conditions: [] } }, "having.conditions", ""],
    [{ having: { conditions: [{ conditions: [{ conditions: [] }] }] } }, "having.conditions[0]", ""],
    [{ filterByFormula: "{Nope}" }, "filterByFormula", "no field"],
    [{ take: 1001 }, "take", ""],
    [{ take: 0 }, "take", ""],
    [{ groupBy: Array.from({ length: 4 }, () => ({ field: "City" })) }, "groupBy", "at most 3"],
    [{ select: Array.from({ length: 21 }, (_, i) => ({ fn: "count", as: `c${i}` })) }, "select", ""],
    [{ unknown: 1 }, "unknown", ""],
    [{ groupBy: "City" }, "groupBy", ""],
    [{ table: 7 }, "table", ""],
  ])("%j", async (query, path, message) => {
    expect(await sheet.issues(query)).toEqual({
      status: 400,
      issues: expect.arrayContaining([
        { path: expect.stringContaining(path), message: expect.stringContaining(message) },
      ]),
    });
  });
});

test("404: a table that is not there, or is in another base; with the nearest name", async () => {
  expect(await sheet.issues({ table: "Peple" })).toEqual({
    status: 404,
    issues: [{ path: "table", message: expect.stringContaining('did you mean "People"?') }],
  });
  const other = await aSheetToQuery();
  expect(await sheet.issues({ table: other.tableId })).toMatchObject({ status: 404 });
  const stranger = await someone();
  const params = { baseId: sheet.baseId };
  expect(await call(queryBase, { as: stranger, params, body: { table: "People" } })).toMatchObject({
    status: 404,
  });
  expect(await sheet.issues({ viewId: "viw0000000000000000" })).toMatchObject({ status: 404 });
});

test("as a plain model, for random tables, groups and statistics", async () => {
  const made = await aSheetToQuery();
  const some = <Each>(...values: Each[]) => values[random(values.length)];
  const records = Array.from({ length: 200 }, (_, i) => ({
    Name: `n${i}`,
    City: some(...cities, null),
    Age: some(null, 0, 1, 2.5, -3, 40),
    Done: some(true, null),
    Day: some(null, "2026-03-30T22:30:00.000Z", "2026-03-29T21:30:00.000Z", "2026-12-01T12:00:00.000Z"),
  }));
  await made.create(records);
  const keyOf = {
    City: (one: (typeof records)[number]) => one.City ?? null,
    Done: (one: (typeof records)[number]) => one.Done ?? false,
    Age: (one: (typeof records)[number]) => one.Age ?? null,
    Day: ({ Day }: (typeof records)[number]) =>
      Day
        ? { "2026-03-30": "2026-03", "2026-03-29": "2026-03", "2026-12-01": "2026-12" }[Day.slice(0, 10)]
        : null,
  };
  for (let trial = 0; trial < 20; trial++) {
    const names = (["City", "Done", "Age", "Day"] as const).filter(() => random(2) === 0).slice(0, 3);
    const least = random(12);
    const rows = await made.rows({
      groupBy: names.map((name) => ({ field: name, ...(name === "Day" && { by: "month" }) })),
      select: [
        { fn: "count" },
        ...["sum", "average", "min", "max", "filled", "unique"].map((fn) => ({ field: "Age", fn, as: fn })),
      ],
      filterByFormula: "NOT({Age} = 40)",
      having: { conditions: [{ name: "count", operator: ">", value: least }] },
      orderBy: [{ name: "count", order: "desc" }],
      take: 1000,
    });
    const kept = records.filter(({ Age }) => Age !== 40);
    const groups = Map.groupBy(kept, (one) => JSON.stringify(names.map((name) => keyOf[name](one))));
    const expected = [...groups].flatMap(([key, of]) => {
      const ages = of.flatMap(({ Age }) => Age ?? []);
      if (of.length <= least) return [];
      const total = ages.reduce((sum, age) => sum + age, 0);
      const orNull = (value: number) => (ages.length > 0 ? value : null);
      return {
        ...Object.fromEntries(names.map((name, i) => [name, JSON.parse(key)[i]])),
        ...{ count: of.length, sum: total, average: orNull(total / ages.length) },
        ...{ min: orNull(Math.min(...ages)), max: orNull(Math.max(...ages)) },
        ...{ filled: ages.length, unique: new Set(ages).size },
      };
    });
    const text = (list: object[]) =>
      list
        .map((row) =>
          JSON.stringify(row, (_, value) =>
            typeof value === "number" ? Number(value.toPrecision(12)) : value,
          ),
        )
        .sort();
    expect(text(rows)).toEqual(text(expected));
    const counts = rows.map(({ count }) => count as number);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }
});

test("400: more groups than one call keeps", async () => {
  const many = await aSheetToQuery();
  for (let i = 0; i < 6; i++) {
    const records = Array.from({ length: 1000 }, (_, n) => ({ fields: { Age: i * 1000 + n } }));
    const params = { tableId: many.tableId };
    expect(await call(createRecords, { as: many.owner, params, body: { records } })).toMatchObject({
      status: 201,
    });
  }
  expect(await many.issues({ groupBy: [{ field: "Age" }] })).toEqual({
    status: 400,
    issues: [{ path: "groupBy", message: expect.stringContaining("more than 5000 groups") }],
  });
  expect(await many.rows({ groupBy: [{ field: "Age" }], filterByFormula: "{Age} < 2000", take: 2 })).toEqual([
    { Age: 0, count: 1 },
    { Age: 1, count: 1 },
  ]);
});
