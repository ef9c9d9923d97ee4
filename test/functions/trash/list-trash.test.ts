import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTrash } from "#functions/trash/list-trash";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tableItems, trashTable } from "./support.ts";

test("200: the deleted tables of a base, the newest first; none of another base", async () => {
  const made = await aTable({ name: "Plan" });
  const { owner: as, baseId, tableId } = made;
  const second = await call(createTable, { as, params: { baseId }, body: { name: "Second" } });
  const other = await aTable({}, as);
  expect(await tableItems({ as }, baseId)).toEqual([]);
  const trashId = await trashTable({ as }, { baseId, tableId });
  await trashTable({ as }, { baseId, tableId: second.body.id });
  await trashTable({ as }, { baseId: other.baseId, tableId: other.tableId });
  const items = await tableItems({ as }, baseId);
  expect(items.map(({ name }) => name)).toEqual(["Second", "Plan"]);
  expect(items[1]).toEqual({
    id: trashId,
    resourceType: "table",
    resourceId: tableId,
    resourceIds: [tableId],
    name: "Plan",
    deletedBy: as.userId,
    deletedTime: expect.stringMatching(/Z$/),
  });
});

test("404 for strangers, 403 for viewers, 400 without a base or kind, or with both", async () => {
  const { owner, baseId } = await aTable();
  const statusFor = async (as: { token: string }, query: object = { baseId }) =>
    (await call(listTrash, { as, query: query as never })).status;
  expect(await statusFor(await someone())).toBe(404);
  expect(await statusFor(await aMember(baseId, "viewer"))).toBe(403);
  for (const query of [{}, { baseId, resourceType: "base" }, { resourceType: "table" }])
    expect(await statusFor(owner, query)).toBe(400);
  expect(await statusFor(owner)).toBe(200);
});
