/* Links carry the cells that lookups show: a page reads no linked record, and is never out of date. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as countRows } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restore } from "#functions/trash/restore-trash-item";
import { followLeft } from "#lib/data/links/left-notes";
import { visibleChange } from "#lib/events/visible-change";
import { recordItems } from "#test/functions/trash/support";
import { calmDown } from "#test/load/links/together";
import { runJobsOf } from "#test/support/events/jobs";
import { carry, findCarrying, recordsOf } from "#test/support/links/carried";
import { openNotes } from "#test/support/links/open-notes";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { allChanges, tellNews } from "#test/support/store/record-images";

inProcessOnly("looks into the store");
beforeAll(useOwnStore);
beforeEach(() => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
});

const text = (name: string) => ({ type: "singleLineText", name });

/** Tasks that link people, with lookups of their count and a formula of it, a rollup, and a lookup with a filter. */
async function aWorld({ relationship = "manyMany", isOneWay = false } = {}) {
  const people = await aTable({
    fields: [text("Name"), { type: "number", name: "Count" }, { type: "user", name: "Boss" }],
    records: [],
  });
  const { owner: as } = people;
  const twice = await call(createField, {
    as,
    params: { tableId: people.tableId },
    body: { type: "formula", name: "Twice", options: { expression: `{${people.table.fields[1].id}} * 2` } },
  });
  const tasks = await aTable({ fields: [text("Title")], records: [] }, as, people);
  const add = async (body: object) => {
    const answer = await call(createField, { as, params: { tableId: tasks.tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as { id: string };
  };
  const link = await add({
    type: "link",
    name: "Who",
    options: { foreignTableId: people.tableId, relationship, isOneWay },
  });
  const [name, count, boss] = people.table.fields.map(({ id }: { id: string }) => id);
  const looks = (lookupFieldId: string, more: object = {}) => ({
    lookupOptions: { foreignTableId: people.tableId, linkFieldId: link.id, lookupFieldId, ...more },
  });
  await add({ type: "number", isLookup: true, name: "Counts", ...looks(count) });
  await add({ type: "formula", isLookup: true, name: "Twices", ...looks(twice.body.id) });
  await add({ type: "user", isLookup: true, name: "Bosses", ...looks(boss) });
  const filterSet = [{ fieldId: count, operator: "isGreater", value: 4 }];
  const filter = { conjunction: "and", filterSet };
  await add({ type: "singleLineText", isLookup: true, name: "Large", ...looks(name, { filter }) });
  await add({ type: "rollup", name: "Sum", options: { expression: "sum({values})" }, ...looks(count) });
  const make = async ({ tableId }: { tableId: string }, records: object[]) => {
    const body = { records: records.map((fields) => ({ fields })) };
    const answer = await call(createRecords, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.records.map(({ id }: { id: string }) => id) as string[];
  };
  const update = async ({ tableId }: { tableId: string }, recordId: string, fields: object) => {
    const params = { tableId, recordId };
    const answer = await call(updateRecord, { as, params, body: { record: { fields } } });
    expect(answer).toMatchObject({ status: 200 });
  };
  const list = async ({ tableId }: { tableId: string }) => {
    const { status, body } = await call(listRecords, { as, params: { tableId } });
    expect(status).toBe(200);
    return body.records.map(({ fields }: { fields: object }) => fields);
  };
  const ids = await make(people, [
    { Name: "Ann", Count: 3, Boss: { id: as.userId } },
    { Name: "Bob", Count: 5 },
    { Name: "Cid" },
  ]);
  return { as, people, tasks, link, make, update, list, ids: ids as [string, string, string] };
}

/** All that follows from the calls so far is done. */
const settle = calmDown;

/** The changes of a record that others hear of. */
async function changesOf(recordId: string) {
  return (await allChanges()).flatMap((each) => {
    if (each.dynamodb?.Keys?.["sk"]?.S !== recordId || each.dynamodb?.NewImage?.["entity"]?.S !== "record")
      return [];
    const seen = visibleChange(each)?.change;
    return seen ? [{ kind: seen.kind, ...(seen.computed && { computed: seen.computed }) }] : [];
  });
}

test("a page reads no linked record, and shows the same as before", async () => {
  const { as, people, tasks, make, list, ids } = await aWorld();
  const [ann, bob, cid] = ids.map((id) => ({ id }));
  await make(tasks, [{ Title: "a", Who: [bob, ann] }, { Title: "b", Who: [cid] }, { Title: "c" }]);
  await settle();
  const before = await list(tasks);
  expect(before[0]).toMatchObject({ Counts: [5, 3], Twices: [10, 6], Large: ["Bob"], Sum: 8 });
  const params = { tableId: tasks.tableId };
  const without = await costOf(() => call(listRecords, { as, params }));
  await carry(tasks, people);
  expect(await list(tasks)).toEqual(before);
  const cost = await costOf(() => call(listRecords, { as, params }));
  expect(cost.roundTrips).toBe(without.roundTrips - 1);
  expect(await findCarrying(tasks.tableId)).toEqual({ count: 3, wrong: [], missing: [], marked: [] });
});

test("filters and orders by several lookups of a link read what it carries", async () => {
  const { as, people, tasks, make, update, ids } = await aWorld();
  await carry(tasks, people);
  const [ann, bob, cid] = ids.map((id) => ({ id }));
  await make(tasks, [
    { Title: "a", Who: [ann, bob] },
    { Title: "b", Who: [bob] },
    { Title: "c", Who: [cid] },
  ]);
  await settle();
  const fields = (await call(listFields, { as, params: { tableId: tasks.tableId } })).body;
  const idOf = (name: string) => fields.find((each: { name: string }) => each.name === name).id;
  const filterSet = [
    { fieldId: idOf("Counts"), operator: "isNotEmpty", value: null },
    { fieldId: idOf("Twices"), operator: "isNotEmpty", value: null },
    { fieldId: idOf("Large"), operator: "contains", value: "Bob" },
  ];
  const query = {
    filter: JSON.stringify({ conjunction: "and", filterSet }),
    orderBy: JSON.stringify([{ fieldId: idOf("Sum"), order: "desc" }]),
  };
  const ask = () => call(listRecords, { as, params: { tableId: tasks.tableId }, query });
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.records.map(({ name }: { name: string }) => name)).toEqual(["a", "b"]);
  const { requests } = await costOf(ask);
  await update(people, ids[2], { Count: 50 });
  // one more: the record that is out of date
  expect((await costOf(ask)).requests).toBe(requests + 1);
});

const shapes = ["manyMany", "manyOne", "oneMany", "oneOne"].flatMap((relationship) =>
  [true, false].map((isOneWay) => ({ relationship, isOneWay })),
);
test.each(shapes)("$relationship, one-way $isOneWay: a change is seen at once, and followed", async (how) => {
  const { people, tasks, make, update, list, ids } = await aWorld(how);
  await carry(tasks, people);
  const isList = how.relationship.endsWith("Many");
  const cell = (...some: string[]) => (isList ? some.map((id) => ({ id })) : { id: some[0] });
  const [task] = (await make(tasks, [{ Title: "a", Who: cell(ids[0], ids[1]) }])) as [string];
  await settle();
  expect(await findCarrying(tasks.tableId)).toMatchObject({ count: isList ? 2 : 1, wrong: [], missing: [] });
  await update(people, ids[0], { Count: 40 });
  const shown = async () => [(await list(tasks))[0].Counts].flat();
  expect(await shown()).toEqual(isList ? [40, 5] : [40]);
  expect((await findCarrying(tasks.tableId)).wrong).toHaveLength(1);
  expect((await findCarrying(people.tableId)).marked).toEqual([ids[0]]);
  await settle();
  expect(await findCarrying(tasks.tableId, people.tableId)).toMatchObject({
    wrong: [],
    missing: [],
    marked: [],
  });
  expect(await shown()).toEqual(isList ? [40, 5] : [40]);
  // other links: what was carried goes, and comes with them
  await update(tasks, task, { Who: cell(ids[2]) });
  await update(people, ids[0], { Count: 41 });
  await update(tasks, task, { Who: cell(ids[0]) });
  expect(await shown()).toEqual([41]);
  await settle();
  expect(await findCarrying(tasks.tableId, people.tableId)).toMatchObject({
    wrong: [],
    missing: [],
    marked: [],
  });
});

test("a cell that no lookup shows marks nothing, and is followed by nobody", async () => {
  const { people, tasks, make, update, ids } = await aWorld();
  await carry(tasks, people);
  await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }]);
  await settle();
  const [before] = await recordsOf(tasks.tableId);
  const params = { tableId: people.tableId };
  await call(createField, { as: people.owner, params, body: { type: "number", name: "Other" } });
  await update(people, ids[0], { Other: 4 });
  expect(await openNotes()).toEqual([]);
  expect(await recordsOf(tasks.tableId)).toEqual([before]);
});

