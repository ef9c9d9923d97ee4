/* What a conversion means for links, lookups, history, trash, copies and constraints elsewhere. */
import { beforeAll, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecordHistory } from "#functions/record/list-record-history";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { aTableOf, bringBack } from "#test/functions/trash/support";
import { itemsWith, runJobsOf } from "#test/support/events/jobs";
import { dependentsOf, disagreements, fieldsOf, linkTo, twoTables } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

inProcessOnly("jobs and the stream's reader run here");

beforeAll(useOwnStore);

interface Table {
  owner: { token: string };
  tableId: string;
}
const convert = async ({ owner: as, tableId }: Table, fieldId: string, body: object) => {
  const answer = await call(convertField, { as, params: { tableId, fieldId }, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const make = async ({ owner: as, tableId }: Table, ...records: object[]): Promise<string[]> => {
  const body = { records: records.map((fields) => ({ fields })), typecast: true };
  const answer = await call(createRecords, { as, params: { tableId }, body });
  return answer.body.records.map(({ id }: { id: string }) => id);
};
const read = async ({ owner: as, tableId }: Table, recordId: string) =>
  (await call(getRecord, { as, params: { tableId, recordId } })).body.fields;
const write = ({ owner: as, tableId }: Table, recordId: string, fields: object) =>
  call(updateRecord, { as, params: { tableId, recordId }, body: { record: { fields } } });

test("200: lookups, rollups and formulas elsewhere follow; so do titles of links", async () => {
  const { films, people } = await twoTables({ fields: [{ type: "singleLineText", name: "Name" }] });
  const add = async (made: Table, body: object) =>
    (await call(createField, { as: made.owner, params: { tableId: made.tableId }, body })).body;
  const year = await add(films, { type: "longText", name: "Year" });
  const link = await linkTo(people, films, { lookupFieldId: year.id });
  const [first, second] = await make(films, { Name: "A", Year: "1999" }, { Name: "B", Year: "2001" });
  const lookupOptions = { foreignTableId: films.tableId, linkFieldId: link.id, lookupFieldId: year.id };
  await add(people, { type: "longText", isLookup: true, name: "Years", lookupOptions });
  const [person] = await make(people, { Name: "P", [link.name]: [{ id: first }, { id: second }] });
  expect((await read(people, person as string))["Years"]).toEqual(["1999", "2001"]);
  await convert(films, year.id, {
    type: "number",
    options: { formatting: { type: "decimal", precision: 1 } },
  });
  await add(people, { type: "rollup", name: "Sum", options: { expression: "sum({values})" }, lookupOptions });
  await runJobsOf(films, people);
  const now = await read(people, person as string);
  expect([now["Years"], now["Sum"]]).toEqual([[1999, 2001], 4000]);
  expect(now[link.name].map(({ title }: { title: string }) => title)).toEqual(["1999.0", "2001.0"]);
  expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
});

test.each([true, false])(
  "200: a link becomes text or choices of its titles; its links and the other field go (one-way: %s)",
  async (isOneWay) => {
    const { films, people } = await twoTables({ fields: [{ type: "singleLineText", name: "Name" }] });
    const link = await linkTo(films, people, { isOneWay });
    const [ada, grace] = await make(people, { Name: "Ada" }, { Name: "Grace, Dr." });
    const [both, one] = await make(
      films,
      { Name: "F", [link.name]: [{ id: ada }, { id: grace }] },
      { Name: "G", [link.name]: [{ id: ada }] },
    );
    await write(films, one as string, { Name: "G2" });
    const field = await convert(films, link.id, {
      type: "multipleSelect",
      name: "Who",
      options: { choices: [] },
    });
    expect(field).toMatchObject({ type: "multipleSelect", name: "Who" });
    const shown = async () =>
      (await Promise.all([both, one].map((id) => read(films, id as string)))).map((each) => each["Who"]);
    const before = await shown();
    expect(before[1]).toEqual(["Ada"]);
    expect(await fieldsOf(people)).toHaveLength(1);
    expect(await dependentsOf(people)).toEqual([]);
    await write(films, one as string, { Who: ["Ada"] });
    await runJobsOf(films, people);
    expect(await shown()).toEqual(before);
    const left = (await itemsWith(`LINKS#${link.id}`)).filter(({ entity }) => entity === "link");
    expect(left).toEqual([]);
    await convert(films, link.id, { type: "singleLineText" });
    expect((await shown())[1]).toBe("Ada");
  },
);

test("200: history shows cells as they would be now, and no edit that only carried a converted cell along", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "F" },
    ],
  });
  const [id] = (await make(made, { Name: "a", F: "1" })) as [string];
  await write(made, id, { F: "2" });
  await convert(made, made.table.fields[1].id, { type: "number" });
  await write(made, id, { Name: "b" });
  await write(made, id, { F: 3 });
  await tellNews();
  const params = { tableId: made.tableId, recordId: id };
  const { body } = await call(listRecordHistory, { as: made.owner, params });
  const said = body.historyList.map(
    ({ before, after }: Record<"before" | "after", { meta: { name: string }; data: unknown }>) => [
      before.meta.name,
      before.data,
      after.data,
    ],
  );
  expect(said).toEqual([
    ["F", 2, 3],
    ["Name", "a", "b"],
    ["F", 1, 2],
  ]);
});

