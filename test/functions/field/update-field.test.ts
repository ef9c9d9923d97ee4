import { expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as getView } from "#functions/view/get-view";
import { aFieldId, noField } from "#test/support/makers/ids";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

type Made = Awaited<ReturnType<typeof aTable>>;

const update = ({ owner, tableId }: Made, fieldId: string, body: unknown, as: { token: string } = owner) =>
  call(updateField, { as, params: { tableId, fieldId }, body });
const field = async ({ owner: as, tableId }: Made, fieldId: string) =>
  (await call(getField, { as, params: { tableId, fieldId } })).body;
const cells = async ({ owner: as, tableId }: Made) => {
  const { body } = await call(listRecords, { as, params: { tableId } });
  return body.records.map(({ fields }: { fields: object }) => fields);
};
const idOf = ({ table }: Made, i: number): string => table.fields[i].id;

const status = (more: object = {}) => ({
  type: "singleSelect",
  name: "Status",
  options: {
    choices: [
      { id: "choOpen0000", name: "open", color: "blue" },
      { id: "choDone0000", name: "done", color: "red" },
    ],
    ...more,
  },
});
const name = { type: "singleLineText", name: "Name" };
const records = [{ fields: { Name: "a", Status: "open" } }, { fields: { Name: "b", Status: "done" } }];
const choicesOf = async (made: Made, i = 1) => (await field(made, idOf(made, i))).options.choices;

test("200: name, dbFieldName and description; no record is written, all show the new name", async () => {
  const made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  const id = idOf(made, 0);
  const before = await field(made, id);
  const calls = await disturbed(
    () => undefined,
    async () => {
      const change = { name: " Title ", dbFieldName: "title_1", description: "Of a book" };
      const { status, body } = await update(made, id, change);
      expect({ status, body }).toEqual({ status: 200, body: "" });
    },
  );
  expect(JSON.stringify(calls.map(({ input }) => input))).not.toContain("RECORDS#");
  const changed = { name: "Title", dbFieldName: "title_1", description: "Of a book" };
  expect(await field(made, id)).toEqual({ ...before, ...changed });
  expect(await cells(made)).toEqual([{ Title: "Ada" }]);
  await update(made, id, { description: null });
  expect(await field(made, id)).not.toHaveProperty("description");
});

test("200: its own names, also in another case; an empty body", async () => {
  const made = await aTable();
  const id = idOf(made, 1);
  for (const body of [{ name: "Count", dbFieldName: "COUNT" }, {}])
    expect((await update(made, id, body)).status).toBe(200);
  expect(await field(made, id)).toMatchObject({ name: "Count", dbFieldName: "COUNT" });
});

test("200: a renamed choice is renamed in every cell and every filter; its id stays", async () => {
  const id = aFieldId();
  const filterSet = [{ fieldId: id, operator: "is", value: "open" }];
  const filter = { conjunction: "and", filterSet };
  const fields = [name, { ...status(), id }];
  const made = await aTable({ fields, records, views: [{ type: "grid", filter }] });
  const choices = [
    { id: "choDone0000", name: "open", color: "red" },
    { id: "choOpen0000", name: "done", color: "blue" },
  ];
  await update(made, idOf(made, 1), { options: { choices } });
  expect(await choicesOf(made)).toEqual(choices);
  expect(await cells(made)).toEqual([
    { Name: "a", Status: "done" },
    { Name: "b", Status: "open" },
  ]);
  const params = { tableId: made.tableId, viewId: made.table.defaultViewId };
  const { body: view } = await call(getView, { as: made.owner, params });
  expect(view.filter.filterSet[0].value).toBe("done");
});

test("200: a choice that is sent by name only keeps its id and color, and cells keep it", async () => {
  const made = await aTable({ fields: [name, status()], records });
  const choices = [{ name: "open" }, { name: "later" }, { name: "done", color: "green" }];
  await update(made, idOf(made, 1), { options: { choices } });
  const [open, later, done] = await choicesOf(made);
  expect([open, done]).toEqual([
    { id: "choOpen0000", name: "open", color: "blue" },
    { id: "choDone0000", name: "done", color: "green" },
  ]);
  expect(later.id).toMatch(/^cho[0-9A-Za-z]{8}$/);
  expect(await cells(made)).toEqual(records.map(({ fields }) => fields));
});