test("a record changes, computed, when what it looks up has changed; not when its links begin to carry it", async () => {
  const { people, tasks, make, update, ids } = await aWorld();
  const [task] = (await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }])) as [string];
  await settle();
  const heard = await changesOf(task);
  await carry(tasks, people);
  expect(await changesOf(task)).toEqual(heard);
  await update(people, ids[0], { Count: 8 });
  await settle();
  expect((await changesOf(task)).slice(heard.length)).toEqual([{ kind: "changed", computed: true }]);
  await update(people, ids[1], { Count: 8 });
  await settle();
  expect(await changesOf(task)).toHaveLength(heard.length + 1);
});

test("lookups of lookups: each record on the way changes, computed, and titles made of them follow", async () => {
  const { as, people, tasks, link, make, update, list, ids } = await aWorld();
  const teams = await aTable({ fields: [text("Name")], records: [] }, as, people);
  const add = async (body: object) => {
    const answer = await call(createField, { as, params: { tableId: teams.tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as { id: string };
  };
  const counts = (await call(listFields, { as, params: { tableId: tasks.tableId } })).body.find(
    ({ name }: { name: string }) => name === "Counts",
  );
  const foreignTableId = tasks.tableId;
  const options = { foreignTableId, relationship: "manyMany", lookupFieldId: counts.id };
  const toTasks = await add({ type: "link", name: "Tasks", options });
  const lookupOptions = { foreignTableId, linkFieldId: toTasks.id, lookupFieldId: counts.id };
  await add({ type: "number", isLookup: true, name: "All", lookupOptions });
  await carry(teams, tasks, people);
  expect(link.id).toMatch(/^fld/);
  const [task] = (await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }])) as [string];
  const [team] = (await make(teams, [{ Name: "t", Tasks: [{ id: task }] }])) as [string];
  await settle();
  const heard = await changesOf(team);
  await update(people, ids[0], { Count: 77 });
  expect((await list(teams))[0]).toMatchObject({ All: [77] });
  await settle();
  expect((await changesOf(team)).slice(heard.length)).toEqual([{ kind: "changed", computed: true }]);
  expect((await list(teams))[0]).toMatchObject({ Tasks: [{ id: task, title: "77.00" }], All: [77] });
});

