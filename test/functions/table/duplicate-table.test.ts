import { expect, test } from "vitest";
import { handler as removeMember } from "#functions/base/remove-base-collaborator";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as createView } from "#functions/view/create-view";
import { jobEnded } from "#test/support/backups";
import { linkTo, type MadeTable, twoTables } from "#test/support/makers/links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

interface Named {
  id: string;
  name: string;
}
const duplicate = (
  { owner, baseId, tableId }: Pick<MadeTable, "owner" | "baseId" | "tableId">,
  body: object,
  { as = owner, headers = {} }: { as?: { token: string }; headers?: Record<string, string> } = {},
) => call(duplicateTable, { as, params: { baseId, tableId }, body, headers });
const list = async (as: { token: string }, tableId: string) =>
  (await call(listRecords, { as, params: { tableId } })).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields,
  );
const make = async ({ owner: as, tableId }: MadeTable, ...records: object[]) =>
  (
    await call(createRecords, {
      as,
      params: { tableId },
      body: { records: records.map((fields) => ({ fields })), typecast: true },
    })
  ).body.records;

test("201: fields, views and records with new ids; what names a field of the table names its copy", async () => {
  const { films, people } = await twoTables({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count", unique: true },
      { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }, { name: "done" }] } },
    ],
    records: [],
    description: "of films",
    icon: "📋",
  });
  const { owner: as, tableId } = films;
  const link = await linkTo(films, people);
  const add = async (body: object) => (await call(createField, { as, params: { tableId }, body })).body;
  const [, count, status] = films.table.fields;
  await add({ type: "formula", name: "Double", options: { expression: `{${count.id}} * 2` } });
  const lookupOptions = {
    foreignTableId: people.tableId,
    linkFieldId: link.id,
    lookupFieldId: people.table.fields[1].id,
  };
  await add({ type: "number", isLookup: true, name: "Their count", lookupOptions });
  const [ada] = await make(people, { Name: "Ada", Count: 36 });
  await make(
    films,
    { Name: "A", Count: 1, Status: "done", [link.name]: [{ id: ada.id }] },
    { Name: "B", Count: 2 },
  );
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: status.id, operator: "is", value: "done" }],
  };
  const view = (
    await call(createView, {
      as,
      params: { tableId },
      body: {
        type: "grid",
        name: "Done",
        filter,
        sort: { sortObjs: [{ fieldId: count.id, order: "desc" }] },
      },
    })
  ).body;

  const { status: answered, body: copy } = await duplicate(films, { name: "Films", includeRecords: true });
  expect(answered).toBe(201);
  expect(copy).toMatchObject({ name: "Films 2", description: "of films", icon: "📋" });
  expect(copy).not.toHaveProperty("records");
  const before: Named[] = (await call(listFields, { as, params: { tableId } })).body;
  expect(copy.fields.map(({ name }: Named) => name)).toEqual(before.map(({ name }) => name));
  for (const { id, name } of before)
    expect(copy.fields.find((field: Named) => field.id === copy.fieldMap[id])?.name).toBe(name);
  expect(JSON.stringify([copy.fields, copy.views])).not.toContain(count.id);
  const done = copy.views.find(({ id }: Named) => id === copy.viewMap[view.id]);
  expect(done.filter.filterSet[0].fieldId).toBe(copy.fieldMap[status.id]);
  expect(copy.fields.find(({ name }: Named) => name === link.name).options.isOneWay).toBe(true);
  const original = await list(as, tableId);
  expect(await list(as, copy.id)).toEqual(original);
  expect(original[0]).toMatchObject({ Double: 2, "Their count": [36] });
  await make({ ...films, tableId: copy.id } as MadeTable, { Name: "C", Count: 3 });
  expect(await list(as, tableId)).toHaveLength(2);
});

test("201: without records none, also where a cell must not be empty; once for an Idempotency-Key", async () => {
  const made = await aTable({
    fields: [{ type: "singleLineText", name: "Name", notNull: true }],
    records: [{ fields: { Name: "a" } }],
  });
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await duplicate(made, { name: "Copy" }, { headers });
  expect(first.status).toBe(201);
  expect((await duplicate(made, { name: "Copy" }, { headers })).body).toEqual(first.body);
  expect(await list(made.owner, first.body.id)).toEqual([]);
  const { body } = await call(listTables, { as: made.owner, params: { baseId: made.baseId } });
  expect(body.map(({ name }: Named) => name)).toContain("Copy");
  expect(body).toHaveLength(2);
});

test("400: no name; 403: an editor; 404: elsewhere", async () => {
  const made = await aTable();
  expect((await duplicate(made, {})).status).toBe(400);
  expect((await duplicate(made, { name: "x" }, { as: await aMember(made.baseId, "editor") })).status).toBe(
    403,
  );
  const other = await aTable();
  expect((await duplicate(made, { name: "x" }, { as: other.owner })).status).toBe(404);
  expect((await duplicate({ ...made, tableId: other.tableId }, { name: "x" })).status).toBe(404);
  const token = await aToken(made.owner.userId, { scopes: ["table|create"] });
  expect((await duplicate(made, { name: "x" }, { as: { token } })).status).toBe(403);
});

