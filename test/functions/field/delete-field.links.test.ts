import { expect, test } from "vitest";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as listViews } from "#functions/view/list-views";
import { readSchema } from "#lib/data/schema/table-schema";
import type { View } from "#lib/schemas/tables/view";
import { itemsWith, jobsOf, leaveTrash, runJobsOf } from "#test/support/events/jobs";
import {
  dependentsOf,
  fieldOf,
  fieldsOf,
  linkTo,
  type MadeTable,
  pendingNow,
  twoTables,
} from "#test/support/makers/links";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const remove = ({ owner, tableId }: MadeTable, fieldId: string, as: { token: string } = owner) =>
  call(deleteField, { as, params: { tableId, fieldId } });
const make = async ({ owner: as, tableId }: MadeTable, records: object[]): Promise<{ id: string }[]> =>
  (await call(createRecords, { as, params: { tableId }, body: { records } })).body.records;
const read = async ({ owner: as, tableId }: MadeTable, recordId: string) =>
  (await call(getRecord, { as, params: { tableId, recordId } })).body;
const viewsOf = async ({ owner: as, tableId }: MadeTable): Promise<View[]> =>
  (await call(listViews, { as, params: { tableId } })).body;

/** All items that a field has left, except the ones that reserve ids. */
const leftOf = async (...fieldIds: string[]) =>
  (await itemsWith(...fieldIds)).filter(
    ({ entity }) => !/^(bygoneField|history.*|image|linkNote|deletion)$/.test(entity),
  );

test.each([true, false])(
  "200: a link field, its symmetric field, both columns and all links go; one-way: %s",
  async (isOneWay) => {
    const { films, people } = await twoTables();
    const field = await linkTo(films, people, { isOneWay, relationship: "oneMany" });
    const { symmetricFieldId: other = "none" } = field.options;
    const [ada, bob] = await make(people, [{ fields: { Name: "Ada" } }, { fields: { Name: "Bob" } }]);
    const [film] = await make(films, [
      { fields: { Name: "Film", People: [{ id: ada?.id }, { id: bob?.id }] } },
    ]);
    expect((await read(films, film?.id ?? "")).fields.People).toHaveLength(2);

    const { status, body } = await remove(films, field.id);
    expect({ status, body }).toEqual({ status: 200, body: { jobId: expect.stringMatching(/^job/) } });
    expect(await jobsOf(films.tableId)).toEqual([body.jobId]);
    for (const made of [films, people]) {
      expect(await fieldsOf(made)).toHaveLength(3);
      expect(await dependentsOf(made)).toEqual([]);
      for (const { columnMeta } of await viewsOf(made)) expect(Object.keys(columnMeta)).toHaveLength(3);
    }
    expect((await read(films, film?.id ?? "")).fields).toEqual({ Name: "Film" });
    await runJobsOf(films, people);
    await leaveTrash(films.tableId);
    await runJobsOf(films, people);
    expect(await leftOf(field.id, ...(isOneWay ? [] : [other]))).toEqual([]);
    for (const made of [films, people]) expect((await readSchema(made.tableId)).clearing).toEqual([]);
  },
);

test("200: from the other side, without a role in the other base", async () => {
  const people = await aTable({ name: "People" });
  const films = await aTable({ name: "Films" }, people.owner);
  const field = await linkTo(films, people);
  const creator = await aMember(people.baseId, "creator");
  expect((await remove(people, field.options.symmetricFieldId, creator)).status).toBe(200);
  expect(await fieldsOf(films)).toHaveLength(3);
  expect(await dependentsOf(people)).toEqual([]);
});

test("200: both fields of a link of the table to itself, named in one call or not", async () => {
  const made = await aTable();
  for (const both of [true, false]) {
    const field = await linkTo(made, made);
    const ids = [field.id, field.options.symmetricFieldId];
    const params = { tableId: made.tableId };
    const query = { "fieldIds[]": both ? ids : ids.slice(0, 1) };
    expect((await call(deleteFields, { as: made.owner, params, query })).status).toBe(200);
    expect(await fieldsOf(made)).toHaveLength(3);
    expect(await dependentsOf(made)).toEqual([]);
  }
  await runJobsOf(made);
});

