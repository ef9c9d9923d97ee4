/* The days of a date field are those that it shows: a formula over it counts in its time zone, unless it names another. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { call } from "#test/support/requests/call";
import { aFormulaTable } from "./support.ts";

const formatting = (timeZone: string) => ({ formatting: { date: "YYYY-MM-DD", time: "None", timeZone } });
const inTokyo = {
  fields: [
    { type: "singleLineText", name: "Name" },
    { type: "date", name: "D", options: formatting("Asia/Tokyo") },
    { type: "date", name: "Other", options: formatting("America/New_York") },
  ],
  records: [],
};
/** 2024-03-31 in Tokyo, a Sunday; the day before in UTC. */
const instant = "2024-03-30T15:00:00.000Z";

test("the zone of the only date field, also over other formulas", async () => {
  const table = await aFormulaTable(inTokyo);
  const formulas = {
    Day: "DAY({D})",
    Weekday: "WEEKDAY({D})",
    Same: 'IS_SAME({D}, "2024-03-31")',
    Str: "DATESTR({D})",
    Days: 'DATETIME_DIFF({D}, "2024-04-02")',
    Work: 'DATESTR(WORKDAY({D}, 1, "1 Apr 2024"))',
    Named: "DAY({D})",
    Two: "DAY({D}) + 0 * DAY({Other})",
  };
  for (const [name, expression] of Object.entries(formulas)) {
    const options = name === "Named" ? { timeZone: "UTC" } : {};
    await table.formula(table.byId(expression), { name }, options);
  }
  const next = await table.formula(table.byId('DATE_ADD({D}, 1, "day")'), { name: "Next" });
  expect(next.options).toMatchObject({ formatting: { timeZone: "Asia/Tokyo" } });
  expect(next.options).not.toHaveProperty("timeZone");
  await table.formula(`DAY({${next.id}})`, { name: "Then" });
  await table.add({ D: instant });
  const [cells] = await table.cells();
  expect(cells).toMatchObject({
    Day: 31,
    Weekday: 0,
    Same: true,
    Str: "2024-03-31",
    Days: -2,
    Work: "2024-04-02",
  });
  // UTC: it names it; it has two zones
  expect(cells).toMatchObject({ Named: 30, Two: 30, Then: 1 });

  await table.update(table.idOf("D"), formatting("UTC"));
  expect((await table.cells())[0]).toMatchObject({ Day: 30, Weekday: 6, Str: "2024-03-30" });
});

test("the zone of a date that is looked up, and follows a change there", async () => {
  const table = await aFormulaTable(inTokyo);
  const add = async (body: object) => {
    const answer = await call(createField, { as: table.owner, params: { tableId: table.tableId }, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const link = await add({
    ...{ type: "link", name: "L" },
    options: { relationship: "manyOne", foreignTableId: table.tableId },
  });
  const lookupOptions = {
    ...{ foreignTableId: table.tableId, linkFieldId: link.id },
    lookupFieldId: table.idOf("D"),
  };
  const day = await add({ type: "date", name: "Looked", isLookup: true, lookupOptions });
  const last = await add({
    type: "rollup",
    name: "Last",
    options: { expression: "max({values})" },
    lookupOptions,
  });
  await table.formula(`DAY({${day.id}})`, { name: "Day" });
  await table.formula(`DATESTR({${last.id}})`, { name: "LastDay" });
  const [first] = await table.add({ D: instant });
  await table.add({ L: { id: first?.id } });
  expect((await table.cells())[1]).toMatchObject({ Day: 31, LastDay: "2024-03-31" });
  await table.update(table.idOf("D"), formatting("UTC"));
  expect((await table.cells())[1]).toMatchObject({ Day: 30, LastDay: "2024-03-30" });
});

test("a circle over a rollup is named with the formula that closes it", async () => {
  const table = await aFormulaTable(inTokyo);
  const add = async (body: object) =>
    (await call(createField, { as: table.owner, params: { tableId: table.tableId }, body })).body;
  const link = await add({
    ...{ type: "link", name: "L" },
    options: { relationship: "manyOne", foreignTableId: table.tableId },
  });
  const own = await table.formula("1", { name: "Own" });
  const sum = await add({
    ...{ type: "rollup", name: "Sum", options: { expression: "sum({values})" } },
    lookupOptions: { foreignTableId: table.tableId, linkFieldId: link.id, lookupFieldId: own.id },
  });
  const refused = await table.update(own.id, { expression: `{${sum.id}} + 1` });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain(`"Sum" (${sum.id}) → "Own" (${own.id}) → "Sum" (${sum.id})`);
});