test("201: more than 1,000 records by a job; the table is there with the answer, and all of them", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name", unique: true },
      { type: "number", name: "N" },
    ],
    records: [],
  });
  const { owner: as, baseId, tableId } = made;
  const records = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      Name: `n${from + i}`,
      ...((from + i) % 3 && { N: from + i }),
    }));
  await make(made, ...records(1, 1000));
  await make(made, ...records(1001, 5));
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { status, body } = await duplicate(made, { name: "Copy", includeRecords: true }, { headers });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: "Copy", baseId, jobId: expect.stringMatching(/^job/) });
  expect((await call(getTable, { as, params: { baseId, tableId: body.id } })).status).toBe(200);
  expect((await duplicate(made, { name: "Copy", includeRecords: true }, { headers })).body).toEqual(body);
  const job = await jobEnded(as, baseId, body.jobId);
  expect(job).toMatchObject({ kind: "duplicateTable", state: "done", progress: { done: 1005, total: 1005 } });
  const tables: Named[] = (await call(listTables, { as, params: { baseId } })).body;
  expect(tables.map(({ name }) => name)).toContain("Copy");
  const all = async (id: string) =>
    (await call(listRecords, { as, params: { tableId: id }, query: { take: "1000" } })).body.records.map(
      ({ fields, autoNumber }: { fields: object; autoNumber: number }) => ({ fields, autoNumber }),
    );
  expect(await all(body.id)).toEqual(await all(tableId));
  // its numbers go on, and its unique values are taken
  const [next] = await make({ ...made, tableId: body.id } as MadeTable, { Name: "next" });
  expect(next.autoNumber).toBe(1006);
  const twice = { records: [{ fields: { Name: "n7" } }] };
  expect((await call(createRecords, { as, params: { tableId: body.id }, body: twice })).status).toBe(400);
});

test("201: texts that name fields stay as they are, and cells that were emptied stay empty", async () => {
  const id = "fldName000000000001";
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: `about ${id}`, id, description: `see {${id}}` },
      { type: "number", name: "N", options: { defaultValue: 7 } },
      { type: "singleSelect", name: "S", options: { choices: [{ name: id }] } },
      { type: "formula", name: "F", options: { expression: `{${id}} & "${id}"` } },
    ],
    records: [{ fields: { [`about ${id}`]: `see ${id}`, S: id } }],
  });
  const params = { tableId: made.tableId, recordId: made.table.records[0].id };
  const body = { record: { fields: { N: null } } };
  expect((await call(updateRecord, { as: made.owner, params, body })).status).toBe(200);
  const { status, body: copy } = await duplicate(made, { name: "Copy", includeRecords: true });
  expect(status).toBe(201);
  const cells = await list(made.owner, made.tableId);
  expect(await list(made.owner, copy.id)).toEqual(cells);
  expect(cells[0]).toEqual({ [`about ${id}`]: `see ${id}`, S: id, F: `see ${id}${id}` });
  expect(copy.fields[0]).toMatchObject({ name: `about ${id}`, description: `see {${id}}` });
  await make({ ...made, tableId: copy.id } as MadeTable, {});
  expect((await list(made.owner, copy.id))[1]).toMatchObject({ N: 7 });
});

test("201: cells of people who have left, and fields with an error, which heal as those that they are copied from", async () => {
  const other = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "N" },
    ],
    records: [{ fields: { Name: "n", N: 4 } }],
  });
  const made = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "user", name: "Who" },
      ],
      records: [],
    },
    other.owner,
    other,
  );
  const { owner: as, tableId } = made;
  const add = async (body: object) => (await call(createField, { as, params: { tableId }, body })).body;
  const link = await add({
    type: "link",
    name: "Link",
    options: { relationship: "manyMany", foreignTableId: other.tableId, isOneWay: true },
  });
  const source = { foreignTableId: other.tableId, linkFieldId: link.id };
  const n = other.table.fields[1].id as string;
  await add({ type: "number", name: "Ns", isLookup: true, lookupOptions: { ...source, lookupFieldId: n } });
  await add({
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    lookupOptions: { ...source, lookupFieldId: n },
  });
  const own = await add({ type: "number", name: "Own" });
  await add({ type: "formula", name: "F", options: { expression: `LEN({${own.id}})` } });
  const member = await aMember(made.baseId, "editor");
  const [{ id }] = other.table.records;
  await make(made, { Name: "a", Who: { id: member.userId }, Link: [{ id }], Own: 3 });
  const query = { userId: member.userId };
  expect((await call(removeMember, { as, params: { baseId: made.baseId }, query })).status).toBe(200);
  await call(deleteField, { as, params: { tableId, fieldId: own.id } });
  await call(deleteField, { as, params: { tableId: other.tableId, fieldId: n } });
  const { status, body: copy } = await duplicate(made, { name: "Copy", includeRecords: true });
  expect(status).toBe(201);
  const errorsIn = async (id: string) =>
    (await call(listFields, { as, params: { tableId: id } })).body.flatMap(
      ({ name, hasError }: { name: string; hasError?: boolean }) => (hasError ? [name] : []),
    );
  expect(await errorsIn(tableId)).toEqual(["Ns", "Sum", "F"]);
  expect(await errorsIn(copy.id)).toEqual(["Ns", "Sum", "F"]);
  const cells = await list(as, tableId);
  expect(cells).toMatchObject([{ Name: "a", Who: { id: member.userId }, Link: [{ id }] }]);
  expect(await list(as, copy.id)).toEqual(cells);
});