test("a record in the trash carries nothing when it is back, nor does a table", async () => {
  const { as, people, tasks, make, update, list, ids } = await aWorld();
  await carry(tasks, people);
  const [task] = (await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }])) as [string];
  await settle();
  const params = { tableId: tasks.tableId, recordId: task };
  expect((await call(deleteRecord, { as, params })).status).toBe(200);
  await settle();
  await update(people, ids[0], { Count: 9 });
  await settle();
  await tellNews();
  const [item] = await recordItems({ as }, tasks.tableId);
  expect((await call(restore, { as, params: { trashId: item?.id as string } })).status).toBe(201);
  expect((await list(tasks))[0]).toMatchObject({ Counts: [9] });
  const at = { baseId: tasks.baseId, tableId: tasks.tableId };
  expect((await call(deleteTable, { as, params: at })).status).toBe(200);
  await update(people, ids[0], { Count: 10 });
  await settle();
  const trashId = (
    await call(listTrashItems, { as, query: { resourceId: tasks.baseId, resourceType: "base" } })
  ).body.items[0].id;
  expect((await call(restore, { as, params: { trashId } })).status).toBe(201);
  expect((await list(tasks))[0]).toMatchObject({ Counts: [10] });
  await carry(tasks, people);
  expect(await findCarrying(tasks.tableId)).toMatchObject({ count: 1, wrong: [], missing: [], marked: [] });
});

