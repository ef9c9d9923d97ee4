import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTables } from "#functions/table/list-tables";
import { readRegistry } from "#lib/registry";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { endpoints } = await readRegistry();

test("200: nothing of the table answers any more; the others of its base are as before", async () => {
  const { owner, baseId, spaceId, tableId, table } = await aTable({ records: [{ fields: {} }] });
  const other = await aTable({ name: "Other" }, owner, { baseId, spaceId });
  const params = {
    baseId,
    tableId,
    viewId: table.defaultViewId,
    fieldId: table.fields[0].id,
    recordId: table.records[0].id,
  };
  const { status, body } = await call(deleteTable, { as: owner, params });
  expect({ status, body }).toEqual({ status: 200, body: { trashId: expect.stringMatching(/^trsb/) } });

  const below = endpoints.filter(
    ({ handler: { definition } }) =>
      // what is in the trash can be deleted for good
      definition.path.includes("{tableId}") && !definition.path.endsWith("/permanent"),
  );
  expect(below.length).toBeGreaterThan(15);
  for (const as of [owner, await aMember(baseId, "viewer")]) {
    const answers = below.map(async ({ file, handler }) => ({
      file,
      ...(await call(handler, { as, params, body: {} })),
    }));
    for (const { file, status, body } of await Promise.all(answers))
      expect({ file, status, message: body.message }).toEqual({
        file,
        status: 404,
        message: `There is no table ${tableId}, or you have no access to it`,
      });
  }
  expect((await call(listTables, { as: owner, params })).body).toMatchObject([{ id: other.tableId }]);
});

test("200: its names are free again", async () => {
  const { owner, baseId, tableId } = await aTable({ name: "Plan", dbTableName: "plan" });
  const params = { baseId, tableId };
  await call(deleteTable, { as: owner, params });
  const again = await call(createTable, { as: owner, params, body: { name: "Plan", dbTableName: "plan" } });
  expect(again.body).toMatchObject({ name: "Plan", dbTableName: `${baseId}.plan` });
});

test("404: a table is deleted once, also by several at the same time", async () => {
  const { owner, baseId, tableId } = await aTable();
  const params = { baseId, tableId };
  const answers = await Promise.all([1, 2, 3].map(() => call(deleteTable, { as: owner, params })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test("404: a table of another base stays", async () => {
  const { owner, baseId } = await aTable();
  const other = await aTable({}, owner);
  expect((await call(deleteTable, { as: owner, params: { baseId, tableId: other.tableId } })).status).toBe(
    404,
  );
  expect((await call(listTables, { as: owner, params: { baseId: other.baseId } })).body).toHaveLength(1);
});
