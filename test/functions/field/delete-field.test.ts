import { expect, test } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listViews } from "#functions/view/list-views";
import { aFieldId, noField } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Made = Awaited<ReturnType<typeof aTable>>;

const remove = ({ owner, tableId }: Made, fieldId: string, as: { token: string } = owner) =>
  call(deleteField, { as, params: { tableId, fieldId } });

test("200: the field is gone at once: from fields, records and what may be written", async () => {
  const made = await aTable({ records: [{ fields: { Name: "Ada", Count: 1 } }] });
  const { owner: as, tableId, table } = made;
  const params = { tableId, fieldId: table.fields[1].id };
  const { status, body } = await remove(made, params.fieldId);
  expect({ status, body }).toEqual({ status: 200, body: { jobId: expect.stringMatching(/^job/) } });
  expect((await call(getField, { as, params })).status).toBe(404);
  const { body: fields } = await call(listFields, { as, params });
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(["Name", "Status"]);
  const { body: list } = await call(listRecords, { as, params });
  expect(list.records.map(({ fields }: { fields: object }) => fields)).toEqual([{ Name: "Ada" }]);
  const late = { records: [{ fields: { Name: "Bob", Count: 2 } }] };
  const refused = await call(createRecords, { as, params, body: late });
  expect(refusal(refused)).toEqual({ status: 404, paths: ["records[0].fields.Count"] });
  const job = await call(getTableJob, { as, params: { tableId, jobId: body.jobId } });
  expect(job.body).toMatchObject({ kind: "clearFields" });
});

test("200: no view names it any more, in whatever place; what views say of others stays", async () => {
  const [name, gone, left, due] = [aFieldId(), aFieldId(), aFieldId(), aFieldId()];
  const fields = [
    { type: "singleLineText", name: "Name", id: name },
    { type: "singleSelect", name: "Gone", id: gone, options: { choices: [{ name: "a" }] } },
    { type: "number", name: "Left", id: left },
    { type: "date", name: "Due", id: due },
  ];
  const asc = (fieldId: string) => ({ fieldId, order: "asc" });
  const is = { fieldId: gone, operator: "is", value: "a" };
  const more = { fieldId: left, operator: "isGreater", value: 1 };
  const filter = { conjunction: "or", filterSet: [is, more, { conjunction: "and", filterSet: [is] }] };
  const everything = { filter, sort: { sortObjs: [asc(gone), asc(left)] }, group: [asc(gone)] };
  const colorConfig = { type: "field", fieldId: gone };
  const views = [
    { type: "grid", ...everything },
    { type: "kanban", options: { stackFieldId: gone, isCoverFit: true } },
    { type: "calendar", options: { startDateFieldId: due, titleFieldId: gone, colorConfig } },
    { type: "form" },
  ];
  const made = await aTable({ fields, views });
  await remove(made, gone);
  const { body } = await call(listViews, { as: made.owner, params: { tableId: made.tableId } });
  expect(JSON.stringify(body)).not.toContain(gone);
  const [grid, kanban, calendar] = body;
  expect(grid).toMatchObject({
    filter: { conjunction: "or", filterSet: [more] },
    sort: { sortObjs: [asc(left)] },
  });
  expect(grid).not.toHaveProperty("group");
  expect(kanban.options).toEqual({ isCoverFit: true });
  expect(calendar.options).toEqual({ startDateFieldId: due, colorConfig: { type: "field" } });
  for (const { columnMeta } of body) expect(Object.keys(columnMeta).sort()).toEqual([name, left, due].sort());
});

test("403: the primary field", async () => {
  const made = await aTable();
  const { status, body } = await remove(made, made.table.fields[0].id);
  expect({ status, code: body.code }).toEqual({ status: 403, code: "restricted_resource" });
});

test("404: no such field; one of another table; one that is deleted, also by several at once", async () => {
  const made = await aTable();
  const other = await aTable({}, made.owner);
  for (const id of [noField(), other.table.fields[1].id]) expect((await remove(made, id)).status).toBe(404);
  const id = made.table.fields[1].id;
  const answers = await Promise.all([1, 2, 3].map(() => remove(made, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test("403: an editor, and a token without the scope; 404: a stranger", async () => {
  const made = await aTable();
  const editor = await aMember(made.baseId, "editor");
  const creator = await aMember(made.baseId, "creator");
  const token = await aToken(made.owner.userId, { scopes: ["field|read", "field|update"] });
  const stranger = (await aTable()).owner;
  const statuses = [];
  for (const as of [editor, { token }, stranger, creator])
    statuses.push((await remove(made, made.table.fields[1].id, as)).status);
  expect(statuses).toEqual([403, 403, 404, 200]);
});
