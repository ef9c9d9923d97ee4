import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

type Made = Awaited<ReturnType<typeof aTable>>;

const idOf = ({ table }: Made, i = 1): string => table.fields[i].id;
const convert = (made: Made, body: unknown, i = 1) =>
  call(convertField, {
    as: made.owner,
    params: { tableId: made.tableId, fieldId: idOf(made, i) },
    body,
  });
const preview = async (made: Made, body: unknown, i = 1) =>
  (
    await call(previewConversion, {
      as: made.owner,
      params: { tableId: made.tableId, fieldId: idOf(made, i) },
      body,
    })
  ).body;
const list = async ({ owner: as, tableId }: Made, query: Record<string, string> = {}) =>
  (await call(listRecords, { as, params: { tableId }, query })).body.records;
/** The cells of the field, in the order of the records; null for an empty one. */
const cells = async (made: Made, query?: Record<string, string>, i = 1) =>
  (await list(made, { fieldKeyType: "id", ...query })).map(
    ({ fields }: { fields: Record<string, unknown> }) => fields[idOf(made, i)] ?? null,
  );
const update = (made: Made, i: number, fields: object) =>
  call(updateRecord, {
    as: made.owner,
    params: { tableId: made.tableId, recordId: made.table.records[i].id },
    body: { record: { fields } },
  });

const name = { type: "singleLineText", name: "Name" };
const aFieldOf = (field: object, values: unknown[]) =>
  aTable({
    fields: [name, { name: "F", ...field }],
    records: values.map((value, i) => ({ fields: { Name: String(i), F: value } })),
    typecast: true,
  });
const texts = (...values: unknown[]) => aFieldOf({ type: "longText" }, values);

test("200: text becomes numbers: all records show them at once, none is written", async () => {
  const made = await texts("12", "a dozen", " 3.5 €", null, "-7");
  const calls = await disturbed(
    () => undefined,
    async () => {
      const { status, body } = await convert(made, { type: "number" });
      expect({ status, type: body.type, name: body.name }).toEqual({
        status: 200,
        type: "number",
        name: "F",
      });
    },
  );
  const writes = calls.filter(({ command }) => /Put|Update|Write/.test(command));
  expect(JSON.stringify(writes.map(({ input }) => input))).not.toContain("RECORDS#");
  const expected = await preview(await texts("12", "a dozen", " 3.5 €", null, "-7"), { type: "number" });
  expect(await cells(made)).toEqual([12, null, 3.5, null, -7]);
  expect(expected).toMatchObject({ records: 5, cells: 4, emptied: 1 });
  expect(expected.examples[0]).toMatchObject({ before: "a dozen", after: null });
});

test("200: what was converted is filtered, sorted, searched and shown as text by what it is now", async () => {
  const made = await texts("9", "10", "8", "none");
  await convert(made, { type: "number", options: { formatting: { type: "decimal", precision: 1 } } });
  const orderBy = JSON.stringify([{ fieldId: idOf(made), order: "asc" }]);
  expect(await cells(made, { orderBy, ignoreViewQuery: "true" })).toEqual([null, 8, 9, 10]);
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: idOf(made), operator: "isGreater", value: 8 }],
  });
  expect(await cells(made, { filter })).toEqual([9, 10]);
  expect(await cells(made, { cellFormat: "text" })).toEqual(["9.0", "10.0", "8.0", null]);
});

test("200: edits of converted records keep their cells; new records have cells of the new type", async () => {
  const made = await texts("1", "2", "3");
  await convert(made, { type: "number" });
  await update(made, 0, { Name: "edited" });
  await update(made, 1, { F: 20 });
  await update(made, 2, { F: null });
  await call(createRecords, {
    as: made.owner,
    params: { tableId: made.tableId },
    body: { records: [{ fields: { Name: "new", F: 4 } }] },
  });
  expect(await cells(made)).toEqual([1, 20, null, 4]);
  expect((await update(made, 0, { F: "text" })).status).toBe(400);
});

test("200: converted there and back several times, also with records written in between", async () => {
  const made = await texts("1", "2", "x");
  await convert(made, { type: "number", options: { formatting: { type: "decimal", precision: 0 } } });
  await update(made, 0, { F: 10 });
  await convert(made, { type: "singleLineText" });
  expect(await cells(made)).toEqual(["10", "2", null]);
  await update(made, 1, { F: "two" });
  await convert(made, { type: "singleSelect", options: { choices: [] } });
  expect(await cells(made)).toEqual(["10", "two", null]);
  await convert(made, { type: "multipleSelect", options: { choices: [{ name: "two" }, { name: "three" }] } });
  expect(await cells(made)).toEqual([null, ["two"], null]);
  await convert(made, { type: "longText" });
  expect(await cells(made)).toEqual([null, "two", null]);
});