test("200: cells do not show a removed choice, not even after another one of its name is created", async () => {
  const tags = { ...status(), type: "multipleSelect", name: "Tags" };
  const both = [{ fields: { Name: "a", Status: "open", Tags: ["open", "done"] } }];
  const made = await aTable({ fields: [name, status(), tags], records: both });
  const only = { choices: [{ id: "choDone0000", name: "done" }] };
  for (const i of [1, 2]) await update(made, idOf(made, i), { options: only });
  expect(await cells(made)).toEqual([{ Name: "a", Tags: ["done"] }]);
  await update(made, idOf(made, 1), { options: { choices: [{ name: "open" }] } });
  expect(await cells(made)).toEqual([{ Name: "a", Tags: ["done"] }]);
});

test("200: with preventAutoNewOptions typecast creates no choices; without it again it does", async () => {
  const tags = { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "x" }] } };
  const made = await aTable({ fields: [name, status(), tags] });
  const { choices } = status().options;
  const create = (Tags: string) =>
    call(createRecords, {
      as: made.owner,
      params: { tableId: made.tableId },
      body: { typecast: true, records: [{ fields: { Status: "new", Tags } }] },
    });
  await update(made, idOf(made, 1), { options: { choices, preventAutoNewOptions: true } });
  await update(made, idOf(made, 2), {
    options: { choices: [{ name: "x" }], preventAutoNewOptions: true },
  });
  expect(refusal(await create("x, y"))).toEqual({
    status: 400,
    paths: ["records[0].fields.Status", "records[0].fields.Tags"],
  });
  expect(await choicesOf(made)).toHaveLength(2);
  expect(await choicesOf(made, 2)).toHaveLength(1);
  await update(made, idOf(made, 1), { options: { choices } });
  expect((await create("x")).status).toBe(400);
  for (const i of [1, 2]) await update(made, idOf(made, i), { options: { preventAutoNewOptions: null } });
  expect((await create("x")).body.records[0].fields).toEqual({ Status: "new", Tags: ["x"] });
  expect(await choicesOf(made)).toHaveLength(3);
});

test("200: a default value that is set later fills new records; one that is not a choice is a 400", async () => {
  const made = await aTable({ fields: [name, status()], records });
  const { choices } = status().options;
  await update(made, idOf(made, 1), { options: { choices, defaultValue: "done" } });
  const params = { tableId: made.tableId };
  const body = { records: [{ fields: { Name: "c" } }] };
  const { body: made2 } = await call(createRecords, { as: made.owner, params, body });
  expect(made2.records[0].fields).toEqual({ Name: "c", Status: "done" });
  expect(refusal(await update(made, idOf(made, 1), { options: { choices, defaultValue: "nope" } }))).toEqual({
    status: 400,
    paths: ["options.defaultValue"],
  });
  expect((await field(made, idOf(made, 1))).options).toEqual({ choices, defaultValue: "done" });
});

test("200: formatting and showAs change the text of cells, not their values", async () => {
  const made = await aTable({
    fields: [name, { type: "number", name: "Part" }],
    records: [{ fields: { Part: 0.125 } }],
  });
  const options = {
    formatting: { type: "percent", precision: 1 },
    showAs: { type: "bar", color: "red", showValue: true, maxValue: 1 },
  };
  await update(made, idOf(made, 1), { options });
  expect((await field(made, idOf(made, 1))).options).toEqual(options);
  const params = { tableId: made.tableId };
  const { body } = await call(listRecords, { as: made.owner, params, query: { cellFormat: "text" } });
  expect(body.records[0].fields).toEqual({ Part: "12.5%" });
  expect(await cells(made)).toEqual([{ Part: 0.125 }]);
});