test("200: a record comes back from the trash with its cell converted; a copy has it too", async () => {
  const made = await aTableOf(1);
  const fieldId = (await fieldsOf({ ...made, tableId: made.params.tableId } as never)).find(
    ({ isPrimary }) => !isPrimary,
  )?.id;
  expect(fieldId).toBeDefined();
  const table = { owner: made.owner, tableId: made.params.tableId };
  const text = (
    await call(createField, { as: made.owner, params: made.params, body: { type: "longText", name: "T" } })
  ).body;
  const [id] = (await make(table, { T: "12" })) as [string];
  await call(deleteRecord, { as: made.owner, params: { ...made.params, recordId: id } });
  const [item] = await made.items();
  await convert(table, text.id, { type: "number" });
  await tellNews();
  expect((await bringBack(item?.id as string, { as: made.owner })).status).toBe(201);
  expect((await read(table, id))["T"]).toBe(12);
  const params = { ...made.params, recordId: id };
  const copy = await call(duplicateRecord, { as: made.owner, params, body: {} });
  expect(copy.status).toBe(201);
  expect(Object.values(copy.body.fields)).toContain(12);
});

test("200: an upsert finds records by converted cells, also by unique ones", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "F" },
    ],
  });
  const [id] = (await make(made, { Name: "a", F: "1" }, { Name: "b", F: "2" })) as [string];
  const upsert = async (fields: object) => {
    const body = { records: [{ fields }], upsert: { fieldKeys: ["F"] } };
    const { body: answer } = await call(updateRecords, {
      as: made.owner,
      params: { tableId: made.tableId },
      body,
    });
    return JSON.stringify(answer);
  };
  await convert(made, made.table.fields[1].id, { type: "number" });
  expect(await upsert({ Name: "found", F: 1 })).toContain(id);
  await convert(made, made.table.fields[1].id, { type: "number", unique: true });
  expect(await upsert({ Name: "again", F: 1 })).toContain(id);
  expect((await read(made, id))["Name"]).toBe("again");
});

test("200: filters of views that no longer fit have no effect, and have it again when they fit", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "F" },
    ],
  });
  await make(made, { Name: "a", F: 1 }, { Name: "b", F: 2 });
  const fieldId = made.table.fields[1].id;
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isGreater", value: 1 }] };
  const sort = { sortObjs: [{ fieldId, order: "desc" }] };
  const params = { tableId: made.tableId };
  const view = (await call(createView, { as: made.owner, params, body: { type: "grid", filter, sort } }))
    .body;
  const listed = async () =>
    (await call(listRecords, { as: made.owner, params, query: { viewId: view.id } })).body.records.map(
      ({ fields }: { fields: { Name: string } }) => fields.Name,
    );
  expect(await listed()).toEqual(["b"]);
  for (const type of ["button", "attachment", "checkbox", "user"]) {
    const options = type === "button" ? { label: "Go", color: "teal" } : undefined;
    await convert(made, fieldId, { type, ...(options && { options }) });
    expect((await listed()).sort()).toEqual(["a", "b"]);
  }
});