test("200: texts become choices in the order of the records; sent choices come first and keep their colors", async () => {
  const made = await texts("b", "a", "b", "c, d", "");
  const sent = [{ id: "choA0000", name: "a", color: "red" }];
  const { body } = await convert(made, { type: "singleSelect", options: { choices: sent } });
  expect(body.options.choices.map((choice: { name: string }) => choice.name)).toEqual(["a", "b", "c, d"]);
  expect(body.options.choices[0]).toEqual(sent[0]);
  expect(await cells(made)).toEqual(["b", "a", "b", "c, d", null]);
  const many = await texts("b", "a, c", "b");
  const { body: multiple } = await convert(many, { type: "multipleSelect", options: { choices: [] } });
  expect(multiple.options.choices.map((choice: { name: string }) => choice.name)).toEqual(["b", "a", "c"]);
  expect(await cells(many)).toEqual([["b"], ["a", "c"], ["b"]]);
});

test("200: with preventAutoNewOptions other texts become empty", async () => {
  const made = await texts("a", "b");
  const options = { choices: [{ name: "a" }], preventAutoNewOptions: true };
  expect(await preview(made, { type: "singleSelect", options })).toMatchObject({ cells: 2, emptied: 1 });
  const { body } = await convert(made, { type: "singleSelect", options });
  expect(body.options.choices).toHaveLength(1);
  expect(await cells(made)).toEqual(["a", null]);
});

test("400: more different texts than a field may have choices", async () => {
  const made = await texts(...Array.from({ length: 501 }, (_, i) => `t${i}`));
  const refused = await convert(made, { type: "singleSelect", options: { choices: [] } });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("at most 500 choices");
  expect((await cells(made, { take: "1" }))[0]).toBe("t0");
});

test("200: choices keep their ids; several become the first", async () => {
  const options = { choices: [{ name: "a" }, { name: "b" }] };
  const made = await aFieldOf({ type: "multipleSelect", options }, [["b", "a"], ["a"], null]);
  const before = made.table.fields[1].options.choices;
  const { body } = await convert(made, { type: "singleSelect", options: { choices: before } });
  expect(body.options.choices).toEqual(before);
  expect(await cells(made)).toEqual(["b", "a", null]);
});

test("200: names and addresses become members of the base, people become their names of then", async () => {
  const made = await texts("nobody");
  const { owner } = made;
  await update(made, 0, { F: owner.email.toUpperCase() });
  expect((await preview(made, { type: "user", options: { isMultiple: true } })).emptied).toBe(0);
  await convert(made, { type: "user", options: { isMultiple: true } });
  expect(await cells(made)).toMatchObject([[{ id: owner.userId, title: owner.name }]]);
  await convert(made, { type: "user", options: { isMultiple: false } });
  expect(await cells(made)).toMatchObject([{ id: owner.userId }]);
  await convert(made, { type: "singleLineText" });
  expect(await cells(made)).toEqual([owner.name]);
});

test("200: lower ratings cap, dates stay, checkboxes become text", async () => {
  const rating = { icon: "star", color: "yellowBright", max: 10 };
  const made = await aFieldOf({ type: "rating", options: rating }, [9, 3, null]);
  await convert(made, { type: "rating", options: { ...rating, max: 5 } });
  expect(await cells(made)).toEqual([5, 3, null]);
  const dates = await texts("2024-02-29", "someday");
  const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "UTC" };
  await convert(dates, { type: "date", options: { formatting } });
  expect(await cells(dates)).toEqual(["2024-02-29T00:00:00.000Z", null]);
  const checked = await aFieldOf({ type: "checkbox" }, [true, false]);
  await convert(checked, { type: "singleLineText" });
  expect(await cells(checked)).toEqual(["true", null]);
  await convert(checked, { type: "checkbox" });
  expect(await cells(checked)).toEqual([true, null]);
});

test("200: computed from members of the record: they become cells that stay", async () => {
  const made = await aTable({
    fields: [name, { type: "autoNumber", name: "F" }],
    records: [{ fields: {} }, { fields: {} }],
  });
  await convert(made, { type: "number" });
  expect(await cells(made)).toEqual([1, 2]);
  await update(made, 1, { F: 5 });
  await convert(made, { type: "autoNumber" });
  expect(await cells(made)).toEqual([1, 2]);
  await convert(made, { type: "longText" });
  expect(await cells(made)).toEqual(["1", "2"]);
});

