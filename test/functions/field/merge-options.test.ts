import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { aFieldId } from "#test/support/makers/ids";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Made = Awaited<ReturnType<typeof aTable>>;

const at = ({ owner: as, tableId }: Made, fieldId: string) => ({ as, params: { tableId, fieldId } });
const fieldOf = async (made: Made, id: string) => (await call(getField, at(made, id))).body;
const update = (made: Made, id: string, options: object) =>
  call(updateField, { ...at(made, id), body: { options } });
const convert = (made: Made, id: string, body: object) => call(convertField, { ...at(made, id), body });
const preview = async (made: Made, id: string, body: object) =>
  (await call(previewConversion, { ...at(made, id), body })).body;
const create = async ({ owner: as, tableId }: Made, fields: object, more: object = {}) =>
  (await call(createRecords, { as, params: { tableId }, body: { records: [{ fields }], ...more } })).body
    .records[0].fields;
const cells = async ({ owner: as, tableId }: Made, name: string) =>
  (await call(listRecords, { as, params: { tableId } })).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields[name] ?? null,
  );

const name = { type: "singleLineText", name: "N" };
const status = (id: string, more: object = { defaultValue: "open" }, type = "singleSelect") => ({
  ...{ id, type, name: "S" },
  options: { choices: [{ name: "open" }, { name: "done" }], ...more },
});
const withStatus = (id: string, more?: object, type?: string) =>
  aTable({
    fields: [name, status(id, more, type)],
    records: [
      { fields: { N: "1", S: type ? ["open", "done"] : "open" } },
      { fields: { N: "2", S: type ? ["done"] : "done" } },
    ],
  });

test("200: PATCH with what GET answers changes nothing, nor with any one member of it, for every type", async () => {
  const id = aFieldId();
  const [number, date, link] = [aFieldId(), aFieldId(), aFieldId()];
  const people = await aTable({
    fields: [
      name,
      { type: "number", name: "X", id: number },
      { type: "date", name: "D", id: date },
      status(id),
    ],
  });
  const { owner, baseId } = people;
  const lookupOptions = { foreignTableId: people.tableId, linkFieldId: link };
  const filter = { conjunction: "and", filterSet: [{ fieldId: number, operator: "isGreater", value: 1 }] };
  const made = await aTable(
    {
      fields: [
        { ...name, options: { showAs: { type: "url" }, defaultValue: "x" } },
        { type: "longText", name: "Long", options: { defaultValue: "a" } },
        {
          type: "number",
          name: "Number",
          options: { formatting: { type: "percent", precision: 1 }, defaultValue: 2 },
        },
        status(aFieldId()),
        status(aFieldId(), { defaultValue: ["open"], preventAutoNewOptions: true }, "multipleSelect"),
        {
          type: "user",
          name: "User",
          options: { isMultiple: true, shouldNotify: false, defaultValue: ["me"] },
        },
        {
          type: "date",
          name: "Date",
          options: {
            formatting: { date: "D/M/YYYY", time: "HH:mm", timeZone: "Asia/Tokyo" },
            defaultValue: "now",
          },
        },
        { type: "attachment", name: "Files" },
        { type: "checkbox", name: "Box", options: { defaultValue: true } },
        { type: "rating", name: "Rating", options: { icon: "moon", color: "redBright", max: 3 } },
        {
          type: "button",
          name: "Button",
          options: { label: "B", color: "blue", maxCount: 3, resetCount: true },
        },
        ...["autoNumber", "createdTime", "lastModifiedTime", "createdBy", "lastModifiedBy"].map((type) => ({
          type,
          name: type,
        })),
        {
          type: "formula",
          name: "Formula",
          options: {
            expression: "1 / 3",
            formatting: { type: "decimal", precision: 4 },
            showAs: { type: "bar", color: "red", showValue: true, maxValue: 5 },
          },
        },
        {
          type: "link",
          name: "Link",
          id: link,
          options: {
            relationship: "manyMany",
            foreignTableId: people.tableId,
            visibleFieldIds: [number],
            filter,
          },
        },
        {
          type: "rollup",
          name: "Rollup",
          lookupOptions: { ...lookupOptions, lookupFieldId: number },
          options: { expression: "sum({values})", formatting: { type: "decimal", precision: 3 } },
        },
        {
          type: "number",
          name: "Lookup",
          isLookup: true,
          lookupOptions: { ...lookupOptions, lookupFieldId: number },
        },
        {
          type: "date",
          name: "Dates",
          isLookup: true,
          lookupOptions: { ...lookupOptions, lookupFieldId: date },
        },
        {
          type: "singleSelect",
          name: "Choices",
          isLookup: true,
          lookupOptions: { ...lookupOptions, lookupFieldId: id },
        },
      ].map((field) => ({ ...field, name: `${field.name} ${field.type}` })),
    },
    owner,
    { baseId, owner } as never,
  );
  const all = async () => (await call(listFields, { as: owner, params: { tableId: made.tableId } })).body;
  const before = await all();
  for (const { id, options } of before)
    for (const sent of [
      options,
      ...Object.entries(options).map(([member, value]) => ({ [member]: value })),
      {},
    ]) {
      expect([(await update(made, id, sent)).status, sent]).toEqual([200, sent]);
      expect(await all()).toEqual(before);
    }
});

