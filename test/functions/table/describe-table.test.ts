import { expect, test } from "vitest";
import { handler as describeTable } from "#functions/table/describe-table";
import { handler as getTable } from "#functions/table/get-table";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { owner, baseId, tableId } = await aTable({ description: "Before" });
const params = { baseId, tableId };
const describe = (body: unknown) => call(describeTable, { as: owner, params, body });
const get = async () => (await call(getTable, { as: owner, params })).body;

test.each(["After", " spaces stay ", "😀".repeat(10_000)])("200: a description", async (description) => {
  expect(await describe({ description })).toMatchObject({ status: 200, body: "" });
  expect((await get()).description).toBe(description);
});

test.each([null, ""])("200: %j takes it away", async (description) => {
  await describe({ description: "There" });
  expect((await describe({ description })).status).toBe(200);
  expect(await get()).not.toHaveProperty("description");
});

test.each([
  ["nothing", {}],
  ["a number", { description: 1 }],
  ["10,001 characters", { description: "x".repeat(10_001) }],
])("400: %s", async (_, body) => {
  expect(refusal(await describe(body))).toEqual({ status: 400, paths: ["description"] });
});
