import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";
import { limits } from "#lib/schemas/basics/limits";
import type { View } from "#lib/schemas/tables/view";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable, aToken, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Made = Awaited<ReturnType<typeof aTable>>;

const create = ({ owner, tableId }: Made, body: unknown, as: { token: string } = owner) =>
  call(createField, { as, params: { tableId }, body });
const viewsOf = async ({ owner: as, tableId }: Made): Promise<View[]> =>
  (await call(listViews, { as, params: { tableId } })).body;
const fieldsOf = async ({ owner: as, tableId }: Made) =>
  (await call(listFields, { as, params: { tableId } })).body;

test("201: a type is enough; the field can be read back and comes last", async () => {
  const made = await aTable();
  const { status, body: field } = await create(made, { type: "number" });
  expect({ status, field }).toEqual({
    status: 201,
    field: {
      id: expect.stringMatching(/^fld[0-9A-Za-z]{16}$/),
      name: "Number",
      type: "number",
      dbFieldName: "Number",
      options: { formatting: { type: "decimal", precision: 2 } },
      cellValueType: "number",
      dbFieldType: "REAL",
      recordRead: true,
      recordCreate: true,
    },
  });
  const params = { tableId: made.tableId, fieldId: field.id };
  expect((await call(getField, { as: made.owner, params })).body).toEqual(field);
  expect((await fieldsOf(made)).at(-1)).toEqual(field);
});

// rollups need a link: lookups/cells.test.ts
test.each(fieldTypeNames.filter((type) => type !== "rollup"))(
  "201: %s, with an existing record",
  async (type) => {
    const made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
    const name = `A ${type}`;
    const self = { relationship: "manyOne", foreignTableId: made.tableId };
    const sent: Record<string, object> = { link: self, formula: { expression: "RECORD_ID()" } };
    const options = sent[type] && { options: sent[type] };
    const { status, body } = await create(made, { type, name, description: "Why", ...options });
    expect({ status, body }).toMatchObject({ status: 201, body: { type, name, description: "Why" } });
    expect(body.isPrimary).toBeUndefined();
    const { body: list } = await call(listRecords, { as: made.owner, params: { tableId: made.tableId } });
    const [record] = list.records;
    // a computed field has a value at once; the record has had no edit yet
    const isThere = findFieldType(type)?.isComputed && !type.startsWith("lastModified");
    expect(Object.keys(record.fields)).toEqual(isThere ? ["Name", name] : ["Name"]);
  },
);

test("201: a default value fills new records, not existing ones", async () => {
  const made = await aTable({ records: [{ fields: { Name: "old" } }] });
  await create(made, { type: "singleLineText", name: "City", options: { defaultValue: "Ulm" } });
  const params = { tableId: made.tableId };
  await call(createRecords, { as: made.owner, params, body: { records: [{ fields: { Name: "new" } }] } });
  const { body } = await call(listRecords, { as: made.owner, params });
  expect(body.records.map(({ fields }: { fields: object }) => fields)).toEqual([
    { Name: "old" },
    { Name: "new", City: "Ulm" },
  ]);
});

test("201: it comes last in every view, or where the request places it in one view", async () => {
  const views = ["grid", "kanban", "gallery", "calendar", "form"].map((type) => ({ type, name: type }));
  const made = await aTable({ views });
  const [grid, ...others] = made.table.views as [View, ...View[]];
  const order = { viewId: grid.id, orderIndex: 0.5 };
  const { body: field } = await create(made, { type: "date", order });
  const [now, ...rest] = (await viewsOf(made)) as [View, ...View[]];
  expect(now).toEqual({ ...grid, columnMeta: { ...grid.columnMeta, [field.id]: { order: 0.5 } } });
  for (const [i, view] of rest.entries()) {
    const before = others[i] as View;
    expect(view).toEqual({ ...before, columnMeta: { ...before.columnMeta, [field.id]: { order: 3 } } });
  }
});

