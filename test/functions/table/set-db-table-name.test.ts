import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as setDbTableName } from "#functions/table/set-db-table-name";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner: as, baseId, spaceId, tableId } = await aTable({ name: "One" });
const params = { baseId, tableId };
const set = (dbTableName: unknown) => call(setDbTableName, { as, params, body: { dbTableName } });
const name = async () => (await call(getTable, { as, params })).body.dbTableName;

test("200: the name for programs", async () => {
  const { status, body } = await set("Tasks_1");
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect(await name()).toBe(`${baseId}.Tasks_1`);
  expect((await set("tasks_1")).status).toBe(200);
});

test("400: a name that is taken, in any case", async () => {
  await aTable({ name: "Two", dbTableName: "Two" }, as, { baseId, spaceId });
  const answer = await set("TWO");
  expect(refusal(answer)).toEqual({ status: 400, paths: ["dbTableName"] });
  expect(answer.body.message).toContain("TWO is taken by another table of this base");
});

test.each(["", "1a", "a-b", "é", "x".repeat(64), 5, undefined])("400: %j", async (dbTableName) => {
  expect(refusal(await set(dbTableName))).toEqual({ status: 400, paths: ["dbTableName"] });
});