test("the other table goes to the trash before a note is followed: links keep their titles, and all follows when it is back", async () => {
  const { as, people, tasks, make, update, list, ids } = await aWorld();
  await carry(tasks, people);
  const [ann, bob] = ids.map((id) => ({ id }));
  // a new link carries nothing until it is followed, which happens while the table is in the trash
  await make(tasks, [{ Title: "a", Who: [ann, bob] }]);
  await update(people, ids[0], { Name: "Ada", Count: 77 });
  const at = { baseId: people.baseId, tableId: people.tableId };
  expect((await call(deleteTable, { as, params: at })).status).toBe(200);
  await settle();
  const [{ Who: kept }] = await list(tasks);
  expect(kept.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[1]]);
  const query = { resourceId: people.baseId, resourceType: "base" };
  const trashId = (await call(listTrashItems, { as, query })).body.items[0].id;
  expect((await call(restore, { as, params: { trashId } })).status).toBe(201);
  expect((await list(tasks))[0]).toMatchObject({ Counts: [77, 5], Sum: 82 });
  await runJobsOf(tasks);
  await settle();
  expect((await list(tasks))[0]).toMatchObject({
    Who: [{ title: "Ada" }, { title: "Bob" }],
    Counts: [77, 5],
  });
  await carry(tasks, people);
  expect(await findCarrying(tasks.tableId)).toEqual({ count: 2, wrong: [], missing: [], marked: [] });
});

test("a carried cell that changed just before its table went to the trash is right when the table is back", async () => {
  const { as, people, tasks, make, update, list, ids } = await aWorld();
  await carry(tasks, people);
  await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }]);
  await settle();
  await update(people, ids[0], { Count: 77 });
  const at = { baseId: people.baseId, tableId: people.tableId };
  expect((await call(deleteTable, { as, params: at })).status).toBe(200);
  await settle();
  const query = { resourceId: people.baseId, resourceType: "base" };
  const trashId = (await call(listTrashItems, { as, query })).body.items[0].id;
  expect((await call(restore, { as, params: { trashId } })).status).toBe(201);
  expect((await list(tasks))[0]).toMatchObject({ Counts: [77] });
});

test("a filter of a lookup loses an item that its field no longer fits, and shows all records that are linked", async () => {
  const { as, people, tasks, make, list, ids } = await aWorld();
  await make(tasks, [{ Title: "a", Who: ids.map((id) => ({ id })) }]);
  expect((await list(tasks))[0]).toMatchObject({ Large: ["Bob"] });
  const [, count] = people.table.fields as { id: string }[];
  const params = { tableId: people.tableId, fieldId: count?.id as string };
  const convert = (type: string) => call(convertField, { as, params, body: { type } });
  expect((await convert("singleLineText")).status).toBe(200);
  expect((await list(tasks))[0]).toMatchObject({ Large: ["Ann", "Bob", "Cid"] });
  const { body: fields } = await call(listFields, { as, params: { tableId: tasks.tableId } });
  const large = fields.find(({ name }: { name: string }) => name === "Large");
  expect(large.lookupOptions).not.toHaveProperty("filter");
  expect(large).not.toHaveProperty("hasError");
});

