/* Deleted link fields come back on both sides, with their links and titles, whatever happened to the records meanwhile. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as deleteForGood } from "#functions/table/delete-table-permanently";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as listViews } from "#functions/view/list-views";
import { clearDue } from "#lib/data/cleanup/clear-due";
import { readSchema } from "#lib/data/schema/table-schema";
import { idsOf, linked } from "#test/functions/record/links/support";
import { itemsWith, runJobsOf } from "#test/support/events/jobs";
import { findDisagreements } from "#test/support/links/check-links";
import { dependentsOf, disagreements, fieldOf, fieldsOf, linkTo } from "#test/support/makers/links";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { tellNews } from "#test/support/store/record-images";
import { bringBack, trashedIn, trashTable } from "./support.ts";

/** All items that contain one of these texts, except what reserves ids and what history and trash hold of records. */
const leftOf = async (...texts: string[]) =>
  (await itemsWith(...texts)).filter(({ entity }) => !/^(bygoneField|history|image|linkNote)$/.test(entity));

const one = (id: string) => ({ id });

/** Two films with links to people, by the cells of each relationship. */
async function aWorld(options: { relationship: string; isOneWay: boolean }) {
  const world = await linked(options);
  const { as, films, people, field, ann, bob, cid } = world;
  const isMany = /Many$/.test(options.relationship);
  const casts = isMany ? [[one(bob), one(ann)], [one(cid)]] : [one(bob), one(cid)];
  const [up, her] = idsOf(
    await world.make(
      films,
      casts.map((Cast, i) => ({ Title: `f${i}`, Cast })),
    ),
  );
  const tables = [films.tableId, people.tableId] as const;
  return {
    ...{ ...world, up, her },
    drop: (fieldId: string = field.id, { tableId }: { tableId: string } = films) =>
      call(deleteField, { as, params: { tableId, fieldId } }),
    /** Restores the newest deletion of a kind in a table. */
    async restore(resourceType: "field" | "record" = "field", { tableId }: { tableId: string } = films) {
      await tellNews();
      const found = (await trashedIn({ as }, tableId)).find((item) => item.resourceType === resourceType);
      return bringBack(found?.id ?? "trst0000000000000000", { as });
    },
    remove: async ({ tableId }: { tableId: string }, ...recordIds: string[]) => {
      await call(deleteListedRecords, { as, params: { tableId }, body: { recordIds } });
    },
    /** All that callers see of both tables, when the jobs have ended. */
    async all() {
      await runJobsOf(films, people);
      expect(await findDisagreements([...tables])).toEqual([]);
      expect(await disagreements(...tables)).toEqual([]);
      const views = await Promise.all(
        tables.map(async (tableId) => (await call(listViews, { as, params: { tableId } })).body),
      );
      return {
        fields: [await fieldsOf(films), await fieldsOf(people)],
        cells: [await world.cells(films), await world.cells(people)],
        columns: views.map((each) => each.map(({ columnMeta }: { columnMeta: object }) => columnMeta)),
        dependents: [await dependentsOf(films), await dependentsOf(people)],
      };
    },
  };
}

const relationships = ["manyMany", "manyOne", "oneMany", "oneOne"];
const shapes = relationships.flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);

