/* Views name fields by id; names are taken too, and stored as ids. */
import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as updateViewColumns } from "#functions/view/update-view-columns";
import { handler as updateViewOptions } from "#functions/view/update-view-options";
import { aSheet, field } from "#test/functions/record/support/records";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const fields = [field("Name", "singleLineText"), field("Stage", "singleSelect"), field("Due", "date")];
const view = {
  type: "kanban",
  name: "Board",
  options: { stackFieldId: "Stage" },
  sort: { sortObjs: [{ fieldId: "Due", order: "asc" }] },
  group: [{ fieldId: "Stage", order: "desc" }],
  filter: {
    conjunction: "and",
    filterSet: [
      { fieldId: "Name", operator: "isNotEmpty", value: null },
      { conjunction: "or", filterSet: [{ fieldId: "Due", operator: "isEmpty", value: null }] },
    ],
  },
  columnMeta: { Due: { order: 7, visible: true } },
};

const withIds = (name: string, stage: string, due: string) => ({
  options: { stackFieldId: stage },
  sort: { sortObjs: [{ fieldId: due, order: "asc" }] },
  group: [{ fieldId: stage, order: "desc" }],
  filter: {
    conjunction: "and",
    filterSet: [
      { fieldId: name, operator: "isNotEmpty", value: null },
      { conjunction: "or", filterSet: [{ fieldId: due, operator: "isEmpty", value: null }] },
    ],
  },
});
const idsOf = (made: { fields: { id: string }[] }) =>
  made.fields.map(({ id }) => id) as [string, string, string];

test("201: the views of a new table name its fields by name", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const body = { fields, views: [view] };
  const made = await call(createTable, { as: owner, params: { baseId }, body });
  expect(made.status).toBe(201);
  const [name, stage, due] = idsOf(made.body);
  expect(made.body.views[0]).toMatchObject(withIds(name, stage, due));
  expect(made.body.views[0].columnMeta[due]).toEqual({ order: 7, visible: true });
  expect(Object.keys(made.body.views[0].columnMeta).sort()).toEqual([name, stage, due].sort());
});

test("a new view, its filter, columns and options; 400: a column named twice, a typo", async () => {
  const { owner, params, table } = await aSheet({ fields });
  const [name, stage, due] = idsOf(table);
  const made = await call(createView, { as: owner, params, body: view });
  expect(made.body).toMatchObject(withIds(name, stage, due));
  const at = { as: owner, params: { ...params, viewId: made.body.id as string } };
  const filter = { conjunction: "and", filterSet: [{ fieldId: "Stage", operator: "isEmpty", value: null }] };
  await call(filterView, { ...at, body: { filter } });
  await call(updateViewColumns, { ...at, body: [{ fieldId: "Due", columnMeta: { order: 9 } }] });
  await call(updateViewOptions, { ...at, body: { options: { stackFieldId: "Stage" } } });
  const { body } = await call(getView, at);
  expect(body.filter.filterSet[0].fieldId).toBe(stage);
  expect(body.columnMeta[due]).toMatchObject({ order: 9 });
  expect(body.options).toMatchObject({ stackFieldId: stage });
  const twice = [name, "Name"].map((fieldId) => ({ fieldId, columnMeta: { order: 1 } }));
  expect(refusal(await call(updateViewColumns, { ...at, body: twice }))).toEqual({
    status: 400,
    paths: ["[1].fieldId"],
  });
  const typo = {
    filter: { conjunction: "and", filterSet: [{ fieldId: "Stgae", operator: "isEmpty", value: null }] },
  };
  expect((await call(filterView, { ...at, body: typo })).body.data.issues[0].message).toBe(
    'no field is called "Stgae"; did you mean "Stage"?',
  );
});
