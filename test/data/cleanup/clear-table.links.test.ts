import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as getField } from "#functions/field/get-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as deleteForGood } from "#functions/table/delete-table-permanently";
import { recordKey } from "#lib/data/records/record-keys";
import { getItem } from "#lib/store/store";
import { bringBack, tableItems } from "#test/functions/trash/support";
import { itemsWith, runJobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { dependentsOf, fieldsOf, linkTo, type MadeTable, twoTables } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const make = async ({ owner: as, tableId }: MadeTable, records: object[]): Promise<{ id: string }[]> =>
  (await call(createRecords, { as, params: { tableId }, body: { records } })).body.records;
const read = async ({ owner: as, tableId }: MadeTable, recordId = "") =>
  (await call(getRecord, { as, params: { tableId, recordId } })).body;
const get = async ({ owner: as, tableId }: MadeTable, fieldId: string) =>
  (await call(getField, { as, params: { tableId, fieldId } })).body;
const trash = ({ owner: as, baseId, tableId }: MadeTable) =>
  call(deleteTable, { as, params: { baseId, tableId } });
const clear = async ({ owner: as, baseId, tableId }: MadeTable): Promise<Parameters<typeof runToEnd>[0]> =>
  (await call(deleteForGood, { as, params: { baseId, tableId } })).body.jobId;

/** Two tables with a link: a film to Ada and Bob. */
async function linked(options: object = {}) {
  const { films, people } = await twoTables();
  const field = await linkTo(films, people, options);
  const [ada, bob] = await make(people, [{ fields: { Name: "Ada" } }, { fields: { Name: "Bob" } }]);
  const [film] = await make(films, [
    { fields: { Name: "Film", People: [{ id: ada?.id }, { id: bob?.id }] } },
  ]);
  return { films, people, field, ada, bob, film };
}

test.each([true, false])(
  "in the trash: the field elsewhere has an error and keeps its cells; restored, it has none; one-way: %s",
  async (isOneWay) => {
    const { films, people, field, ada, film } = await linked({ isOneWay });
    const { fields: before } = await read(films, film?.id);
    expect(before.People).toHaveLength(2);
    expect((await trash(people)).status).toBe(200);
    expect(await get(films, field.id)).toEqual({ ...field, hasError: true });
    expect((await read(films, film?.id)).fields).toEqual(before);
    const params = { tableId: films.tableId, recordId: film?.id ?? "" };
    const body = { record: { fields: { People: [{ id: ada?.id }] } } };
    const refused = await call(updateRecord, { as: films.owner, params, body });
    expect(refusal(refused)).toEqual({ status: 400, paths: ["record.fields.People"] });
    expect(refused.body.message).toContain("was deleted");
    const [item] = await tableItems({ as: films.owner }, films.baseId);
    expect((await bringBack(item?.id ?? "", { as: films.owner })).status).toBe(201);
    expect(await get(films, field.id)).toEqual(field);
    expect((await read(films, film?.id)).fields).toEqual(before);
    expect(await dependentsOf(people)).toMatchObject([{ fieldId: field.id }]);
  },
);

test("both tables in the trash: each field has an error until the table that it shows is back", async () => {
  const { films, people, field } = await linked();
  const other = field.options.symmetricFieldId;
  await trash(people);
  await trash(films);
  const items = await tableItems({ as: films.owner }, films.baseId);
  const restore = async ({ tableId }: MadeTable) =>
    bringBack(items.find(({ resourceIds }) => resourceIds[0] === tableId)?.id ?? "", { as: films.owner });
  await restore(films);
  expect(await get(films, field.id)).toMatchObject({ hasError: true });
  await restore(people);
  for (const [made, id] of [
    [films, field.id],
    [people, other],
  ])
    expect(await get(made, id)).not.toHaveProperty("hasError");
});

test.each([true, false])(
  "deleted for good: the field elsewhere is text of the titles; one-way: %s",
  async (isOneWay) => {
    const { films, people, field, film } = await linked({ isOneWay });
    const jobId = await clear(people);
    expect(await get(films, field.id)).toMatchObject({ type: "link", hasError: true });
    await turn(jobId, people.baseId);
    // before the job has rewritten the cells
    const text = { id: field.id, name: "People", type: "singleLineText", options: {}, dbFieldType: "TEXT" };
    const shown = await get(films, field.id);
    expect(shown).toMatchObject(text);
    for (const member of ["hasError", "isPending", "isMultipleCellValue"])
      expect(shown).not.toHaveProperty(member);
    expect((await read(films, film?.id)).fields.People).toBe("Ada, Bob");
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: field.id, operator: "contains", value: "bob" }],
    });
    const params = { tableId: films.tableId };
    const found = await call(listRecords, { as: films.owner, params, query: { filter } });
    expect(found.body.records).toHaveLength(1);

    await runToEnd(jobId, people.baseId);
    await runJobsOf(films, people);
    expect((await read(films, film?.id)).fields.People).toBe("Ada, Bob");
    const item = await getItem(recordKey(films.tableId, film?.id ?? ""));
    expect(item?.["cells"]).toMatchObject({ [field.id]: "Ada, Bob" });
    expect((await itemsWith(people.tableId)).map(({ entity }) => entity)).toEqual([]);
    expect((await itemsWith(`LINKS#${field.id}`)).map(({ entity }) => entity)).toEqual([]);
    expect(await dependentsOf(films)).toEqual([]);
    const record = { record: { fields: { People: "Cid" } } };
    const changed = await call(updateRecord, {
      as: films.owner,
      params: { ...params, recordId: film?.id ?? "" },
      body: record,
    });
    expect(changed.status).toBe(200);
  },
);

