/* What a locked view refuses: test/every-endpoint/views.test.ts. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as lockView } from "#functions/view/lock-view";
import { handler as renameView } from "#functions/view/rename-view";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const { table, owner, tableId } = await aTable();
const views = viewsOf({ owner, tableId });
const id: string = table.defaultViewId;
const lock = (isLocked: unknown) => views.ask(lockView, id, { isLocked });

test("200: locked, and unlocked again: then it can be changed", async () => {
  expect(await lock(true)).toMatchObject({ status: 200, body: "" });
  expect((await views.get(id)).isLocked).toBe(true);
  expect((await lock(true)).status).toBe(200);
  expect((await views.ask(renameView, id, { name: "No" })).status).toBe(403);
  expect((await lock(false)).status).toBe(200);
  expect(await views.get(id)).not.toHaveProperty("isLocked");
  expect((await views.ask(renameView, id, { name: "Yes" })).status).toBe(200);
});

test("fields come into a locked view, and go from it, as from all others", async () => {
  await lock(true);
  const { body } = await call(createField, { as: owner, params: { tableId }, body: { type: "number" } });
  expect((await views.get(id)).columnMeta).toHaveProperty(body.id);
  await call(deleteField, { as: owner, params: { tableId, fieldId: body.id } });
  expect((await views.get(id)).columnMeta).not.toHaveProperty(body.id);
});

test.each([{}, { isLocked: null }, { isLocked: "true" }])("400: %j", async (body) => {
  expect(refusal(await views.ask(lockView, id, body))).toEqual({ status: 400, paths: ["isLocked"] });
});