describe.each(shapes)("$relationship, one-way: $isOneWay", (shape) => {
  test("201: as it was, once; titles as they are now", async () => {
    const world = await aWorld(shape);
    const before = await world.all();
    expect((await world.drop()).status).toBe(200);
    const gone = await world.all();
    expect(gone.fields.map(({ length }) => length)).toEqual([1, 1]);
    expect(gone.dependents).toEqual([[], []]);
    const answer = { status: 201, body: { resourceType: "field", resourceIds: [world.field.id] } };
    const [item] = await trashedIn(world, world.films.tableId);
    expect(await world.restore()).toMatchObject(answer);
    expect(await bringBack(item?.id as string, world)).toMatchObject(answer);
    expect(await world.all()).toEqual(before);
    // again, with another title
    await world.drop();
    await world.rename(world.people, world.bob, { Name: "Bert" });
    await world.restore();
    const { cells } = await world.all();
    expect(JSON.stringify(cells[0])).toContain('"title":"Bert"');
    expect((await world.update(world.up, null)).status).toBe(200);
    await world.all();
  });

  test("201: without links to records that were deleted meanwhile, with those that came back", async () => {
    const world = await aWorld(shape);
    const { films, people, ann, bob, up } = world;
    const before = await world.all();
    await world.drop();
    await world.remove(people, bob);
    await world.all();
    expect((await world.restore()).status).toBe(201);
    expect(JSON.stringify((await world.all()).cells[0])).not.toContain(bob);
    // the record is restored after the field, then between the deletion and the restoring of the field
    expect((await world.restore("record", people)).status).toBe(201);
    const { cells } = await world.all();
    expect(JSON.stringify(cells[0])).toContain(bob);
    for (const [table, id] of [
      [people, bob],
      [films, up],
    ] as const)
      for (const isFirst of [true, false]) {
        if (isFirst) await world.remove(table, id);
        await world.drop();
        if (!isFirst) await world.remove(table, id);
        expect((await world.restore("record", table)).status).toBe(201);
        await world.all();
        expect((await world.restore()).status).toBe(201);
        const now = await world.all();
        expect(now.fields).toEqual(before.fields);
        const linkedNow = JSON.stringify(now.cells[0]?.["f0"]);
        expect(linkedNow).toContain(bob);
        if (/Many$/.test(shape.relationship)) expect(linkedNow).toContain(ann);
      }
  });
});

test("201: a link of the table to itself; both sides are one entry of the trash", async () => {
  const made = await aTable({ records: [] });
  const { owner: as, tableId } = made;
  const params = { tableId };
  const field = await linkTo(made, made, { relationship: "oneMany" });
  const ids = [field.id, field.options.symmetricFieldId];
  const records = await call(createRecords, {
    as,
    params,
    body: { records: [{ fields: { Name: "a" } }, { fields: { Name: "b" } }] },
  });
  const [a, b] = idsOf(records);
  const body = { record: { fields: { [field.name]: [one(a), one(b)] } } };
  expect((await call(updateRecord, { as, params: { ...params, recordId: a }, body })).status).toBe(200);
  const before = await fieldsOf(made);
  for (const query of [ids, ids.slice(0, 1), ids.slice(1)]) {
    expect((await call(deleteFields, { as, params, query: { "fieldIds[]": query } })).status).toBe(200);
    const [item] = await trashedIn({ as }, tableId);
    expect(item?.resourceIds.toSorted()).toEqual(ids.toSorted());
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
    await runJobsOf(made);
    expect(await fieldsOf(made)).toEqual(before);
    expect(await findDisagreements([tableId])).toEqual([]);
    expect(await disagreements(tableId)).toEqual([]);
  }
});

test("201: a cell with more than 100 links", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, up } = world;
  const some = idsOf(
    await world.make(
      people,
      Array.from({ length: 150 }, (_, i) => ({ Name: `p${i}` })),
    ),
  ) as string[];
  await world.update(up, some.map(one));
  await world.all();
  const params = { tableId: films.tableId, recordId: up };
  const cell = async () => (await call(getRecord, { as, params })).body.fields.Cast;
  const before = await cell();
  await world.drop();
  await world.remove(people, ...some.slice(0, 30));
  await world.restore();
  await world.all();
  expect(before).toHaveLength(150);
  expect(await cell()).toEqual(before.slice(30));
});

