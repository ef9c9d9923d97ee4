import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as declareIndex } from "#functions/index/declare-index";
import { handler as listIndexes } from "#functions/index/list-indexes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { limits } from "#lib/schemas/basics/limits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { makeIndexes } from "./support.ts";

async function aDeclared() {
  const { owner: as, tableId, baseId, table } = await aTable();
  const field = table.fields[0] as { id: string; name: string };
  const params = { tableId, fieldId: field.id };
  return { as, params, baseId, field, status: (await call(declareIndex, { as, params })).status };
}
const indexesOf = async ({ as, params: { tableId } }: Awaited<ReturnType<typeof aDeclared>>) =>
  (await call(listIndexes, { as, params: { tableId } })).body;

test("200: the field has an index, also in a small table, and its values are looked up when it is ready", async () => {
  const declared = await aDeclared();
  const { as, params, field, status } = declared;
  expect(status).toBe(200);
  const orders = [{ fieldId: field.id, order: "asc" }];
  expect(await indexesOf(declared)).toMatchObject([
    { orders, state: "building", isDeclared: true, views: [], use: { pages: 0 } },
  ]);
  inProcessOnly("runs the job of the index");
  const names = ["ada@example.org", "Ada@Example.org", "bob@example.org"];
  const body = { records: names.map((name) => ({ fields: { [field.name]: name } })) };
  const { body: made } = await call(createRecords, { as, params: { tableId: params.tableId }, body });
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: field.id, operator: "is", value: "ADA@example.org" }],
  });
  const asked = { as, params: { tableId: params.tableId }, query: { filter } };
  const wanted = made.records.slice(0, 2).map(({ id }: { id: string }) => id);
  const found = async () => {
    const { headers, body } = await call(listRecords, asked);
    expect(body.records.map(({ id }: { id: string }) => id)).toEqual(wanted);
    return headers["x-gridless-plan"];
  };
  expect(await found()).toMatch(/^scan;/);
  await makeIndexes({ ...declared, orders: [], viewId: "" });
  const [index] = await indexesOf(declared);
  expect(index).toMatchObject({ state: "ready", size: { entries: 3 } });
  expect(await found()).toMatch(new RegExp(`^index=${index.id}; entries=2;`));
});

test("200: once more changes nothing", async () => {
  const declared = await aDeclared();
  const before = await indexesOf(declared);
  expect((await call(declareIndex, { as: declared.as, params: declared.params })).status).toBe(200);
  expect(await indexesOf(declared)).toEqual(before);
});

test("400: a field that no index can have; one more than may be declared, but deleted ones do not count", async () => {
  const { as, params } = await aDeclared();
  const { tableId } = params;
  const add = async (body: object) => {
    const { status, body: field } = await call(createField, { as, params: { tableId }, body });
    expect(status).toBe(201);
    return { tableId, fieldId: field.id as string };
  };
  const late = await add({ type: "formula", name: "Late", options: { expression: "NOW()" } });
  const refused = await call(declareIndex, { as, params: late });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("must be a field that an index can have");
  const more = [];
  for (let i = 1; i < limits.declaredIndexes; i++) {
    const field = await add({ type: "number", name: `N${i}` });
    more.push(field);
    expect((await call(declareIndex, { as, params: field })).status).toBe(200);
  }
  const last = await add({ type: "number", name: "Last" });
  expect((await call(declareIndex, { as, params: last })).body.message).toContain("at most 5 fields");
  await call(deleteField, { as, params: more[0] as typeof last });
  expect((await call(declareIndex, { as, params: last })).status).toBe(200);
});

test("404: a field of another table", async () => {
  const { as, params } = await aDeclared();
  const other = await aTable();
  const { status } = await call(declareIndex, {
    as,
    params: { ...params, fieldId: other.table.fields[0].id },
  });
  expect(status).toBe(404);
});
