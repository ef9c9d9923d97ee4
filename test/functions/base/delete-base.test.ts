import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTables } from "#functions/table/list-tables";
import { readRegistry } from "#lib/registry";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const { endpoints } = await readRegistry();

test("200: nothing of the base is found, by any user; other bases are unchanged", async () => {
  const { owner, baseId, spaceId, tableId, table } = await aTable({ records: [{ fields: {} }] });
  const other = await aTable({}, owner);
  const viewer = await aMember(baseId, "viewer");
  const params = {
    baseId,
    tableId,
    viewId: table.defaultViewId,
    fieldId: table.fields[0].id,
    recordId: table.records[0].id,
  };
  const { status, body } = await call(deleteBase, { as: owner, params });
  expect({ status, body }).toEqual({ status: 200, body: { trashId: expect.stringMatching(/^trss/) } });

  const below = endpoints.filter(({ handler }) =>
    /\{(base|table)Id\}(?!\/permanent)/.test(handler.definition.path),
  );
  expect(below.length).toBeGreaterThan(20);
  for (const as of [owner, viewer, await aMember(spaceId, "owner")]) {
    const answers = below.map(async ({ file, handler }) => ({
      file,
      ...(await call(handler, { as, params, body: {} })),
    }));
    for (const { file, status } of await Promise.all(answers))
      expect({ file, status }).toEqual({ file, status: 404 });
  }
  const kept = await call(listTables, { as: owner, params: { baseId: other.baseId } });
  expect(kept.body).toMatchObject([{ id: other.tableId }]);
});

test("404: a base is deleted once, also by two concurrent requests", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const answers = await Promise.all([1, 2, 3].map(() => call(deleteBase, { as: owner, params: { baseId } })));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 404, 404]);
  expect((await call(deleteBase, { as: owner, params: { baseId } })).status).toBe(404);
});

test("a table made meanwhile is in an existing base, or is not made", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const params = { baseId };
  const [made, deleted] = await Promise.all([
    call(createTable, { as: owner, params, body: {} }),
    call(deleteBase, { as: owner, params }),
  ]);
  expect(deleted.status).toBe(200);
  expect([201, 404]).toContain(made.status);
  expect((await call(getBase, { as: owner, params })).status).toBe(404);
});
