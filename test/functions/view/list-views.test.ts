import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as listViews } from "#functions/view/list-views";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: in their order, each as it is by itself", async () => {
  const { baseId, owner, tableId } = await aTable({ views: [{ type: "grid", name: "First" }] });
  const params = { tableId };
  for (const [name, order] of [
    ["Third", 7],
    ["Zeroth", -1.5],
    ["Fourth", undefined],
    ["Second", 3],
  ] as const)
    await call(createView, { as: owner, params, body: { type: "form", name, order } });
  const { status, body } = await call(listViews, { as: await aMember(baseId, "viewer"), params });
  expect(status).toBe(200);
  expect(body.map(({ name, order }: { name: string; order: number }) => [name, order])).toEqual([
    ["Zeroth", -1.5],
    ["First", 0],
    ["Second", 3],
    ["Third", 7],
    ["Fourth", 8],
  ]);
  for (const view of body)
    expect((await call(getView, { as: owner, params: { tableId, viewId: view.id } })).body).toEqual(view);
});

test("200: views of one place and one instant are in an order that stays", async () => {
  const views = Array(6).fill({ type: "grid", order: 1 });
  const { owner, tableId, table } = await aTable({ views });
  const list = async () => (await call(listViews, { as: owner, params: { tableId } })).body;
  const first = await list();
  expect(first).toHaveLength(6);
  await call(createView, { as: owner, params: { tableId }, body: { type: "grid", order: 2 } });
  expect((await list()).slice(0, 6)).toEqual(first);
  expect(new Set(first)).toEqual(new Set(table.views));
});

test("200: sees a view as soon as it is made", async () => {
  const { owner, tableId } = await aTable();
  for (let count = 2; count < 6; count++) {
    await call(createView, { as: owner, params: { tableId }, body: { type: "grid" } });
    expect((await call(listViews, { as: owner, params: { tableId } })).body).toHaveLength(count);
  }
});