test("201: lookups, rollups, formulas and views over it work again; taken names get a number on both sides", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const params = { tableId: films.tableId };
  const [name] = await fieldsOf(people);
  const lookupOptions = { foreignTableId: people.tableId, linkFieldId: field.id, lookupFieldId: name?.id };
  const add = async (body: object, of = films) =>
    (await call(createField, { as, params: { tableId: of.tableId }, body })).body;
  const lookup = await add({ type: "singleLineText", isLookup: true, name: "L", lookupOptions });
  await add({ type: "rollup", name: "R", options: { expression: "counta({values})" }, lookupOptions });
  await add({ type: "formula", name: "F", options: { expression: `{${lookup.id}} & "!"` } });
  await add({ type: "formula", name: "G", options: { expression: `{${field.id}} & "?"` } });
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: field.id, operator: "isNotEmpty", value: null }],
  };
  const { body: view } = await call(createView, { as, params, body: { type: "grid", name: "V", filter } });
  const { body: other } = await call(createView, { as, params, body: { type: "grid", name: "W", filter } });
  const before = await world.all();
  expect(before.cells[0]?.["f0"]).toMatchObject({ L: ["Bob", "Ann"], R: 2, F: "Bob, Ann!", G: "Bob, Ann?" });
  await world.drop();
  const between = await world.all();
  for (const lost of ["Cast", "L", "R", "G"]) expect(between.cells[0]?.["f0"]).not.toHaveProperty(lost);
  const changed = { filter: { conjunction: "or", filterSet: [] } };
  await call(filterView, { as, params: { ...params, viewId: other.id }, body: changed });
  await add({ type: "number", name: "Cast" });
  await add({ type: "number", name: "Films" }, people);
  expect((await world.restore()).status).toBe(201);
  const { cells, fields } = await world.all();
  const { Cast, ...rest } = before.cells[0]?.["f0"] ?? {};
  expect(cells[0]?.["f0"]).toEqual({ ...rest, "Cast 2": Cast });
  expect(fields[1]?.map((each) => each.name).sort()).toEqual(["Films", "Films 2", "Name"]);
  const views = (await call(listViews, { as, params })).body;
  const filterOf = (id: string) => views.find((each: { id: string }) => each.id === id).filter;
  expect([filterOf(view.id), filterOf(other.id)]).toEqual([filter, changed.filter]);
});

test("201: without the fields and views of the other table that are gone meanwhile", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const params = { tableId: people.tableId };
  const add = async (name: string) =>
    (await call(createField, { as, params, body: { type: "singleLineText", name } })).body.id;
  const [name] = await fieldsOf(people);
  const [nick, age] = [await add("Nick"), await add("Age")];
  const { body: view } = await call(createView, { as, params, body: { type: "grid", name: "Some" } });
  const item = (fieldId: string | undefined) => ({ fieldId, operator: "isNotEmpty", value: null });
  const options = {
    ...{ relationship: "manyMany", foreignTableId: people.tableId, isOneWay: false, lookupFieldId: nick },
    ...{ filterByViewId: view.id, visibleFieldIds: [name?.id, age] },
    filter: { conjunction: "and", filterSet: [item(age), item(name?.id)] },
  };
  await call(updateField, {
    as,
    params: { tableId: films.tableId, fieldId: field.id },
    body: { options },
  });
  await world.all();
  await world.drop();
  for (const fieldId of [nick, age]) await world.drop(fieldId, people);
  await call(deleteView, { as, params: { ...params, viewId: view.id } });
  expect((await world.restore()).status).toBe(201);
  const { cells } = await world.all();
  expect((await fieldOf(films, field.id)).options).toMatchObject({
    ...{ lookupFieldId: name?.id, filterByViewId: null, visibleFieldIds: [name?.id] },
    filter: { conjunction: "and", filterSet: [item(name?.id)] },
  });
  expect(cells[0]?.["f0"]?.["Cast"]).toMatchObject([{ title: "Bob" }, { title: "Ann" }]);
});