test("201: in a table with more views than one transaction takes", async () => {
  const views = Array.from({ length: 120 }, (_, i) => ({ type: "grid", name: `v${i}` }));
  const made = await aTable({ views });
  const { body: field } = await create(made, { type: "date" });
  const found = await viewsOf(made);
  expect(found).toHaveLength(120);
  for (const { columnMeta } of found) expect(columnMeta[field.id]).toEqual({ order: 3 });
});

test("201: names that are taken get a number; dbFieldNames too", async () => {
  const made = await aTable();
  const { body } = await create(made, { type: "number", name: "Count" });
  expect(body).toMatchObject({ name: "Count 2", dbFieldName: "Count_2" });
});

test("201: unique in a table with records, because their cells are empty", async () => {
  const made = await aTable({ records: [{ fields: {} }, { fields: {} }] });
  expect((await create(made, { type: "number", name: "Key", unique: true })).status).toBe(201);
  const params = { tableId: made.tableId };
  const records = [{ fields: { Key: 1 } }, { fields: { Key: 1 } }];
  const { status, body } = await call(createRecords, { as: made.owner, params, body: { records } });
  expect({ status, paths: body.data.issues.map(({ path }: { path: string }) => path) }).toEqual({
    status: 400,
    paths: ["records[0].fields.Key", "records[1].fields.Key"],
  });
});

test("201: notNull in a table without records; it applies from then on", async () => {
  const made = await aTable();
  expect((await create(made, { type: "number", name: "Must", notNull: true })).status).toBe(201);
  const body = { records: [{ fields: { Name: "x" } }] };
  const refused = await call(createRecords, { as: made.owner, params: { tableId: made.tableId }, body });
  expect(refusal(refused)).toMatchObject({ status: 400, paths: ["records[0].fields.Must"] });
});

test("201: twenty concurrent fields of one name get twenty names, and each view has all of them", async () => {
  const made = await aTable({ views: [{ type: "grid" }, { type: "form" }] });
  const twins = await Promise.all(
    Array.from({ length: 20 }, () => create(made, { type: "number", name: "Twin" })),
  );
  expect(twins.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const names = twins.map(({ body }) => body.name);
  expect(new Set(names)).toEqual(new Set(["Twin", ...Array.from({ length: 19 }, (_, i) => `Twin ${i + 2}`)]));
  expect(new Set(twins.map(({ body }) => body.dbFieldName)).size).toBe(20);
  const ids = (await fieldsOf(made)).map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(23);
  for (const { columnMeta } of await viewsOf(made)) {
    expect(Object.keys(columnMeta).sort()).toEqual([...ids].sort());
    const orders = Object.values(columnMeta).map(({ order }) => order);
    expect(orders.sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, i) => i));
  }
});

test("201: of concurrent new fields and views, every view has every field", async () => {
  const made = await aTable();
  const { owner: as, tableId } = made;
  const making = Array.from({ length: 8 }, () => [
    create(made, { type: "number" }),
    call(createView, { as, params: { tableId }, body: { type: "grid" } }),
  ]);
  const answers = await Promise.all(making.flat());
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  const ids = (await fieldsOf(made)).map(({ id }: { id: string }) => id).sort();
  const views = await viewsOf(made);
  expect({ fields: ids.length, views: views.length }).toEqual({ fields: 11, views: 9 });
  for (const { columnMeta } of views) expect(Object.keys(columnMeta).sort()).toEqual(ids);
});

const taken = aFieldId();
const crowded = await aTable({
  fields: [{ type: "singleLineText", name: "Name", id: taken, dbFieldName: "Code" }],
  records: [{ fields: {} }],
});