test("counts by one formula of a time of the record, and by one rollup of more links than a record keeps", async () => {
  const { as, people, tasks, make } = await aWorld();
  const params = { tableId: tasks.tableId };
  const year = {
    type: "formula",
    name: "Year",
    options: { expression: `{${tasks.table.fields[0].id}} & YEAR(CREATED_TIME())` },
  };
  expect((await call(createField, { as, params, body: year })).status).toBe(201);
  const others = await make(
    people,
    Array.from({ length: 120 }, () => ({ Name: "x", Count: 1 })),
  );
  await make(tasks, [{ Title: "a", Who: others.map((id) => ({ id })) }]);
  await settle();
  const count = async (fieldId: string, value: unknown) => {
    const filter = JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator: "is", value }] });
    return (await call(countRows, { as, params, query: { filter } })).body.rowCount;
  };
  expect(await count("Year", `a${new Date().getUTCFullYear()}`)).toBe(1);
  expect(await count("Sum", 120)).toBe(1);
});

test("a looked-up field that is converted, there and back, shows what it has", async () => {
  const { as, people, tasks, make, update, list, ids } = await aWorld();
  await carry(tasks, people);
  await make(tasks, [{ Title: "a", Who: [{ id: ids[0] }] }]);
  await settle();
  const params = { tableId: people.tableId, fieldId: people.table.fields[1].id };
  const convert = async (type: string) =>
    expect((await call(convertField, { as, params, body: { type } })).status).toBe(200);
  await convert("singleLineText");
  expect((await list(tasks))[0]).toMatchObject({ Counts: ["3.00"] });
  await update(people, ids[0], { Count: "12" });
  expect((await list(tasks))[0]).toMatchObject({ Counts: ["12"] });
  await convert("number");
  expect((await list(tasks))[0]).toMatchObject({ Counts: [12], Sum: 12 });
  await carry(people, tasks);
  expect((await list(tasks))[0]).toMatchObject({ Counts: [12], Sum: 12, Twices: [24] });
  expect(await findCarrying(tasks.tableId)).toMatchObject({ count: 1, wrong: [], missing: [], marked: [] });
});

test("what a record carries has a limit: beyond it the linked records are read", async () => {
  const { people, tasks, make, list } = await aWorld();
  await carry(tasks, people);
  const long = "x".repeat(300);
  const some = await make(
    people,
    Array.from({ length: 40 }, () => ({ Name: long, Count: 6 })),
  );
  await make(tasks, [{ Title: "a", Who: some.map((id) => ({ id })) }]);
  await settle();
  expect((await findCarrying(tasks.tableId)).missing).toHaveLength(40);
  expect((await list(tasks))[0]).toMatchObject({ Sum: 240, Large: some.map(() => long) });
});

test("600 records that carry a cell get the new one by a job; no field is pending, because all see it at once", async () => {
  const { people, tasks, link, make, update, ids } = await aWorld({ relationship: "manyOne" });
  await carry(tasks, people);
  await make(
    tasks,
    Array.from({ length: 600 }, (_, i) => ({ Title: `${i}`, Who: { id: ids[0] } })),
  );
  await settle();
  expect(await findCarrying(tasks.tableId)).toMatchObject({ count: 600, wrong: [], missing: [] });
  await update(people, ids[0], { Count: 44 });
  const [note] = await openNotes();
  await followLeft({ pk: note?.pk as string, sk: note?.sk as string }, new Date().toISOString());
  expect(await openNotes()).toEqual([]);
  expect((await findCarrying(tasks.tableId, people.tableId)).marked).toEqual([ids[0]]);
  const params = { tableId: tasks.tableId };
  const { body } = await call(listRecords, { as: people.owner, params, query: { take: "600" } });
  expect(new Set(body.records.map(({ fields }: { fields: { Counts: number } }) => fields.Counts))).toEqual(
    new Set([44]),
  );
  const fields = (await call(listFields, { as: people.owner, params })).body as { isPending?: true }[];
  expect(fields.filter(({ isPending }) => isPending)).toEqual([]);
  expect(link.id).toMatch(/^fld/);
  await runJobsOf(tasks, people);
  expect(await findCarrying(tasks.tableId, people.tableId)).toMatchObject({
    ...{ count: 600, wrong: [], missing: [], marked: [] },
  });
});
