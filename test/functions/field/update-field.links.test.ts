import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { runJobsOf } from "#test/support/events/jobs";
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
import { refusal } from "#test/support/requests/refusal";

const update = (
  { owner, tableId }: MadeTable,
  fieldId: string,
  body: object,
  as: { token: string } = owner,
) => call(updateField, { as, params: { tableId, fieldId }, body });

test("200: name and description; the field of the other table keeps its own", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  await update(films, field.id, { name: "Cast", description: "Who plays" });
  expect(await fieldOf(films, field.id)).toEqual({ ...field, name: "Cast", description: "Who plays" });
  expect((await fieldsOf(people)).at(-1)?.name).toBe("Films");
});

test("200: what chooses and shows records; the schema of the other table says the same; options left out stay", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  const [name, count] = people.table.fields;
  const { relationship, foreignTableId } = field.options;
  const chosen = {
    lookupFieldId: name.id,
    filterByViewId: people.table.views[0].id,
    visibleFieldIds: [count.id],
    filter: { conjunction: "and", filterSet: [{ fieldId: count.id, operator: "isGreater", value: 1 }] },
  };
  expect(
    (await update(films, field.id, { options: { relationship, foreignTableId, ...chosen } })).status,
  ).toBe(200);
  const after = await fieldOf(films, field.id);
  expect(after.options).toEqual({ ...field.options, ...chosen });
  expect(await dependentsOf(people)).toMatchObject([{ fieldId: field.id, options: after.options }]);

  // as it was shown: nothing changes
  expect((await update(films, field.id, { options: after.options })).status).toBe(200);
  expect(await fieldOf(films, field.id)).toEqual(after);

  expect((await update(films, field.id, { options: { filterByViewId: null } })).status).toBe(200);
  expect((await fieldOf(films, field.id)).options).toEqual({ ...after.options, filterByViewId: null });
});

test("200: another field gives the titles; they follow", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  const [, count] = people.table.fields;
  const made = await call(createRecords, {
    as: films.owner,
    params: { tableId: people.tableId },
    body: { records: [{ fields: { Name: "Ada", Count: 7 } }] },
  });
  const [ada] = made.body.records;
  const { body } = await call(createRecords, {
    as: films.owner,
    params: { tableId: films.tableId },
    body: { records: [{ fields: { Name: "Film", People: [{ id: ada.id }] } }] },
  });
  const params = { tableId: films.tableId, recordId: body.records[0].id };
  const shown = async () => (await call(getRecord, { as: films.owner, params })).body.fields["People"];
  expect(await shown()).toEqual([{ id: ada.id, title: "Ada" }]);
  await update(films, field.id, { options: { lookupFieldId: count.id } });
  expect(await fieldOf(films, field.id)).toMatchObject({
    ...pendingNow,
    options: { lookupFieldId: count.id },
  });
  await runJobsOf(films);
  expect(await shown()).toEqual([{ id: ada.id, title: "7.00" }]);
  expect(await fieldOf(films, field.id)).not.toHaveProperty("isPending");
});

test("200: a link of the table to itself", async () => {
  const made = await aTable();
  const field = await linkTo(made, made, { isOneWay: true });
  const visibleFieldIds = [field.id];
  expect((await update(made, field.id, { options: { visibleFieldIds } })).status).toBe(200);
  expect(await dependentsOf(made)).toMatchObject([{ options: { visibleFieldIds } }]);
});

test("400: what is not in the other table; another table", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  const [own] = films.table.fields;
  const wrong = { lookupFieldId: own.id, visibleFieldIds: [own.id], filterByViewId: films.table.views[0].id };
  expect(refusal(await update(films, field.id, { options: wrong }))).toEqual({
    status: 400,
    paths: ["options.lookupFieldId", "options.filterByViewId", "options.visibleFieldIds[0]"],
  });
  const answer = await update(films, field.id, { options: { foreignTableId: films.tableId } });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["options.foreignTableId"] });
  expect(answer.body.message).toContain("use PUT /table/{tableId}/field/{fieldId}/convert");
  const baseId = (await aTable()).baseId;
  const ofOther = await update(films, field.id, { options: { baseId } });
  expect(refusal(ofOther)).toEqual({ status: 400, paths: ["options.baseId"] });
  expect(await fieldOf(films, field.id)).toEqual(field);
});

test("200: a link is brought to another table by its titles, as the refusal says: by a conversion, which may name what it showed before", async () => {
  const { films, people } = await twoTables();
  const others = await aTable(
    { name: "Others", records: [{ fields: { Name: "Bob" } }, { fields: { Name: "Ann, B" } }] },
    films.owner,
    films,
  );
  const field = await linkTo(films, people);
  const { owner: as } = films;
  const make = (tableId: string, records: object[]) =>
    call(createRecords, {
      as,
      params: { tableId },
      body: { records: records.map((fields) => ({ fields })) },
    });
  const cast = (await make(people.tableId, [{ Name: "Ann, B" }, { Name: "Cid" }])).body.records;
  const [{ id }] = (
    await make(films.tableId, [{ [field.name]: cast.map((each: { id: string }) => ({ id: each.id })) }])
  ).body.records;
  const convert = (body: object) =>
    call(convertField, { as, params: { tableId: films.tableId, fieldId: field.id }, body });
  const options = { ...field.options, foreignTableId: others.tableId };
  expect((await update(films, field.id, { options })).status).toBe(400);
  const wrong = { ...options, lookupFieldId: films.table.fields[0].id };
  expect(refusal(await convert({ type: "link", options: wrong }))).toEqual({
    status: 400,
    paths: ["options.lookupFieldId"],
  });
  expect((await convert({ type: "link", options })).status).toBe(200);
  const { body } = await call(getRecord, { as, params: { tableId: films.tableId, recordId: id } });
  expect(body.fields[field.name]).toEqual([{ id: others.table.records[1].id, title: "Ann, B" }]);
});

test("another base: who may not read there cannot choose what gives the titles; the name can be changed", async () => {
  const people = await aTable({ name: "People" });
  const films = await aTable({ name: "Films" }, people.owner);
  const field = await linkTo(films, people);
  const creator = await aMember(films.baseId, "creator");
  const options = { lookupFieldId: people.table.fields[1].id };
  expect(refusal(await update(films, field.id, { options }, creator))).toEqual({
    status: 400,
    paths: ["options.foreignTableId"],
  });
  const same = { name: "Cast", options: field.options };
  expect((await update(films, field.id, same, creator)).status).toBe(200);
  expect(await fieldOf(films, field.id)).toEqual({ ...field, name: "Cast" });
});

test("400: while the other table is in the trash", async () => {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people);
  await call(deleteTable, { as: films.owner, params: { baseId: films.baseId, tableId: people.tableId } });
  const options = { lookupFieldId: people.table.fields[1].id };
  expect((await update(films, field.id, { options })).status).toBe(400);
  expect((await update(films, field.id, { name: "Cast" })).status).toBe(200);
});