test.each(["singleSelect", "multipleSelect"])(
  "200: an update or conversion of a %s that names no choices keeps choices and cells",
  async (type) => {
    const id = aFieldId();
    const made = await withStatus(id, {}, type === "singleSelect" ? undefined : type);
    const { options } = await fieldOf(made, id);
    const before = await cells(made, "S");
    for (const sent of [
      {},
      { preventAutoNewOptions: true },
      { defaultValue: type === "singleSelect" ? "done" : ["done"] },
    ]) {
      expect((await update(made, id, sent)).status).toBe(200);
      expect((await fieldOf(made, id)).options).toMatchObject({ choices: options.choices, ...sent });
      expect(await cells(made, "S")).toEqual(before);
    }
    expect((await convert(made, id, { type, options: {} })).body.options).toEqual({
      choices: options.choices,
      preventAutoNewOptions: true,
    });
    expect(await cells(made, "S")).toEqual(before);
  },
);

test("200: a conversion between the select types keeps choices, cells and default, without options or with some", async () => {
  for (const options of [undefined, {}, { defaultValue: ["done"] }]) {
    const id = aFieldId();
    const made = await withStatus(id);
    const before = await fieldOf(made, id);
    const asked = { type: "multipleSelect", ...(options && { options }) };
    expect(await preview(made, id, asked)).toMatchObject({ cells: 2, emptied: 0 });
    const { body } = await convert(made, id, asked);
    const defaultValue = options ? options.defaultValue : ["open"];
    expect(body.options).toEqual({ choices: before.options.choices, ...(defaultValue && { defaultValue }) });
    expect(await cells(made, "S")).toEqual([["open"], ["done"]]);
    expect((await convert(made, id, { type: "singleSelect" })).body.options.choices).toEqual(
      before.options.choices,
    );
    expect(await cells(made, "S")).toEqual(["open", "done"]);
  }
});

test("200: choices that a list leaves out are removed, and the preview counts their cells", async () => {
  for (const [type, choices, emptied] of [
    ["singleSelect", [], 2],
    ["singleSelect", [{ name: "done" }], 1],
    ["multipleSelect", [], 2],
    ["multipleSelect", [{ name: "done" }], 1],
  ] as const) {
    const id = aFieldId();
    const made = await withStatus(id);
    const asked = { type, options: { choices } };
    expect(await preview(made, id, asked)).toMatchObject({ cells: 2, emptied });
    expect((await convert(made, id, asked)).body.options).not.toHaveProperty("defaultValue");
    expect((await cells(made, "S")).filter((cell: unknown) => cell === null)).toHaveLength(emptied);
  }
});