test.each<[string, object, string[]]>([
  ["no type", {}, ["type"]],
  ["an unknown type", { type: "nope" }, ["type"]],
  ["a type that there is not", { type: "magic" }, ["type"]],
  ["a formula without an expression", { type: "formula" }, ["options.expression"]],
  ["a rollup that looks nothing up", { type: "rollup" }, ["lookupOptions", "options.expression"]],
  ["a link to nowhere", { type: "link" }, ["options.relationship", "options.foreignTableId"]],
  ["options of another type", { type: "number", options: { choices: [] } }, ["options.choices"]],
  ["an id that is taken", { type: "number", id: taken }, ["id"]],
  ["a dbFieldName that is taken in another case", { type: "number", dbFieldName: "cODE" }, ["dbFieldName"]],
  ["unique on a type that cannot be unique", { type: "user", unique: true }, ["unique"]],
  ["notNull in a table with records", { type: "number", notNull: true }, ["notNull"]],
  ["an order without a view", { type: "number", order: { orderIndex: 1 } }, ["order.viewId"]],
  [
    "an order with unknown members",
    { type: "number", order: { viewId: "viw4mSa1Cw6nZ8tQ0Yh", orderIndex: 1, x: 1 } },
    ["order.x"],
  ],
  [
    "all errors at once",
    { type: "rating", id: taken, unique: true, notNull: true },
    ["unique", "id", "notNull"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(crowded, body))).toMatchObject({ status: 400, paths });
});

test("404: a view of another table", async () => {
  const order = { viewId: (await aTable()).table.defaultViewId, orderIndex: 1 };
  const answer = await create(crowded, { type: "number", order });
  expect(refusal(answer)).toMatchObject({ status: 404, paths: ["order.viewId"] });
  expect(await fieldsOf(crowded)).toHaveLength(1);
});

test("400: one field more than a table may have", async () => {
  const fields = Array.from({ length: limits.fieldsPerTable }, (_, i) => ({
    type: "singleLineText",
    name: `f${i}`,
  }));
  const made = await aTable({ fields });
  const { status, body } = await create(made, { type: "number" });
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: "Validation error: the table has 500 fields, the limit is 500",
  });
});

test("400: more fields than one response can list", async () => {
  const choices = Array.from({ length: 500 }, (_, i) => ({ name: `${i}${"😀".repeat(150)}` }));
  const select = (i: number) => ({ type: "singleSelect", name: `s${i}`, options: { choices } });
  const made = await aTable({ fields: Array.from({ length: 10 }, (_, i) => select(i)) });
  const { status, body } = await create(made, select(10));
  expect({ status, id: body.id }).toEqual({ status: 201, id: expect.stringMatching(/^fld/) });
  const refused = await create(made, select(11));
  expect(refused.body.message).toMatch(/^Validation error: the table's fields would have \d+ bytes/);
  const answer = await call(listFields, { as: made.owner, params: { tableId: made.tableId } });
  expect({ status: answer.status, fields: answer.body.length }).toEqual({ status: 200, fields: 11 });
});

test("400: the id of a field that was deleted just now: records still have its cells", async () => {
  const made = await aTable();
  const { owner: as, tableId, table } = made;
  const fieldId = table.fields[1].id;
  await call(deleteField, { as, params: { tableId, fieldId } });
  expect(refusal(await create(made, { type: "number", id: fieldId }))).toMatchObject({
    status: 400,
    paths: ["id"],
  });
  // its names are free
  expect((await create(made, { type: "number", name: "Count", dbFieldName: "Count" })).body).toMatchObject({
    name: "Count",
    dbFieldName: "Count",
  });
});

test("403: editor, token without the scope; 404: stranger", async () => {
  const made = await aTable();
  const editor: Someone = await aMember(made.baseId, "editor");
  const creator = await aMember(made.baseId, "creator");
  const token = await aToken(made.owner.userId, { scopes: ["field|read", "field|update"] });
  const stranger = (await aTable()).owner;
  const statuses = [];
  for (const as of [editor, { token }, stranger, creator])
    statuses.push((await create(made, { type: "number" }, as)).status);
  expect(statuses).toEqual([403, 403, 404, 201]);
});