test("200: a formula becomes a number: the cells stay when what it was made of changes", async () => {
  const made = await aTable({
    fields: [
      { type: "number", name: "N", id: "fldN000000000000001" },
      { type: "formula", name: "F", options: { expression: "{fldN000000000000001} * 2" } },
    ],
    records: [{ fields: { N: 1 } }, { fields: { N: 2 } }, { fields: {} }],
  });
  await convert(made, { type: "number" });
  await update(made, 0, { N: 100 });
  expect(await cells(made)).toEqual([2, 4, 0]);
  expect((await update(made, 1, { F: 7 })).status).toBe(200);
  expect(await cells(made)).toEqual([2, 7, 0]);
});

test("200: a number becomes a formula, and a number again", async () => {
  const made = await aTable({
    fields: [
      { type: "number", name: "N", id: "fldN000000000000001" },
      { type: "number", name: "F" },
    ],
    records: [{ fields: { N: 1, F: 5 } }],
  });
  const { body } = await convert(made, {
    type: "formula",
    options: { expression: "{fldN000000000000001} + 1" },
  });
  expect(body).toMatchObject({ type: "formula", isComputed: true, cellValueType: "number" });
  expect(await cells(made)).toEqual([2]);
  await convert(made, { type: "formula", options: { expression: "{fldN000000000000001} + 2" } });
  expect(await cells(made)).toEqual([3]);
  await convert(made, { type: "number" });
  expect(await cells(made)).toEqual([3]);
});

test("400: unique refuses cells with the same value, and names the records; then it holds", async () => {
  const made = await texts("a", "b", "a");
  const refused = await convert(made, { type: "singleLineText", unique: true });
  expect(refusal(refused)).toMatchObject({ status: 400 });
  expect(JSON.stringify(refused.body)).toContain(made.table.records[2].id);
  await update(made, 2, { F: "c" });
  expect((await convert(made, { type: "singleLineText", unique: true })).body.unique).toBe(true);
  expect((await update(made, 2, { F: "b" })).status).toBe(400);
  expect((await update(made, 0, { F: "z" })).status).toBe(200);
  expect((await update(made, 2, { F: "a" })).status).toBe(200);
  await convert(made, { type: "singleLineText", unique: false });
  expect((await update(made, 1, { F: "z" })).status).toBe(200);
  await update(made, 1, { F: "b" });
  expect((await convert(made, { type: "longText", unique: true })).body.unique).toBe(true);
  expect((await update(made, 1, { F: "z" })).status).toBe(400);
});

test("200: the value of a deleted record is free again, also if it was converted", async () => {
  const made = await texts("1", "2");
  await convert(made, { type: "number", unique: true });
  const recordId = made.table.records[1].id;
  await call(deleteRecord, { as: made.owner, params: { tableId: made.tableId, recordId } });
  expect((await update(made, 0, { F: 2 })).status).toBe(200);
});

test("400: notNull refuses empty cells, also those that would become empty; then it holds", async () => {
  const made = await texts("1", "x", null);
  expect((await convert(made, { type: "longText", notNull: true })).status).toBe(400);
  await update(made, 2, { F: "3" });
  expect((await convert(made, { type: "longText", notNull: true })).body.notNull).toBe(true);
  expect((await update(made, 2, { F: null })).status).toBe(400);
  const refused = await convert(made, { type: "number", notNull: true });
  expect(JSON.stringify(refused.body)).toContain(made.table.records[1].id);
  expect((await convert(made, { type: "number" })).body).not.toHaveProperty("notNull");
  expect(await cells(made)).toEqual([1, null, 3]);
});

test("400: names, types and options that cannot be; 404: another field", async () => {
  const made = await texts("a");
  const refused = async (body: unknown, i?: number) => {
    const { status, body: said } = await convert(made, body, i);
    return [status, JSON.stringify(said)] as const;
  };
  expect((await refused({}))[0]).toBe(400);
  expect((await refused({ type: "unheard" }))[1]).toContain("must be one of");
  expect((await refused({ type: "number", name: "Name" }))[1]).toContain("is taken");
  expect((await refused({ type: "number", options: { unknown: 1 } }))[0]).toBe(400);
  expect((await refused({ type: "checkbox" }, 0))[1]).toContain("primary");
  expect((await refused({ type: "formula", options: { expression: "1 +" } }))[0]).toBe(400);
  expect((await refused({ type: "formula", options: { expression: `{${idOf(made)}}` } }))[0]).toBe(400);
  const elsewhere = await texts("b");
  const params = { tableId: made.tableId, fieldId: idOf(elsewhere) };
  expect((await call(convertField, { as: made.owner, params, body: { type: "number" } })).status).toBe(404);
  expect(
    (await call(getField, { as: made.owner, params: { tableId: made.tableId, fieldId: idOf(made) } })).body,
  ).toEqual(made.table.fields[1]);
});