test("200: several links between two tables, in one call", async () => {
  const { films, people } = await twoTables();
  const ids = [await linkTo(films, people), await linkTo(films, people), await linkTo(films, people)].map(
    ({ id }) => id,
  );
  const query = { fieldIds: ids.slice(0, 2) };
  const params = { tableId: films.tableId };
  expect((await call(deleteFields, { as: films.owner, params, query })).status).toBe(200);
  expect((await fieldsOf(films)).slice(3).map(({ id }) => id)).toEqual(ids.slice(2));
  expect(await fieldsOf(people)).toHaveLength(4);
  expect(await dependentsOf(people)).toMatchObject([{ fieldId: ids[2] }]);
});

test("200: a field that gives titles elsewhere: the primary field gives them; no option names it", async () => {
  const { films, people } = await twoTables();
  const [name, count] = people.table.fields;
  const item = (fieldId: string) => ({ fieldId, operator: "isNotEmpty", value: null });
  const field = await linkTo(films, people, {
    lookupFieldId: count.id,
    visibleFieldIds: [name.id, count.id],
    filter: { conjunction: "and", filterSet: [item(count.id), item(name.id)] },
  });
  const [ada] = await make(people, [{ fields: { Name: "Ada", Count: 7 } }]);
  const [film] = await make(films, [{ fields: { Name: "Film", People: [{ id: ada?.id }] } }]);
  expect((await read(films, film?.id ?? "")).fields.People).toEqual([{ id: ada?.id, title: "7.00" }]);
  await remove(people, count.id);
  const after = await fieldOf(films, field.id);
  expect(after).toMatchObject({
    ...pendingNow,
    options: {
      lookupFieldId: name.id,
      visibleFieldIds: [name.id],
      filter: { conjunction: "and", filterSet: [item(name.id)] },
    },
  });
  expect(await dependentsOf(people)).toMatchObject([{ options: after.options }]);
  await runJobsOf(films, people);
  expect((await read(films, film?.id ?? "")).fields.People).toEqual([{ id: ada?.id, title: "Ada" }]);
  expect(await fieldOf(films, field.id)).not.toHaveProperty("isPending");
});

test("a view is deleted: link fields that choose records by it no longer do", async () => {
  const { films, people } = await twoTables();
  const { body: view } = await call(createView, {
    as: people.owner,
    params: { tableId: people.tableId },
    body: { type: "grid" },
  });
  const filterByViewId = view.id;
  const fields = [
    [films, await linkTo(films, people, { filterByViewId })],
    [people, await linkTo(people, people, { filterByViewId, isOneWay: true })],
  ] as const;
  const params = { tableId: people.tableId, viewId: view.id };
  expect((await call(deleteView, { as: people.owner, params })).status).toBe(200);
  for (const [made, field] of fields) {
    const options = { ...field.options, filterByViewId: null };
    expect(await fieldOf(made, field.id)).toEqual({ ...field, options });
    expect(await dependentsOf(people)).toContainEqual(
      expect.objectContaining({ fieldId: field.id, options }),
    );
  }
});

test("200: while the other table is in the trash", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  await call(deleteTable, { as: films.owner, params: { baseId: films.baseId, tableId: people.tableId } });
  expect((await remove(films, field.id)).status).toBe(200);
  expect(await fieldsOf(films)).toHaveLength(3);
  await runJobsOf(films, people);
});

test("at the same time: both sides of a link are deleted", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  const answers = await Promise.all([
    remove(films, field.id),
    remove(people, field.options.symmetricFieldId),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  for (const made of [films, people]) expect(await fieldsOf(made)).toHaveLength(3);
});