test("200: text becomes choices, and a default may name one of them; 400 for one that is none", async () => {
  for (const options of [undefined, {}, { choices: [] }, { defaultValue: "b" }]) {
    const id = aFieldId();
    const made = await aTable({
      fields: [name, { ...name, name: "S", id }],
      records: [{ fields: { S: "a" } }, { fields: { S: "b" } }],
    });
    const unknown = { type: "singleSelect", options: { defaultValue: "c" } };
    expect(refusal(await convert(made, id, unknown))).toEqual({
      status: 400,
      paths: ["options.defaultValue"],
    });
    expect(refusal(await call(previewConversion, { ...at(made, id), body: unknown })).status).toBe(400);
    const { body } = await convert(made, id, { type: "singleSelect", ...(options && { options }) });
    expect(body.options.choices.map((choice: { name: string }) => choice.name)).toEqual(["a", "b"]);
    expect(await cells(made, "S")).toEqual(["a", "b"]);
    if (options?.defaultValue) expect(await create(made, {})).toEqual({ S: "b" });
  }
});

test("200: the default of a select follows its choice in new records", async () => {
  const id = aFieldId();
  const made = await withStatus(id);
  const { options } = await fieldOf(made, id);
  const [open, done] = options.choices;
  await update(made, id, { choices: [done, { ...open, name: "to do", color: "red" }] });
  expect(await create(made, { N: "new" })).toEqual({ N: "new", S: "to do" });
  await update(made, id, { ...options, choices: [done, { ...open, name: "later" }], defaultValue: "to do" });
  expect(await create(made, { N: "new" })).toEqual({ N: "new", S: "later" });
  await update(made, id, { choices: [done] });
  expect(await create(made, { N: "new" })).toEqual({ N: "new" });
});

test("200: PATCH of a number keeps the formatting or the default that it does not name", async () => {
  const id = aFieldId();
  const formatting = { type: "currency", precision: 0, symbol: "€" };
  const made = await aTable({ fields: [name, { type: "number", name: "X", id, options: { formatting } }] });
  await update(made, id, { defaultValue: 3 });
  expect((await fieldOf(made, id)).options).toEqual({ formatting, defaultValue: 3 });
  const percent = { type: "percent", precision: 1 };
  await update(made, id, { formatting: percent });
  expect((await fieldOf(made, id)).options).toEqual({ formatting: percent, defaultValue: 3 });
  const { body } = await convert(made, id, { type: "number", options: { formatting } });
  expect(body?.options ?? (await fieldOf(made, id)).options).toEqual({ formatting });
});

test("200: people of a field that is converted without saying so stay several", async () => {
  const id = aFieldId();
  const made = await aTable({
    fields: [name, { type: "user", name: "U", id, options: { isMultiple: true, shouldNotify: false } }],
  });
  await convert(made, id, { type: "user", options: { defaultValue: "me" } });
  expect((await fieldOf(made, id)).options).toEqual({
    isMultiple: true,
    shouldNotify: false,
    defaultValue: "me",
  });
});

test("400: a default person who is no member of the base, on create, update, conversion and in a new table; who has left may stay", async () => {
  const id = aFieldId();
  const made = await aTable({ fields: [name, { type: "user", name: "U", id }] });
  const { userId: defaultValue } = await someone();
  const paths = ["options.defaultValue"];
  const field = { type: "user", options: { defaultValue } };
  const inTable = { as: made.owner, params: { tableId: made.tableId } };
  expect(refusal(await call(createField, { ...inTable, body: field }))).toEqual({ status: 400, paths });
  expect(refusal(await update(made, id, { defaultValue: ["me", defaultValue] }))).toEqual({
    status: 400,
    paths,
  });
  expect(refusal(await convert(made, id, field))).toEqual({ status: 400, paths });
  const body = { fields: [name, field] };
  const table = await call(createTable, { as: made.owner, params: { baseId: made.baseId }, body });
  expect(refusal(table)).toEqual({ status: 400, paths: ["fields[1].options.defaultValue"] });
  const member = await aMember(made.baseId, "editor");
  expect((await update(made, id, { defaultValue: member.userId })).status).toBe(200);
});