test("200: texts become numbers and dates as a whole or not at all, by what their column proves", async () => {
  const number = { type: "number" };
  const written = ["1.234", "12,5", "(5)", "1/2", "3:30", "2024-01-01", "7 apples", "1.234,50"];
  const made = await texts(...written);
  expect(await preview(made, number)).toMatchObject({ cells: 8, emptied: 4, changed: 0 });
  await convert(made, number);
  expect(await cells(made)).toEqual([1234, 12.5, -5, null, null, null, null, 1234.5]);
  const iso = {
    type: "date",
    options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } },
  };
  const days = await texts("03/04/2024", "31/12/2024", "05.06.2024", "12/31/2024", "30/1/24");
  expect(await preview(days, iso)).toMatchObject({ emptied: 1, changed: 0 });
  await convert(days, iso);
  expect(await cells(days, { cellFormat: "text" })).toEqual([
    "2024-04-03",
    "2024-12-31",
    "2024-06-05",
    null,
    "2024-01-30",
  ]);
  const unclear = await texts("03/04/2024", "05/06/2024");
  expect(await preview(unclear, iso)).toMatchObject({ emptied: 2 });
});

test("200: words become checkboxes; an unchecked box is not counted as emptied", async () => {
  const made = await texts("yes", "no", "0", "☑", "perhaps", "nein");
  expect(await preview(made, { type: "checkbox" })).toMatchObject({ cells: 6, emptied: 1, changed: 0 });
  await convert(made, { type: "checkbox" });
  expect(await cells(made)).toEqual([true, null, null, true, null, null]);
});

test("200: a date is no number, rating or checkbox, and a number is no date", async () => {
  const year = { formatting: { date: "YYYY", time: "None", timeZone: "UTC" } };
  for (const type of ["number", "rating", "checkbox"]) {
    const made = await aFieldOf({ type: "date", options: year }, ["2024-04-03"]);
    const options = type === "rating" ? { options: { icon: "star", color: "yellowBright", max: 5 } } : {};
    expect(await preview(made, { type, ...options })).toMatchObject({ cells: 1, emptied: 1 });
    await convert(made, { type, ...options });
    expect(await cells(made)).toEqual([null]);
  }
  const whole = { formatting: { type: "decimal", precision: 0 } };
  const made = await aFieldOf({ type: "number", options: whole }, [20240403]);
  await convert(made, { type: "date" });
  expect(await cells(made)).toEqual([null]);
});

test("200: the preview counts cells that mean something else, beside those that become empty", async () => {
  const choices = { choices: [{ name: "a" }, { name: "b" }, { name: "a, b" }] };
  const several = { type: "multipleSelect", options: choices };
  const precise = { type: "number", options: { formatting: { type: "decimal", precision: 2 } } };
  const fixed = { ...choices, preventAutoNewOptions: true };
  const stars = { type: "rating", options: { icon: "star", color: "yellowBright", max: 5 } };
  const text = { type: "singleLineText" };
  const counted = async (from: object, values: unknown[], to: object) => {
    const { emptied, changed } = await preview(await aFieldOf(from, values), to);
    return { emptied, changed };
  };
  expect(await counted(several, [["a", "b"], ["a"], ["a, b"]], { type: "singleSelect" })).toEqual({
    emptied: 0,
    changed: 1,
  });
  expect(
    await counted(several, [["a", "b"], ["a"], ["a, b"]], { type: "singleSelect", options: choices }),
  ).toEqual({ emptied: 0, changed: 1 });
  expect(await counted(several, [["a", "b"], ["a, b"]], text)).toEqual({ emptied: 0, changed: 0 });
  expect(await counted(precise, [1.23456, 1.5, 1e-7], text)).toEqual({ emptied: 0, changed: 2 });
  expect(await counted(precise, [3.6, 4, 7], stars)).toEqual({ emptied: 1, changed: 1 });
  expect(await counted(precise, [0, 1, 2], { type: "checkbox" })).toEqual({ emptied: 1, changed: 0 });
  expect(
    await counted({ type: "longText" }, ["a, x", "a", "x"], { type: "multipleSelect", options: fixed }),
  ).toEqual({ emptied: 1, changed: 1 });
  expect(await counted({ type: "longText" }, ["a\nb", "c"], text)).toEqual({ emptied: 0, changed: 1 });
  const day = { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } };
  expect(await counted({ type: "date", options: day }, ["2024-04-03T10:00:00Z", "2024-04-03"], text)).toEqual(
    { emptied: 0, changed: 1 },
  );
});

test("200: lines of a long text become choices", async () => {
  const made = await texts("x\nz", "x, y");
  await convert(made, { type: "multipleSelect" });
  expect(await cells(made)).toEqual([
    ["x", "z"],
    ["x", "y"],
  ]);
});
