import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as renameTable } from "#functions/table/rename-table";
import { handler as setTableIcon } from "#functions/table/set-table-icon";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner, baseId, spaceId, tableId, table } = await aTable({ name: "Plan" });
const params = { baseId, tableId };
const rename = (body: unknown) => call(renameTable, { as: owner, params, body });
const get = async () => (await call(getTable, { as: owner, params })).body;

test("200: the new name stands in the table and in the list; the name in the database stays", async () => {
  const { status, body } = await rename({ name: " Road map " });
  expect({ status, body }).toEqual({ status: 200, body: "" });
  const renamed = await get();
  expect(renamed).toMatchObject({ name: "Road map", dbTableName: table.dbTableName });
  expect(renamed.lastModifiedTime >= table.lastModifiedTime).toBe(true);
  expect((await call(listTables, { as: owner, params })).body).toEqual([renamed]);
});

test("200: a name that is taken stays as it is", async () => {
  const other = await aTable({ name: "Twin" }, owner, { baseId, spaceId });
  await rename({ name: "Twin" });
  expect((await get()).name).toBe("Twin");
  expect(other.table.name).toBe("Twin");
});

test("200: a rename and another change at the same time lose nothing", async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => rename({ name: "Both" })),
    ...Array.from({ length: 5 }, () => call(setTableIcon, { as: owner, params, body: { icon: "🚀" } })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await get()).toMatchObject({ name: "Both", icon: "🚀" });
});

test.each([
  ["no name", {}],
  ["null", { name: null }],
  ["a number", { name: 1 }],
  ["an empty name", { name: " \n " }],
  ["256 characters", { name: "x".repeat(256) }],
])("400: %s", async (_, body) => {
  const before = await get();
  expect(refusal(await rename(body))).toEqual({ status: 400, paths: ["name"] });
  expect(await get()).toEqual(before);
});
