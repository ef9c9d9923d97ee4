import { expect, test } from "vitest";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { handler as undeclareIndex } from "#functions/index/undeclare-index";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aLargeTable } from "./support.ts";

const statesOf = async (as: { token: string }, tableId: string) =>
  (await call(listIndexes, { as, params: { tableId } })).body.map(
    ({ state, isDeclared }: { state: string; isDeclared: boolean }) => [state, isDeclared],
  );

test("200: the index is dropped; also if none was declared", async () => {
  const { owner: as, tableId, table } = await aTable();
  const params = { tableId, fieldId: table.fields[0].id };
  expect((await call(undeclareIndex, { as, params })).status).toBe(200);
  expect(await statesOf(as, tableId)).toEqual([]);
  await call(declareIndex, { as, params });
  expect(await statesOf(as, tableId)).toEqual([["building", true]]);
  expect((await call(undeclareIndex, { as, params })).status).toBe(200);
  expect(await statesOf(as, tableId)).toEqual([["dropped", false]]);
});

test("200: an index that a view of a large table wants too stays", async () => {
  const { as, params, orders } = await aLargeTable();
  const fieldId = orders[0]?.fieldId as string;
  await call(declareIndex, { as, params: { ...params, fieldId } });
  const { tableId } = params;
  // the views sort downwards
  expect((await statesOf(as, tableId)).sort()).toEqual([
    ["building", false],
    ["building", true],
  ]);
  await call(undeclareIndex, { as, params: { ...params, fieldId } });
  expect((await statesOf(as, tableId)).sort()).toEqual([
    ["building", false],
    ["dropped", false],
  ]);
});
