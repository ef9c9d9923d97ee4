import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { jobEnded } from "#test/support/backups";
import { actionsOf } from "#test/support/makers/actions";
import { disagreements, linkTo, twoTables } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

type Made = Awaited<ReturnType<typeof aTable>>;

const duplicate = ({ owner: as, tableId }: Made, fieldId: string, body: object, headers = {}) =>
  call(duplicateField, { as, params: { tableId, fieldId }, body, headers });
const cells = async ({ owner: as, tableId }: Made, name: string): Promise<unknown[]> =>
  (await call(listRecords, { as, params: { tableId } })).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields[name] ?? null,
  );

test("201: the same field with the same cells, beside it in the view", async () => {
  const options = { choices: [{ name: "a" }, { name: "b" }] };
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "S", options, description: "why" },
      { type: "number", name: "N" },
    ],
    records: [{ fields: { S: "b" } }, { fields: {} }, { fields: { S: "a" } }],
  });
  const [, field] = made.table.fields;
  const viewId = made.table.views[0].id;
  const { status, body } = await duplicate(made, field.id, { name: "S", viewId });
  expect(status).toBe(201);
  const { id, name, dbFieldName } = body;
  expect(body).toEqual({ ...field, id, name, dbFieldName });
  expect([id === field.id, name]).toEqual([false, "S 2"]);
  expect(await cells(made, "S 2")).toEqual(["b", null, "a"]);
  const listed = await call(listFields, {
    as: made.owner,
    params: { tableId: made.tableId },
    query: { viewId },
  });
  expect(listed.body.map((each: { name: string }) => each.name)).toEqual(["Name", "S", "S 2", "N"]);
  const params = { tableId: made.tableId, recordId: made.table.records[0].id };
  await call(updateRecord, { as: made.owner, params, body: { record: { fields: { S: "a" } } } });
  expect(await cells(made, "S 2")).toEqual(["b", null, "a"]);
});

test("201: primary, unique and converted fields; a formula computes the same", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name", id: "fldN000000000000001", unique: true },
      { type: "formula", name: "F", options: { expression: "UPPER({fldN000000000000001})" } },
      { type: "longText", name: "T" },
    ],
    records: [{ fields: { Name: "x", T: "12" } }],
  });
  const [name, formula, text] = made.table.fields;
  const copy = (await duplicate(made, name.id, { name: "Copy" })).body;
  expect(copy).not.toHaveProperty("unique");
  expect(copy).not.toHaveProperty("isPrimary");
  expect(await cells(made, "Copy")).toEqual(["x"]);
  await duplicate(made, formula.id, { name: "Again" });
  expect(await cells(made, "Again")).toEqual(["X"]);
  const params = { tableId: made.tableId, fieldId: text.id };
  await call(convertField, { as: made.owner, params, body: { type: "number" } });
  await duplicate(made, text.id, { name: "Twelve" });
  expect([await cells(made, "T"), await cells(made, "Twelve")]).toEqual([[12], [12]]);
});

test.each(["manyMany", "manyOne", "oneMany"])(
  "201: the copy of a link is one-way (%s)",
  async (relationship) => {
    const { films, people } = await twoTables({ fields: [{ type: "singleLineText", name: "Name" }] });
    const link = await linkTo(films, people, { relationship });
    const make = async ({ owner: as, tableId }: Made, records: object[]) =>
      (await call(createRecords, { as, params: { tableId }, body: { records } })).body.records;
    const [ada] = await make(people, [{ fields: { Name: "Ada" } }]);
    const value = relationship === "manyOne" ? { id: ada.id } : [{ id: ada.id }];
    await make(films, [{ fields: { Name: "F", [link.name]: value } }, { fields: { Name: "G" } }]);
    const { status, body } = await duplicate(films, link.id, { name: "Copy" });
    expect({ status, isOneWay: body.options?.isOneWay }).toEqual({ status: 201, isOneWay: true });
    expect(await cells(films, "Copy")).toEqual(await cells(films, link.name));
    expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
  },
);

test("201: once for an Idempotency-Key; 400: no name; 404: another field", async () => {
  const made = await aTable({ records: [{ fields: { Name: "a" } }] });
  const id = made.table.fields[0].id;
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await duplicate(made, id, { name: "Copy" }, headers);
  expect((await duplicate(made, id, { name: "Copy" }, headers)).body).toEqual(first.body);
  const { body } = await call(listFields, { as: made.owner, params: { tableId: made.tableId } });
  expect(body).toHaveLength(made.table.fields.length + 1);
  expect((await duplicate(made, id, {})).status).toBe(400);
  const other = (await aTable()).table;
  expect((await duplicate(made, other.fields[0].id, { name: "x" })).status).toBe(404);
  const elsewhere = await duplicate(made, made.table.fields[0].id, { name: "x", viewId: other.views[0].id });
  expect(refusal(elsewhere)).toEqual({ status: 404, paths: ["viewId"] });
});

test("201: more than 1,000 records with links by a job; the field is pending until it has ended", async () => {
  const { films, people } = await twoTables({ fields: [{ type: "singleLineText", name: "Name" }] });
  const { owner: as, tableId, baseId } = films;
  const link = await linkTo(films, people, { isOneWay: true });
  const { make, find } = actionsOf(as);
  const [id] = await make(people, [{ Name: "Ada" }]);
  for (const count of [1000, 3])
    await make(
      films,
      Array.from({ length: count }, () => ({ [link.name]: [{ id }] })),
    );
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { status, body } = await duplicate(films, link.id, { name: "Copy" }, headers);
  expect({ status, body }).toMatchObject({
    ...{ status: 201, body: { name: "Copy", isPending: true, jobId: expect.stringMatching(/^job/) } },
  });
  expect((await duplicate(films, link.id, { name: "Copy" }, headers)).body).toEqual(body);
  const job = await jobEnded(as, baseId, body.jobId);
  expect(job).toMatchObject({ kind: "duplicateField", state: "done", progress: { done: 1003, total: 1003 } });
  expect(await find(films, "Copy")).not.toHaveProperty("isPending");
  const { body: listed } = await call(listRecords, {
    as,
    params: { tableId },
    query: { take: "1000", skip: "3" },
  });
  for (const { fields } of listed.records) expect(fields.Copy).toEqual([{ id, title: "Ada" }]);
  expect(listed.records).toHaveLength(1000);
  expect(await disagreements(tableId, people.tableId)).toEqual([]);
});

test("201: records that are made meanwhile have the copied cell too", async () => {
  const made = await aTable({ records: [{ fields: { Name: "first" } }] });
  const { owner: as, tableId, table } = made;
  const late: Promise<unknown>[] = [];
  await disturbed(
    async ({ command }) => {
      // while the commit of the copy is on its way
      if (command !== "TransactWriteItems" || late.length > 0) return undefined;
      const body = { records: [{ fields: { Name: "late" } }] };
      late.push(call(createRecords, { as, params: { tableId }, body }));
      await late[0];
      return undefined;
    },
    async () => expect((await duplicate(made, table.fields[0].id, { name: "Copy" })).status).toBe(201),
  );
  expect(await cells(made, "Copy")).toEqual(["first", "late"]);
});
