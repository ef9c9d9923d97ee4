import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listViews } from "#functions/view/list-views";
import { noField } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Made = Awaited<ReturnType<typeof aTable>>;

const remove = ({ owner, tableId }: Made, ids: string[], as: { token: string } = owner) =>
  call(deleteFields, { as, params: { tableId }, query: { "fieldIds[]": ids } });
const idsOf = ({ table }: Made): string[] => table.fields.map(({ id }: { id: string }) => id);
const fieldsOf = async ({ owner: as, tableId }: Made): Promise<string[]> =>
  (await call(listFields, { as, params: { tableId } })).body.map(({ id }: { id: string }) => id);

test("200: several at once, out of every view; repeated ids count once", async () => {
  const made = await aTable({ views: [{ type: "grid" }, { type: "form" }] });
  const [primary = "", ...others] = idsOf(made);
  const { status, body } = await remove(made, [...others, ...others]);
  expect({ status, body }).toEqual({ status: 200, body: { jobId: expect.stringMatching(/^job/) } });
  expect(await fieldsOf(made)).toEqual([primary]);
  const { body: views } = await call(listViews, { as: made.owner, params: { tableId: made.tableId } });
  for (const { columnMeta } of views) expect(Object.keys(columnMeta)).toEqual([primary]);
});

test("200: two hundred in one call, more than one transaction takes", async () => {
  const fields = Array.from({ length: 500 }, (_, i) => ({ type: "singleLineText", name: `f${i}` }));
  const made = await aTable({ fields });
  const [primary = "", ...others] = idsOf(made);
  expect((await remove(made, others.slice(0, 200))).status).toBe(200);
  expect(await fieldsOf(made)).toEqual([primary, ...others.slice(200)]);
});

test("404: unknown fields, each with its position; none is deleted", async () => {
  const made = await aTable();
  const ids = [idsOf(made)[1] as string, noField(), idsOf(await aTable({}, made.owner))[1] as string];
  expect(refusal(await remove(made, ids))).toEqual({ status: 404, paths: ["fieldIds[1]", "fieldIds[2]"] });
  expect(await fieldsOf(made)).toEqual(idsOf(made));
});

test("403: with the primary field, none is deleted", async () => {
  const made = await aTable();
  expect((await remove(made, idsOf(made))).status).toBe(403);
  expect(await fieldsOf(made)).toEqual(idsOf(made));
});

test("400: no ids, invalid ids", async () => {
  const { owner: as, tableId } = await aTable();
  for (const [query, path] of [
    ["", "fieldIds"],
    ["fieldIds=x", "fieldIds[0]"],
    ["fieldIds[]=x", "fieldIds[0]"],
  ])
    expect(
      refusal(await call(deleteFields, { as, params: { tableId }, query: query as string })),
    ).toMatchObject({ status: 400, paths: [path] });
});

test("200: with concurrent creation and deletion no view or list refers to a missing field", async () => {
  const made = await aTable();
  const { owner: as, tableId } = made;
  const params = { tableId };
  const [, count = "", state = ""] = idsOf(made);
  const create = () => call(createField, { as, params, body: { type: "number" } });
  const answers = await Promise.all([
    ...[create(), create(), create(), remove(made, [count])],
    ...[create(), call(deleteField, { as, params: { tableId, fieldId: state } }), create()],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 201, 200, 201]);
  const ids = await fieldsOf(made);
  expect(ids).toHaveLength(6);
  const { body: views } = await call(listViews, { as, params });
  for (const { columnMeta } of views) expect(Object.keys(columnMeta).sort()).toEqual([...ids].sort());
});

test("403: editor, token without the scope; 404: stranger", async () => {
  const made = await aTable();
  const editor = await aMember(made.baseId, "editor");
  const creator = await aMember(made.baseId, "creator");
  const token = await aToken(made.owner.userId, { scopes: ["field|read", "field|update"] });
  const stranger = (await aTable()).owner;
  const statuses = [];
  for (const as of [editor, { token }, stranger, creator])
    statuses.push((await remove(made, idsOf(made).slice(1), as)).status);
  expect(statuses).toEqual([403, 403, 404, 200]);
});