test("201: filters of links and lookups name choices as they are called now", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const add = async (body: object, of = films) =>
    (await call(createField, { as, params: { tableId: of.tableId }, body })).body;
  const [name] = await fieldsOf(people);
  const kind = await add(
    { type: "singleSelect", name: "Kind", options: { choices: [{ name: "a" }, { name: "b" }] } },
    people,
  );
  for (const id of [world.ann, world.bob, world.cid]) await world.rename(people, id, { Kind: "a" });
  const filterOf = (value: string) => ({
    conjunction: "and",
    filterSet: [{ fieldId: kind.id, operator: "is", value }],
  });
  const foreign = { foreignTableId: people.tableId };
  const options = { ...foreign, relationship: "manyMany", isOneWay: false, filter: filterOf("a") };
  const params = { tableId: films.tableId, fieldId: field.id };
  expect((await call(updateField, { as, params, body: { options } })).status).toBe(200);
  const lookupOptions = { ...foreign, linkFieldId: field.id, lookupFieldId: name?.id, filter: filterOf("a") };
  const lookup = await add({ type: "singleLineText", isLookup: true, name: "L", lookupOptions });
  const before = await world.all();
  const [a, b] = kind.options.choices;
  const swap = (choices: object[]) =>
    call(updateField, {
      as,
      params: { tableId: people.tableId, fieldId: kind.id },
      body: { options: { choices } },
    });
  await world.drop(lookup.id);
  // each has the name of the other
  await swap([
    { ...a, name: "b" },
    { ...b, name: "a" },
  ]);
  await world.drop();
  const renamed = [
    { ...a, name: "c" },
    { ...b, name: "a" },
  ];
  await swap(renamed);
  expect((await world.restore()).status).toBe(201);
  expect((await world.restore()).status).toBe(201);
  const after = await world.all();
  expect(after.cells[0]).toEqual(before.cells[0]);
  expect((await fieldOf(films, field.id)).options).toMatchObject({ filter: filterOf("c") });
  expect((await fieldOf(films, lookup.id)).lookupOptions).toMatchObject({ filter: filterOf("c") });
  expect((await world.update(world.up, [one(world.cid)])).status).toBe(200);
  // a choice that is gone stays in the filter, and matches nothing
  await world.drop(lookup.id);
  await swap(renamed.slice(1));
  expect((await world.restore()).status).toBe(201);
  expect((await world.all()).cells[0]?.["f0"]).not.toHaveProperty("L");
});

test("400: titles would be made of themselves; the field stays in the trash", async () => {
  const world = await aWorld({ relationship: "manyOne", isOneWay: true });
  const { as, films, people } = world;
  const add = async (of: typeof films, name: string, expression: string) =>
    (
      await call(createField, {
        as,
        params: { tableId: of.tableId },
        body: { type: "formula", name, options: { expression } },
      })
    ).body.id;
  const x = await add(people, "X", '"x"');
  const link = { relationship: "manyOne", isOneWay: true };
  const field = await linkTo(films, people, { ...link, lookupFieldId: x });
  const y = await add(films, "Y", `{${field.id}} & ""`);
  const back = await linkTo(people, films, { ...link, lookupFieldId: y });
  await world.drop(field.id);
  const set = (expression: string) =>
    call(updateField, {
      as,
      params: { tableId: people.tableId, fieldId: x },
      body: { options: { expression } },
    });
  expect((await set(`{${back.id}} & ""`)).status).toBe(200);
  const { status, body } = await world.restore();
  expect({ status, message: body.message }).toEqual({
    ...{ status: 400, message: expect.stringContaining("depends on itself") },
  });
  await set('"x"');
  expect((await world.restore()).status).toBe(201);
  await world.all();
});

test("400: the other table has no room for the symmetric field", async () => {
  const films = await aTable({ name: "Films" });
  const fields = Array.from({ length: 499 }, (_, i) => ({ type: "singleLineText", name: `n${i}` }));
  const people = await aTable({ name: "People", fields }, films.owner, films);
  const { owner: as, tableId } = people;
  const field = await linkTo(films, people);
  await call(deleteField, { as, params: { tableId: films.tableId, fieldId: field.id } });
  const body = { type: "singleLineText", name: "last" };
  expect((await call(createField, { as, params: { tableId }, body })).status).toBe(201);
  const [item] = await trashedIn({ as }, films.tableId);
  const answer = await bringBack(item?.id as string, { as });
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    ...{ status: 400, message: expect.stringContaining(`${tableId} would have 501 fields`) },
  });
});

test("from the other side: the trash of that table has it, for people without a role in the first one", async () => {
  const people = await aTable({ name: "People" });
  const films = await aTable({ name: "Films" }, people.owner);
  const field = await linkTo(films, people);
  const { symmetricFieldId: other } = field.options;
  const as = await aMember(people.baseId, "creator");
  const before = [await fieldsOf(films), await fieldsOf(people)];
  await call(deleteField, { as, params: { tableId: people.tableId, fieldId: other } });
  expect(await trashedIn({ as: films.owner }, films.tableId)).toEqual([]);
  const [item] = await trashedIn({ as }, people.tableId);
  expect(item).toMatchObject({ resourceType: "field", resourceIds: [other], name: "Films" });
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  await runJobsOf(films, people);
  expect([await fieldsOf(films), await fieldsOf(people)]).toEqual(before);
});

