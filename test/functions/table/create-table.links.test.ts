import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listViews } from "#functions/view/list-views";
import { readSchema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Made = Awaited<ReturnType<typeof aTable>>;

const name = { type: "singleLineText", name: "Name" };
const link = (foreignTableId: string, options: object = {}) => ({
  type: "link",
  options: { relationship: "manyMany", foreignTableId, ...options },
});
const create = ({ owner, baseId }: Made, body: object, as: { token: string } = owner) =>
  call(createTable, { as, params: { baseId }, body: { records: [], ...body } });
const fieldsOf = async ({ owner: as, tableId }: Made): Promise<Field[]> =>
  (await call(listFields, { as, params: { tableId } })).body;

test("201: links to an existing table: each gets its field there, all in one commit", async () => {
  const people = await aTable({ name: "People" });
  const fields = [
    name,
    { ...link(people.tableId, { relationship: "manyOne" }), name: "Director" },
    link(people.tableId),
    { ...link(people.tableId, { isOneWay: true }), name: "Seen by" },
  ];
  const { status, body } = await create(people, { name: "Films", fields });
  expect(status).toBe(201);
  expect(body.fields.map(({ name }: Field) => name)).toEqual(["Name", "Director", "People", "Seen by"]);
  const [, director, cast, seen] = body.fields;
  expect(director.options.fkHostTableName).toBe(body.dbTableName);
  const there = await fieldsOf(people);
  expect(there.slice(3)).toMatchObject([
    { id: director.options.symmetricFieldId, name: "Films", options: { relationship: "oneMany" } },
    { id: cast.options.symmetricFieldId, name: "Films 2", options: { lookupFieldId: body.fields[0].id } },
  ]);
  expect(there).toHaveLength(5);
  const { body: views } = await call(listViews, { as: people.owner, params: { tableId: people.tableId } });
  for (const { columnMeta } of views as View[]) expect(Object.keys(columnMeta)).toHaveLength(5);
  const { dependents } = await readSchema(people.tableId);
  expect(new Set(dependents.map(({ fieldId }) => fieldId))).toEqual(new Set([director.id, cast.id, seen.id]));
  const params = { tableId: body.id, fieldId: cast.id };
  expect((await call(getField, { as: people.owner, params })).body).toEqual(cast);
  const read = await call(getTable, {
    as: people.owner,
    params: { baseId: people.baseId, tableId: body.id },
  });
  expect(read.status).toBe(200);
});

test("201: links to the table itself, which name its fields by ids that the request chose", async () => {
  const place = await aTable();
  const code = aFieldId();
  const self = link("self", { relationship: "manyOne", lookupFieldId: code, visibleFieldIds: [code] });
  const fields = [name, { type: "number", name: "Code", id: code }, { ...self, name: "Parent" }];
  const { status, body } = await create(place, { name: "Parts", fields });
  expect(status).toBe(201);
  const [primary, , parent, children] = body.fields;
  expect(body.fields).toHaveLength(4);
  expect(parent.options).toMatchObject({
    foreignTableId: body.id,
    lookupFieldId: code,
    symmetricFieldId: children.id,
    fkHostTableName: body.dbTableName,
  });
  expect(children).toMatchObject({
    name: "Parts",
    isMultipleCellValue: true,
    options: { relationship: "oneMany", lookupFieldId: primary.id, symmetricFieldId: parent.id },
  });
  expect(body.views[0].columnMeta[children.id]).toEqual({ order: 3 });
  expect((await readSchema(body.id)).dependents).toHaveLength(2);
  const more = await call(createField, { as: place.owner, params: { tableId: body.id }, body: link("self") });
  expect(more.body).toMatchObject({ name: "Parts 2" });
});

test("400: options that do not fit, unknown tables; 403: no right to create fields", async () => {
  const place = await aTable({ name: "There" });
  const elsewhere = await aTable();
  const wrong = [name, link(elsewhere.tableId), link("tbl0000000000000000")];
  expect(refusal(await create(place, { fields: wrong }))).toEqual({
    status: 400,
    paths: ["fields[1].options.foreignTableId", "fields[2].options.foreignTableId"],
  });
  const misfit = link(place.tableId, { lookupFieldId: aFieldId(), baseId: elsewhere.baseId });
  const selfView = link("self", { filterByViewId: place.table.views[0].id });
  expect(refusal(await create(place, { fields: [name, misfit, selfView] }))).toEqual({
    status: 400,
    paths: [
      "fields[1].options.baseId",
      "fields[1].options.lookupFieldId",
      "fields[2].options.filterByViewId",
    ],
  });
  expect(refusal(await create(place, { fields: [link(place.tableId)] }))).toEqual({
    status: 400,
    paths: ["fields[0].type"],
  });
  const viewer = await aMember(place.baseId, "viewer");
  const mine = await aTable({}, viewer);
  const refused = await create(mine, { fields: [name, link(place.tableId)] });
  expect(refused).toMatchObject({ status: 403 });
  const oneWay = await create(mine, { fields: [name, link(place.tableId, { isOneWay: true })] });
  expect(oneWay.body.fields[1]).toMatchObject({ name: "There", options: { baseId: place.baseId } });
  const scoped = { token: await aToken(place.owner.userId, { scopes: ["table|create"] }) };
  expect(await create(place, { fields: [name, link(place.tableId)] }, scoped)).toMatchObject({ status: 403 });
  expect(await fieldsOf(place)).toHaveLength(3);
});

test("at the same time: tables of one name that link to one table", async () => {
  const people = await aTable({ name: "People" });
  const body = { name: "Films", fields: [name, link(people.tableId, { relationship: "manyOne" })] };
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(people, body)));
  const made = answers.map((answer) => answer.body).sort((a, b) => a.name.localeCompare(b.name));
  expect(made.map((table) => table.name)).toEqual(["Films", "Films 2", "Films 3", "Films 4"]);
  const there = await fieldsOf(people);
  for (const table of made) {
    const [, own] = table.fields;
    expect(own.options.fkHostTableName).toBe(table.dbTableName);
    const symmetric = there.find(({ id }) => id === own.options.symmetricFieldId);
    expect(symmetric?.name).toMatch(/^Films/);
    expect(symmetric?.options).toMatchObject({ foreignTableId: table.id, symmetricFieldId: own.id });
    expect((await readSchema(table.id)).dependents).toMatchObject([{ fieldId: symmetric?.id }]);
  }
  expect(there).toHaveLength(7);
});