test("a table in the trash, when the one that it shows is cleared: restored, its field is text", async () => {
  const { films, people, field, film } = await linked();
  await trash(films);
  await runToEnd(await clear(people), people.baseId);
  await runJobsOf(films, people);
  const [item] = await tableItems({ as: films.owner }, films.baseId);
  await bringBack(item?.id ?? "", { as: films.owner });
  expect(await get(films, field.id)).toMatchObject({ type: "singleLineText" });
  expect((await read(films, film?.id)).fields.People).toBe("Ada, Bob");
});

test("a table that links to itself is cleared whole", async () => {
  const made = await aTable();
  const field = await linkTo(made, made);
  const [one] = await make(made, [{ fields: { Name: "one" } }]);
  await make(made, [{ fields: { Name: "two", [field.name]: [{ id: one?.id }] } }]);
  await runToEnd(await clear(made), made.baseId);
  expect((await itemsWith(made.tableId, field.id)).map(({ entity }) => entity)).toEqual([]);
});

test("a deleted base: fields in another base become text, links inside it just go", async () => {
  const people = await aTable({ name: "People" });
  const friends = await aTable({ name: "Friends" }, people.owner, people);
  await linkTo(friends, people);
  const films = await aTable({ name: "Films" }, people.owner);
  const field = await linkTo(films, people, { isOneWay: true });
  const [ada] = await make(people, [{ fields: { Name: "Ada" } }]);
  const [film] = await make(films, [{ fields: { Name: "Film", People: [{ id: ada?.id }] } }]);
  const params = { baseId: people.baseId };
  const { jobId } = (await call(deleteBasePermanently, { as: people.owner, params })).body;
  await runToEnd(jobId, people.baseId);
  await runJobsOf(films);
  expect(await fieldsOf(films)).toMatchObject([{}, {}, {}, { id: field.id, type: "singleLineText" }]);
  expect((await read(films, film?.id)).fields.People).toBe("Ada");
  const left = await itemsWith(people.tableId, friends.tableId);
  expect(left.map(({ entity }) => entity)).toEqual([]);
});