test("200: of twenty concurrent renames to one name, one succeeds", async () => {
  const fields = Array.from({ length: 20 }, (_, i) => ({ type: "singleLineText", name: `f${i}` }));
  const made = await aTable({ fields });
  const answers = await Promise.all(fields.map((_, i) => update(made, idOf(made, i), { name: "One" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)]);
});

test("200: concurrent choices of an edit and of typecast both exist, or the later call knows the earlier one", async () => {
  const made = await aTable({ fields: [name, status()] });
  const params = { tableId: made.tableId };
  const typecast = (i: number) =>
    call(createRecords, {
      as: made.owner,
      params,
      body: { typecast: true, records: [{ fields: { Name: `${i}`, Status: `new${i}` } }] },
    });
  const renamed = status().options.choices.map((choice) => ({ ...choice, name: `${choice.name}!` }));
  const answers = await Promise.all([
    ...[1, 2, 3].map(typecast),
    update(made, idOf(made, 1), { options: { choices: renamed } }),
    ...[4, 5, 6].map(typecast),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 201, 201, 201]);
  const names: string[] = (await choicesOf(made)).map((choice: { name: string }) => choice.name);
  expect(names.slice(0, 2)).toEqual(["open!", "done!"]);
  // what the edit did not send is gone, and nothing repeats
  expect(new Set(names).size).toBe(names.length);
});

const crowded = await aTable({
  fields: [
    { ...name, dbFieldName: "Code" },
    { ...status(), notNull: true },
    { type: "user", name: "Who" },
    { type: "rating", name: "Stars" },
    { type: "number", name: "n" },
  ],
});

test.each<[string, number, object, string[]]>([
  ["a name that is taken", 4, { name: "Status" }, ["name"]],
  ["a dbFieldName that is taken in another case", 4, { dbFieldName: "cODE" }, ["dbFieldName"]],
  ["a dbFieldName with other characters", 4, { dbFieldName: "a b" }, ["dbFieldName"]],
  ["no name", 4, { name: " " }, ["name"]],
  [
    "options that the type does not have",
    4,
    { options: { choices: [], more: 1 } },
    ["options.choices", "options.more"],
  ],
  [
    "all errors at once",
    4,
    { name: "Name", dbFieldName: "Code", options: { x: 1 } },
    ["name", "dbFieldName", "options.x"],
  ],
  [
    "two choices with one name",
    1,
    { options: { choices: [{ name: "a" }, { name: "a" }] } },
    ["options.choices[1].name"],
  ],
  [
    "an edit that would empty notNull cells",
    1,
    { options: { choices: [{ name: "open" }] } },
    ["options.choices"],
  ],
  ["several people although cells hold one", 2, { options: { isMultiple: true } }, ["options.isMultiple"]],
  ["a lower maximum rating", 3, { options: { icon: "sun", color: "redBright", max: 4 } }, ["options.max"]],
  ["another type", 4, { type: "rating" }, ["type"]],
  ["unique, notNull", 4, { unique: true, notNull: false }, ["unique", "notNull"]],
])("400: %s", async (_, i, body, paths) => {
  const id = idOf(crowded, i);
  const before = await field(crowded, id);
  expect(refusal(await update(crowded, id, body))).toEqual({ status: 400, paths });
  expect(await field(crowded, id)).toEqual(before);
});

test("404: unknown field; one of another table", async () => {
  const other = await aTable({}, crowded.owner);
  for (const id of [noField(), idOf(other, 0)])
    expect((await update(crowded, id, { name: "x" })).status).toBe(404);
});

test("403: editor, token without the scope; 404: stranger", async () => {
  const made = await aTable();
  const editor = await aMember(made.baseId, "editor");
  const creator = await aMember(made.baseId, "creator");
  const token = await aToken(made.owner.userId, { scopes: ["field|read", "field|create"] });
  const statuses = [];
  for (const as of [editor, { token }, crowded.owner, creator])
    statuses.push((await update(made, idOf(made, 0), { name: "x" }, as)).status);
  expect(statuses).toEqual([403, 403, 404, 200]);
});
