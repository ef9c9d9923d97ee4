import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listViews } from "#functions/view/list-views";
import { relationships } from "#lib/engine/field-types/shared/links";
import type { TableId } from "#lib/schemas/basics/ids";
import type { View } from "#lib/schemas/tables/view";
import { dependentsOf, fieldsOf, aLink as link, type MadeTable, twoTables } from "#test/support/makers/links";
import { aBase, aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const create = ({ owner, tableId }: MadeTable, body: unknown, as: { token: string } = owner) =>
  call(createField, { as, params: { tableId }, body });
const viewsOf = async ({ owner: as, tableId }: MadeTable): Promise<View[]> =>
  (await call(listViews, { as, params: { tableId } })).body;
test.each(relationships)(
  "201: %s, two-way: both fields, each with its column in every view",
  async (relationship) => {
    const { films, people } = await twoTables();
    const { status, body: field } = await create(films, link(people, { relationship }));
    const symmetricFieldId = field.options?.symmetricFieldId;
    const reversed = { oneOne: "oneOne", oneMany: "manyOne", manyOne: "oneMany", manyMany: "manyMany" };
    const isMany = (of: string) => (of.endsWith("Many") ? { isMultipleCellValue: true } : {});
    const names = {
      manyMany: [`junction_${field.id}_${symmetricFieldId}`, `__fk_${symmetricFieldId}`, `__fk_${field.id}`],
      manyOne: [films.table.dbTableName, "__id", `__fk_${field.id}`],
      oneOne: [films.table.dbTableName, "__id", `__fk_${field.id}`],
      oneMany: [people.table.dbTableName, `__fk_${symmetricFieldId}`, "__id"],
    };
    const [fkHostTableName, selfKeyName, foreignKeyName] = names[relationship];
    const shown = {
      type: "link",
      cellValueType: "string",
      dbFieldType: "JSON",
      recordRead: true,
      recordCreate: true,
    };
    expect({ status, field }).toEqual({
      status: 201,
      field: {
        ...shown,
        id: expect.stringMatching(/^fld/),
        name: "People",
        dbFieldName: "People",
        ...isMany(relationship),
        options: {
          relationship,
          foreignTableId: people.tableId,
          isOneWay: false,
          lookupFieldId: people.table.fields[0].id,
          symmetricFieldId: expect.stringMatching(/^fld/),
          ...{ fkHostTableName, selfKeyName, foreignKeyName },
        },
      },
    });
    const params = { tableId: people.tableId, fieldId: symmetricFieldId };
    const { body: symmetric } = await call(getField, { as: films.owner, params });
    expect(symmetric).toEqual({
      ...shown,
      id: symmetricFieldId,
      name: "Films",
      dbFieldName: "Films",
      ...isMany(reversed[relationship]),
      options: {
        relationship: reversed[relationship],
        foreignTableId: films.tableId,
        isOneWay: false,
        lookupFieldId: films.table.fields[0].id,
        symmetricFieldId: field.id,
        ...{ fkHostTableName, selfKeyName: foreignKeyName, foreignKeyName: selfKeyName },
      },
    });
    for (const [made, id] of [
      [films, field.id],
      [people, symmetricFieldId],
    ]) {
      for (const view of await viewsOf(made)) expect(view.columnMeta[id]).toEqual({ order: 3 });
      expect((await fieldsOf(made)).at(-1)?.id).toBe(id);
    }
    const { baseId } = films;
    expect(await dependentsOf(people)).toEqual([
      { fieldId: field.id, tableId: films.tableId, baseId, options: field.options },
    ]);
    expect(await dependentsOf(films)).toEqual([
      { fieldId: symmetricFieldId, tableId: people.tableId, baseId, options: symmetric.options },
    ]);
  },
);

test("201: one-way: the other table gets no field, and its schema names the link", async () => {
  const { films, people } = await twoTables();
  const { body: field } = await create(films, link(people, { relationship: "oneMany", isOneWay: true }));
  expect(field.options).toEqual({
    relationship: "oneMany",
    foreignTableId: people.tableId,
    isOneWay: true,
    lookupFieldId: people.table.fields[0].id,
    fkHostTableName: `junction_${field.id}`,
    selfKeyName: expect.stringMatching(/^__fk_rad[0-9A-Za-z]{16}$/),
    foreignKeyName: `__fk_${field.id}`,
  });
  expect(await fieldsOf(people)).toHaveLength(3);
  expect(await dependentsOf(people)).toMatchObject([{ fieldId: field.id, tableId: films.tableId }]);
  expect(await dependentsOf(films)).toEqual([]);
});

test("201: names that are taken get a number, on both sides", async () => {
  const { films, people } = await twoTables();
  await create(films, { type: "number", name: "People" });
  await create(people, { type: "number", name: "Films" });
  const { body } = await create(films, link(people));
  expect(body).toMatchObject({ name: "People 2", dbFieldName: "People_2" });
  expect((await fieldsOf(people)).at(-1)).toMatchObject({ name: "Films 2", dbFieldName: "Films_2" });
  const named = await create(films, { ...link(people), name: "Cast", dbFieldName: "cast_of" });
  expect(named.body).toMatchObject({ name: "Cast", dbFieldName: "cast_of" });
});

test("201: to the table itself: two fields, or one if it is one-way", async () => {
  const made = await aTable({ name: "Parts" });
  const { body: field } = await create(made, link(made, { relationship: "manyOne" }));
  const fields = await fieldsOf(made);
  expect(fields.slice(3)).toMatchObject([
    { id: field.id, name: "Parts", options: { symmetricFieldId: fields[4]?.id } },
    { name: "Parts 2", options: { relationship: "oneMany", symmetricFieldId: field.id } },
  ]);
  expect((await dependentsOf(made)).map(({ fieldId }) => fieldId).sort()).toEqual(
    fields
      .slice(3)
      .map(({ id }) => id)
      .sort(),
  );
  for (const { columnMeta } of await viewsOf(made))
    expect(fields.slice(3).map(({ id }) => columnMeta[id]?.order)).toEqual([3, 4]);
  await create(made, { ...link(made, { foreignTableId: "self", isOneWay: true }), name: "Next" });
  expect(await fieldsOf(made)).toHaveLength(6);
});

test("201: what chooses and shows records: a lookup field, a view, fields, a filter", async () => {
  const { films, people } = await twoTables();
  const [name, count] = people.table.fields;
  const chosen = {
    lookupFieldId: count.id,
    filterByViewId: people.table.views[0].id,
    visibleFieldIds: [name.id, count.id],
    filter: { conjunction: "and", filterSet: [{ fieldId: count.id, operator: "isGreater", value: 1 }] },
  };
  expect((await create(films, link(people, chosen))).body.options).toMatchObject(chosen);
});

test("400: what is not in the other table, each by its path", async () => {
  const { films, people } = await twoTables();
  const { body: button } = await create(people, { type: "button" });
  const [own] = films.table.fields;
  const wrong = {
    lookupFieldId: own.id,
    filterByViewId: films.table.views[0].id,
    visibleFieldIds: [people.table.fields[0].id, own.id],
    filter: { conjunction: "and", filterSet: [{ fieldId: own.id, operator: "is", value: "x" }] },
    baseId: (await aBase(films.owner)).baseId,
  };
  expect(refusal(await create(films, link(people, wrong)))).toEqual({
    status: 400,
    paths: [
      "options.baseId",
      "options.lookupFieldId",
      "options.filterByViewId",
      "options.visibleFieldIds[1]",
      "options.filter.filterSet[0].fieldId",
    ],
  });
  const ofButton = await create(films, link(people, { lookupFieldId: button.id }));
  expect(refusal(ofButton)).toEqual({ status: 400, paths: ["options.lookupFieldId"] });
  const shapeless = await create(films, link(people, { filter: { conjunction: "xor", filterSet: [{}] } }));
  expect(refusal(shapeless).paths).toContain("options.filter.conjunction");
  expect(await fieldsOf(films)).toHaveLength(3);
});

test("400: tables that are unknown, deleted, or in a base without a role: the same answer", async () => {
  const { films, people } = await twoTables();
  const elsewhere = await aTable();
  const message = (made: Pick<MadeTable, "tableId">) =>
    `there is no table ${made.tableId}, or you have no access to it`;
  await call(deleteTable, { as: films.owner, params: { baseId: films.baseId, tableId: people.tableId } });
  const unknown = { tableId: "tbl0000000000000000" as TableId };
  for (const target of [unknown, people, elsewhere])
    for (const isOneWay of [true, false]) {
      const answer = await create(films, link(target as MadeTable, { isOneWay }));
      expect(answer.body.data.issues).toEqual([{ path: "options.foreignTableId", message: message(target) }]);
      expect(answer.status).toBe(400);
    }
});

test("another base: its members; a two-way link needs to create fields there, a one-way link only to read", async () => {
  const people = await aTable({ name: "People" });
  const films = await aTable({ name: "Films" });
  const oneWay = link(people, { isOneWay: true, baseId: people.baseId });
  expect((await create(films, oneWay)).status).toBe(400);

  const viewer = await aMember(people.baseId, "viewer");
  const mine = await aTable({ name: "Mine" }, viewer);
  expect((await create(mine, oneWay)).body.options).toMatchObject({ baseId: people.baseId, isOneWay: true });
  const refused = await create(mine, link(people));
  expect(refused).toMatchObject({ status: 403 });
  expect(refused.body.message).toContain(`A viewer may not create a field in the base of ${people.tableId}`);

  const creator = await aMember(people.baseId, "creator");
  const theirs = await aTable({ name: "Theirs" }, creator);
  const { status, body } = await create(theirs, link(people));
  expect(status).toBe(201);
  expect((await fieldsOf(people)).at(-1)).toMatchObject({
    id: body.options.symmetricFieldId,
    name: "Theirs",
    options: { baseId: theirs.baseId, foreignTableId: theirs.tableId },
  });
  const reach = { spaceIds: [theirs.spaceId], baseIds: [] };
  const narrow = { token: await aToken(creator.userId, { reach }) };
  expect(refusal(await create(theirs, link(people), narrow))).toEqual({
    status: 400,
    paths: ["options.foreignTableId"],
  });
  const scopes = ["field|create"] as const;
  const scoped = { token: await aToken(creator.userId, { scopes: [...scopes] }) };
  expect(await create(theirs, oneWay, scoped)).toMatchObject({ status: 403 });
});

test("201: baseId is only kept if it is another base", async () => {
  const { films, people } = await twoTables();
  const { body } = await create(films, link(people, { baseId: films.baseId }));
  expect(body.options).not.toHaveProperty("baseId");
});

test("201: notNull only while there are no records; a field shown is accepted again", async () => {
  const { films, people } = await twoTables();
  const { body: first } = await create(films, { ...link(people), notNull: true });
  expect(first.notNull).toBe(true);
  const { id: _, name: __, dbFieldName: ___, ...shown } = first;
  expect((await create(films, { ...shown, options: first.options })).status).toBe(201);
  await call(createRecords, {
    as: people.owner,
    params: { tableId: people.tableId },
    body: { records: [{ fields: {} }] },
  });
  expect(refusal(await create(people, { ...link(films), notNull: true }))).toEqual({
    status: 400,
    paths: ["notNull"],
  });
});

test("at the same time: two links between the same tables, from both sides", async () => {
  const { films, people } = await twoTables();
  const answers = await Promise.all([
    ...[films, films, films].map((made) => create(made, link(people))),
    ...[people, people].map((made) => create(made, link(films))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  for (const [made, other] of [
    [films, people],
    [people, films],
  ] as const) {
    const fields = await fieldsOf(made);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(8);
    const theirs = (await fieldsOf(other)).filter(({ type }) => type === "link");
    expect((await dependentsOf(made)).map(({ fieldId }) => fieldId).sort()).toEqual(
      theirs.map(({ id }) => id).sort(),
    );
    for (const { columnMeta } of await viewsOf(made)) expect(Object.keys(columnMeta)).toHaveLength(8);
  }
});

test("at the same time: the other table is deleted; the link is made before, or refused", async () => {
  const outcomes = new Set<number>();
  for (let i = 0; i < 8; i++) {
    const { films, people } = await twoTables();
    const params = { baseId: people.baseId, tableId: people.tableId };
    const [made] = await Promise.all([
      create(films, link(people)),
      call(deleteTable, { as: people.owner, params }),
    ]);
    outcomes.add(made.status);
    expect([201, 400]).toContain(made.status);
    expect(await dependentsOf(films)).toHaveLength(made.status === 201 ? 1 : 0);
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test("400: the id of a link field of another table that shows the same table", async () => {
  const { films, people } = await twoTables();
  const id = "fldTwiceTwice000000";
  expect((await create(films, { ...link(people), id })).status).toBe(201);
  const { owner, baseId, spaceId } = films;
  const third = await aTable({}, owner, { baseId, spaceId });
  const answer = await create(third, { ...link(people), id });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["id"] });
  const itself = await create(people, { ...link(people), id });
  expect(refusal(itself)).toEqual({ status: 400, paths: ["id"] });
  expect((await create(third, { ...link(films), id })).status).toBe(201);
});
