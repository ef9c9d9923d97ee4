import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as listViews } from "#functions/view/list-views";
import { handler as orderRows } from "#functions/view/order-rows";
import { runJobsOf } from "#test/support/events/jobs";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { bringBack, trashedIn } from "./support.ts";

async function aDeletedView(more: object = {}) {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count" },
      { type: "number", name: "Other" },
    ],
    records: [1, 2, 3].map((Count) => ({ fields: { Name: `n${Count}`, Count } })),
  });
  const { owner: as, tableId } = made;
  const params = { tableId };
  const [, count] = made.table.fields;
  const filter = { conjunction: "and", filterSet: [{ fieldId: count.id, operator: "isGreater", value: 1 }] };
  const sort = { sortObjs: [{ fieldId: count.id, order: "desc" }] };
  const body = { type: "grid", name: "Large", description: "why", filter, sort, ...more };
  const view = (await call(createView, { as, params, body })).body;
  const inView = { tableId, viewId: view.id };
  const remove = () => call(deleteView, { as, params: inView });
  const views = async () => (await call(listViews, { as, params })).body;
  const items = () => trashedIn({ as }, tableId);
  const rows = async () =>
    (await call(listRecords, { as, params, query: { viewId: view.id } })).body.records.map(
      ({ fields }: { fields: { Name: string } }) => fields.Name,
    );
  return { ...made, as, params, view, inView, remove, views, items, rows };
}

test("201: a view comes back with its settings, once; before it is in the trash of the table", async () => {
  const { as, view, inView, remove, items, rows, views } = await aDeletedView();
  const before = await rows();
  expect((await remove()).status).toBe(200);
  expect((await call(getView, { as, params: inView })).status).toBe(404);
  const [item] = await items();
  expect(item).toMatchObject({ resourceType: "view", resourceIds: [view.id], name: "Large" });
  const restored = { status: 201, body: { resourceType: "view", resourceIds: [view.id] } };
  expect(await bringBack(item?.id as string, { as })).toMatchObject(restored);
  expect(await bringBack(item?.id as string, { as })).toMatchObject(restored);
  expect((await call(getView, { as, params: inView })).body).toEqual(view);
  expect(await rows()).toEqual(before);
  expect(await views()).toHaveLength(2);
  expect(await items()).toEqual([]);
});

test("201: its filter names choices as they are called now; those that are gone leave it", async () => {
  const choices = ["a", "b", "c"].map((name) => ({ name }));
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "S", options: { choices } },
      { type: "singleSelect", name: "T", options: { choices } },
    ],
    records: [{ fields: { Name: "n1", S: "a", T: "a" } }, { fields: { Name: "n2", S: "b", T: "b" } }],
  });
  const { owner: as, tableId } = made;
  const params = { tableId };
  const [, s, t] = made.table.fields;
  const item = (fieldId: string, operator: string, value: unknown) => ({ fieldId, operator, value });
  const filter = {
    conjunction: "and",
    filterSet: [
      item(s.id, "isAnyOf", ["a", "c"]),
      { conjunction: "and", filterSet: [item(s.id, "isNot", "c")] },
      item(t.id, "isNot", "b"),
    ],
  };
  const { body: view } = await call(createView, { as, params, body: { type: "grid", name: "V", filter } });
  const inView = { ...params, viewId: view.id };
  const again = async () => {
    await call(deleteView, { as, params: inView });
    return async () => {
      const [item] = await trashedIn({ as }, tableId);
      expect((await bringBack(item?.id as string, { as })).status).toBe(201);
      return (await call(getView, { as, params: inView })).body.filter;
    };
  };
  expect(await (await again())()).toEqual(filter);
  const restore = await again();
  const [a, b] = s.options.choices;
  const change = (fieldId: string, options: object) =>
    call(updateField, { as, params: { ...params, fieldId }, body: { options } });
  // a and b take each other's names, c goes
  const renamed = [
    { ...a, name: "b" },
    { ...b, name: "a" },
  ];
  expect((await change(s.id, { choices: renamed })).status).toBe(200);
  const body = { type: "singleLineText" };
  expect((await call(convertField, { as, params: { ...params, fieldId: t.id }, body })).status).toBe(200);
  expect(await restore()).toEqual({
    conjunction: "and",
    filterSet: [item(s.id, "isAnyOf", ["b"]), item(t.id, "isNot", "b")],
  });
  const { records } = (await call(listRecords, { as, params, query: { viewId: view.id } })).body;
  expect(records.map(({ name }: { name: string }) => name)).toEqual(["n1"]);
});

test("201: it is not shared, and its address is free; a taken name gets a number", async () => {
  const shareId = `shr${crypto.randomUUID().replaceAll("-", "")}`;
  const made = await aDeletedView({ shareId, enableShare: true, shareMeta: { allowCopy: true } });
  const { as, params, inView, remove, items } = made;
  await remove();
  await call(createView, { as, params, body: { type: "grid", name: "Large", shareId, enableShare: true } });
  const [item] = await items();
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  const { body } = await call(getView, { as, params: inView });
  expect(body.name).toBe("Large 2");
  for (const member of ["shareId", "enableShare", "shareMeta"]) expect(body).not.toHaveProperty(member);
});

test("201: without columns of fields that are gone, with those that are new; rows stay where they were moved", async () => {
  const made = await aDeletedView({ sort: null, filter: null });
  const { as, params, table, inView, remove, items, rows } = made;
  const [name, count, other] = table.fields;
  const [first, , third] = table.records;
  const body = { anchorId: first.id, position: "before", recordIds: [third.id] };
  expect((await call(orderRows, { as, params: inView, body })).status).toBe(200);
  const moved = await rows();
  await remove();
  await call(deleteField, { as, params: { ...params, fieldId: count.id } });
  const added = (await call(createField, { as, params, body: { type: "number" } })).body;
  const item = (await items()).find(({ resourceType }) => resourceType === "view");
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  const { columnMeta } = (await call(getView, { as, params: inView })).body;
  expect(Object.keys(columnMeta).sort()).toEqual([name.id, other.id, added.id].sort());
  expect(await rows()).toEqual(moved);
});

test("201: a view whose rows were cleared; 404: the trash was emptied", async () => {
  const made = await aDeletedView();
  const { as, remove, items, rows, tableId } = made;
  const before = await rows();
  await remove();
  await runJobsOf(made);
  const [item] = await items();
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  expect(await rows()).toEqual(before);
  await remove();
  const [again] = await items();
  await call(resetTrashItems, { as, query: { resourceId: tableId } });
  expect((await bringBack(again?.id as string, { as })).status).toBe(404);
  await runJobsOf(made);
  expect(await items()).toEqual([]);
});

test("403: a token that may not create views, a commenter; 404: somebody else", async () => {
  const made = await aDeletedView();
  await made.remove();
  const [item] = await made.items();
  const id = item?.id as string;
  const token = await aToken(made.owner.userId, { scopes: ["table|trash_update", "record|delete"] });
  expect((await bringBack(id, { as: { token } })).status).toBe(403);
  expect((await bringBack(id, { as: await aMember(made.baseId, "commenter") })).status).toBe(403);
  const other = await aTable();
  expect((await bringBack(id, { as: other.owner })).status).toBe(404);
});