test.each(["manyMany", "manyOne"])(
  "200: texts become links to the records with these titles, on both sides (%s)",
  async (relationship) => {
    const { films, people } = await twoTables({
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "longText", name: "Who" },
      ],
    });
    const [ada] = await make(people, { Name: "Ada" }, { Name: "Grace, Dr." });
    const ids = await make(
      films,
      { Name: "F", Who: "Ada" },
      { Name: "G", Who: "Grace, Dr." },
      { Name: "H", Who: "nobody" },
      { Name: "I", Who: relationship === "manyMany" ? "Ada, nobody" : "Ada" },
      { Name: "J" },
    );
    const field = films.table.fields[1];
    const body = { type: "link", options: { relationship, foreignTableId: people.tableId } };
    const params = { tableId: films.tableId, fieldId: field.id };
    const { body: preview } = await call(previewConversion, { as: films.owner, params, body });
    expect(preview).toMatchObject({ cells: 4, emptied: 1 });
    expect(preview.examples[0]).toMatchObject({ before: "nobody", after: null });
    const link = await convert(films, field.id, body);
    expect(link).toMatchObject({ id: field.id, type: "link", name: "Who" });
    const titles = await Promise.all(
      ids.map(async (id) => {
        const cell = (await read(films, id))["Who"];
        return [cell ?? []].flat().map(({ title }: { title: string }) => title);
      }),
    );
    expect(titles).toEqual([["Ada"], ["Grace, Dr."], [], ["Ada"], []]);
    const back = (await fieldsOf(people)).find(({ type }) => type === "link");
    expect((await read(people, ada as string))[back?.name ?? ""]).toHaveLength(2);
    expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
    await write(films, ids[2] as string, { Who: relationship === "manyMany" ? [{ id: ada }] : { id: ada } });
    expect((await read(people, ada as string))[back?.name ?? ""]).toHaveLength(3);
    await convert(films, field.id, { type: "singleLineText" });
    await runJobsOf(films, people);
    expect((await read(films, ids[2] as string))["Who"]).toBe("Ada");
    expect(await fieldsOf(people)).toHaveLength(2);
  },
);

test("400: two records with the title of one that only one may link; 200: formulas, choices and files become links", async () => {
  const { films, people } = await twoTables({
    fields: [
      { type: "singleLineText", name: "Name", id: "fldName000000000001" },
      { type: "multipleSelect", name: "Who", options: { choices: [{ name: "Ada" }, { name: "Grace" }] } },
      { type: "formula", name: "Same", options: { expression: "{fldName000000000001}" } },
    ],
  });
  await make(people, { Name: "Ada" }, { Name: "Grace" });
  const [one] = await make(films, { Name: "Ada", Who: ["Grace", "Ada"] }, { Name: "Ada" });
  const [, who, same] = films.table.fields;
  const options = (relationship: string) => ({ relationship, foreignTableId: people.tableId });
  const refused = await call(convertField, {
    as: films.owner,
    params: { tableId: films.tableId, fieldId: same.id },
    body: { type: "link", options: options("oneOne") },
  });
  expect(refused.status).toBe(400);
  await convert(films, who.id, { type: "link", options: options("manyMany") });
  await convert(films, same.id, { type: "link", options: { ...options("manyOne"), isOneWay: true } });
  const { Who, Same } = await read(films, one as string);
  expect([Who, Same]).toMatchObject([[{ title: "Grace" }, { title: "Ada" }], { title: "Ada" }]);
  expect(await disagreements(films.tableId, people.tableId)).toEqual([]);
});
