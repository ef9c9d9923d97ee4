import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { call } from "#test/support/call";
import { aBase, someone } from "#test/support/makers";

test("201: an empty request makes three fields, a grid and three records", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const { status, body } = await call(createTable, { as: owner, params: { baseId }, body: {} });
  console.log(JSON.stringify(body, null, 1));
  expect(status).toBe(201);
});