test("200: null in a new record is an empty cell, and what is left out gets the default", async () => {
  const made = await aTable({
    records: [],
    fields: [
      { ...name, options: { defaultValue: "x" } },
      { type: "longText", name: "L", options: { defaultValue: "y" } },
      { type: "number", name: "X", options: { defaultValue: 3 } },
      status(aFieldId()),
      { ...status(aFieldId(), { defaultValue: ["open"] }, "multipleSelect"), name: "M" },
      { type: "user", name: "U", options: { isMultiple: true, defaultValue: "me" } },
      {
        type: "date",
        name: "D",
        options: { formatting: { date: "YYYY", time: "None", timeZone: "UTC" }, defaultValue: "now" },
      },
      { type: "checkbox", name: "C", options: { defaultValue: true } },
    ],
  });
  const empty = Object.fromEntries(["N", "L", "X", "S", "M", "U", "D", "C"].map((key) => [key, null]));
  expect(await create(made, empty)).toEqual({});
  expect(await create(made, { ...empty, N: "", L: "", U: [], D: "", C: false })).toEqual({});
  expect(
    await create(
      made,
      { ...empty, N: "", L: "", X: "", S: "", M: [], U: [], D: "", C: "" },
      { typecast: true },
    ),
  ).toEqual({});
  expect(Object.keys(await create(made, {}))).toEqual(["N", "L", "X", "S", "M", "U", "D", "C"]);
  expect(await create(made, { X: 0 })).toMatchObject({ X: 0, S: "open" });
});

test("201: a copied table has empty cells where the original has them, whatever the default", async () => {
  const made = await withStatus(aFieldId());
  await create(made, { N: "3", S: null });
  const copy = await call(duplicateTable, {
    as: made.owner,
    params: { baseId: made.baseId, tableId: made.tableId },
    body: { name: "Copy", includeRecords: true },
  });
  expect(await cells({ ...made, tableId: copy.body.id }, "S")).toEqual(["open", "done", null]);
});

test("200: a button loses its workflow by null, in an update and a conversion; its copies have none", async () => {
  const id = aFieldId();
  const workflow = { id: "wfl4mSa1Cw6nZ8tQ0Yh", name: "W", isActive: true };
  const button = { type: "button", name: "B", id, options: { label: "B", color: "blue", workflow } };
  const made = await aTable({ fields: [name, button] });
  const { body: copy } = await call(duplicateField, { ...at(made, id), body: { name: "Copy" } });
  expect(copy.options).toEqual({ label: "B", color: "blue" });
  const { body: table } = await call(duplicateTable, {
    as: made.owner,
    params: { baseId: made.baseId, tableId: made.tableId },
    body: { name: "Copy", includeRecords: false },
  });
  expect(table.fields[1].options).toEqual({ label: "B", color: "blue" });
  expect((await fieldOf(made, id)).options.workflow).toEqual(workflow);
  await update(made, id, { workflow: null });
  expect((await fieldOf(made, id)).options).toEqual({ label: "B", color: "blue" });
  await update(made, id, { workflow });
  await convert(made, id, { type: "button", options: { label: "C", workflow: null } });
  expect((await fieldOf(made, id)).options).toEqual({ label: "C", color: "blue" });
});

test("200: showAs of a formula, lookup or rollup is taken away by null, and by a conversion without it", async () => {
  const id = aFieldId();
  const showAs = { type: "url" };
  const made = await aTable({
    fields: [name, { type: "formula", name: "F", id, options: { expression: '"a"', showAs } }],
  });
  await update(made, id, { expression: '"b"' });
  expect((await fieldOf(made, id)).options.showAs).toEqual(showAs);
  expect((await update(made, id, { showAs: null })).status).toBe(200);
  expect((await fieldOf(made, id)).options).toEqual({ expression: '"b"' });
  for (const more of [{}, { showAs: null }]) {
    await update(made, id, { showAs });
    const { body } = await convert(made, id, { type: "formula", options: { expression: '"b"', ...more } });
    expect(body.options).toEqual({ expression: '"b"' });
  }
});

test("200: all options of a formula can be sent back with another expression, whose result has no formatting", async () => {
  const id = aFieldId();
  const made = await aTable({
    fields: [name, { type: "formula", name: "F", id, options: { expression: "1 + 1" } }],
  });
  const { options } = await fieldOf(made, id);
  expect((await update(made, id, { ...options, expression: '"text"' })).status).toBe(200);
  expect((await fieldOf(made, id)).options).toEqual({ expression: '"text"' });
});