describe("the other table", () => {
  test.each([true, false])(
    "is in the trash: the field has an error until it is back; one-way: %s",
    async (isOneWay) => {
      const world = await aWorld({ relationship: "manyMany", isOneWay });
      const { as, films, people } = world;
      const before = await world.all();
      for (const isFirst of [true, false]) {
        if (isFirst) await world.drop();
        const trashId = await trashTable({ as }, people);
        if (!isFirst) await world.drop();
        expect((await world.restore()).status).toBe(201);
        await runJobsOf(films, people);
        expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
        expect(await fieldOf(films, world.field.id)).toMatchObject({ hasError: true });
        expect((await world.cells(films))["f0"]).toEqual(before.cells[0]?.["f0"]);
        expect((await world.update(world.up, [one(world.cid)])).status).toBe(400);
        expect((await bringBack(trashId, { as })).status).toBe(201);
        expect(await world.all()).toEqual(before);
      }
    },
  );

  test.each([true, false])(
    "is deleted for good: the field comes back as text; one-way: %s",
    async (isOneWay) => {
      const world = await aWorld({ relationship: "manyMany", isOneWay });
      const { as, films, people, field } = world;
      const { symmetricFieldId: other = field.id } = field.options;
      await world.drop();
      await call(deleteForGood, { as, params: { baseId: people.baseId, tableId: people.tableId } });
      await runJobsOf(people, films);
      expect(await leftOf(`LINKS#${field.id}`, `LINKS#${other}`, people.tableId)).toEqual([]);
      expect((await world.restore()).status).toBe(201);
      await runJobsOf(films);
      const shown = await fieldOf(films, field.id);
      expect(shown).toMatchObject({ name: "Cast", type: "singleLineText" });
      expect(shown).not.toHaveProperty("hasError");
      expect((await world.cells(films))["f0"]).toEqual({ Title: "f0", Cast: "Bob, Ann" });
      expect((await world.update(world.up, "text")).status).toBe(200);
    },
  );

  test("is being cleared: the field has an error, then it is text", async () => {
    const world = await aWorld({ relationship: "manyMany", isOneWay: false });
    const { as, films, people, field } = world;
    await world.drop();
    await call(deleteForGood, { as, params: { baseId: people.baseId, tableId: people.tableId } });
    expect((await world.restore()).status).toBe(201);
    expect(await fieldOf(films, field.id)).toMatchObject({ type: "link", hasError: true });
    await runJobsOf(people, films);
    expect(await fieldOf(films, field.id)).toMatchObject({ type: "singleLineText" });
    expect((await world.cells(films))["f0"]).toEqual({ Title: "f0", Cast: "Bob, Ann" });
    const { symmetricFieldId: other } = field.options;
    expect(await leftOf(`LINKS#${field.id}`, `LINKS#${other}`, people.tableId)).toEqual([]);
  });

  test.each([true, false])(
    "had the deletion, and is deleted for good: nothing is left of both; one-way: %s",
    async (isOneWay) => {
      const world = await aWorld({ relationship: "manyMany", isOneWay });
      const { as, films, people, field } = world;
      const { symmetricFieldId: other = field.id } = field.options;
      await world.drop();
      await call(deleteForGood, { as, params: { baseId: films.baseId, tableId: films.tableId } });
      await runJobsOf(films, people);
      await runJobsOf(people);
      expect(await leftOf(field.id, other, films.tableId)).toEqual([]);
      expect((await readSchema(people.tableId)).goneDependents).toEqual([]);
      expect((await world.cells(people))["Bob"]).toEqual({ Name: "Bob" });
    },
  );
});

test.each(shapes.flatMap((shape) => [true, false].map((isEmptied) => ({ ...shape, isEmptied }))))(
  "404: its time is over, or the trash is emptied: nothing is left of both sides: %o",
  async ({ isEmptied, ...shape }) => {
    inProcessOnly("jobs and schedules run here");
    const world = await aWorld(shape);
    const { as, films, people, field } = world;
    const { symmetricFieldId: other = field.id } = field.options;
    await world.drop();
    await world.remove(people, world.ann);
    await runJobsOf(films, people);
    const [item] = await trashedIn({ as }, films.tableId);
    if (isEmptied) await call(resetTrashItems, { as, query: { resourceId: films.tableId } });
    else await clearDue(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString());
    await runJobsOf(films, people);
    expect((await bringBack(item?.id as string, { as })).status).toBe(404);
    const left = await leftOf(field.id, other);
    expect(left.filter(({ entity }) => entity !== "deletion" && entity !== "image")).toEqual([]);
    for (const { tableId } of [films, people]) {
      const { clearing, goneDependents } = await readSchema(tableId);
      expect([clearing, goneDependents]).toEqual([[], []]);
    }
    expect((await world.cells(films))["f0"]).toEqual({ Title: "f0" });
  },
);

test("undone and redone: the deletion of a link field, and one that was made", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const params = { tableId: films.tableId };
  const headers = { "x-window-id": "window-1" };
  const turn = (endpoint: typeof undoOperation) => call(endpoint, { as, params, headers });
  const before = await world.all();
  await call(deleteField, { as, params: { ...params, fieldId: field.id }, headers });
  const gone = await world.all();
  for (let i = 0; i < 2; i++) {
    expect((await turn(undoOperation)).body).toMatchObject({ status: "fulfilled" });
    expect(await world.all()).toEqual(before);
    expect((await turn(redoOperation)).body).toMatchObject({ status: "fulfilled" });
    expect(await world.all()).toEqual(gone);
  }
  await turn(undoOperation);
  const body = { type: "link", name: "New", options: { ...field.options, relationship: "oneMany" } };
  const { symmetricFieldId: _, ...options } = body.options;
  const made = await call(createField, { as, params, headers, body: { ...body, options } });
  expect(made.status).toBe(201);
  await call(updateRecord, {
    as,
    params: { ...params, recordId: world.up },
    body: { record: { fields: { New: [one(world.cid)] } } },
  });
  const added = await world.all();
  expect((await turn(undoOperation)).body).toMatchObject({ status: "fulfilled" });
  expect(await world.all()).toEqual(before);
  expect((await turn(redoOperation)).body).toMatchObject({ status: "fulfilled" });
  expect(await world.all()).toEqual(added);
  expect(people.tableId).toBe(made.body.options.foreignTableId);
});

test("a link field whose relationship is being changed is not kept", async () => {
  inProcessOnly("the job has not run yet");
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const options = { relationship: "manyOne", foreignTableId: people.tableId, isOneWay: false };
  await call(updateField, { as, params: { tableId: films.tableId, fieldId: field.id }, body: { options } });
  await world.drop();
  expect(await trashedIn({ as }, films.tableId)).toEqual([]);
  await runJobsOf(films, people);
  expect(await leftOf(field.id, field.options.symmetricFieldId)).toEqual([]);
});

test("a field whose relationship was changed before comes back", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  const options = { relationship: "oneMany", foreignTableId: people.tableId, isOneWay: true };
  await call(updateField, { as, params: { tableId: films.tableId, fieldId: field.id }, body: { options } });
  const before = await world.all();
  await world.drop();
  await world.all();
  expect((await world.restore()).status).toBe(201);
  expect(await world.all()).toEqual(before);
});

test("400: its id and that of its symmetric field are taken", async () => {
  const world = await aWorld({ relationship: "manyMany", isOneWay: false });
  const { as, films, people, field } = world;
  await world.drop();
  for (const [of, id] of [
    [films, field.id],
    [people, field.options.symmetricFieldId],
    [people, field.id],
  ] as const) {
    const body = {
      type: "link",
      id,
      options: { relationship: "manyMany", foreignTableId: people.tableId, isOneWay: true },
    };
    expect((await call(createField, { as, params: { tableId: of.tableId }, body })).status).toBe(400);
  }
  const { baseId } = people;
  const text = [{ type: "singleLineText", name: "Name" }];
  const other = await aTable({ name: "Other", fields: text }, people.owner, {
    baseId,
    spaceId: people.spaceId,
  });
  const body = {
    type: "link",
    id: field.id,
    options: { relationship: "manyMany", foreignTableId: people.tableId },
  };
  expect((await call(createField, { as, params: { tableId: other.tableId }, body })).status).toBe(400);
});
