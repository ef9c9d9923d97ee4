import { describe, expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support/records";
import { refusal } from "#test/support/requests/refusal";

const text = (more?: object) => field("Name", "singleLineText", more);
const duplicate = "must be unique, but another record has this value";
const select = (names: string[], more: object = {}) => ({
  options: { choices: names.map((name) => ({ name })), ...more },
});

describe("unique", () => {
  test("201 for exactly one of fifty concurrent calls with the same value; 400 for the others", async () => {
    const { create, list, table } = await aSheet({ name: "Guests", fields: [text({ unique: true })] });
    const answers = await Promise.all(Array.from({ length: 50 }, () => create([{ Name: "x" }])));
    const losers = answers.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(49);
    for (const { status, body } of losers) {
      expect(status).toBe(400);
      expect(body).toEqual({
        message: `Validation error: records[0].fields.Name: ${duplicate}`,
        status: 400,
        code: "validation_error",
        data: {
          issues: [{ path: "records[0].fields.Name", message: duplicate }],
          total: 1,
          localization: {
            i18nKey: "httpErrors.custom.fieldValueDuplicate",
            context: { tableName: table.name, fieldName: "Name" },
          },
        },
      });
    }
    expect((await list()).body.records).toHaveLength(1);
  });

  test("400: the whole batch fails; each record and field with a taken value is named, by the keys of the request", async () => {
    const { create, table, count } = await aSheet({
      fields: [text({ unique: true }), field("No", "number", { unique: true })],
    });
    await create([{ Name: "a", No: 1 }]);
    const [name, no] = table.fields.map(({ id }: { id: string }) => id);
    const answer = await create([{ [no]: 1 }, { [name]: "b" }, { [name]: "a", [no]: 2 }], {
      fieldKeyType: "id",
    });
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths.sort()).toEqual([`records[0].fields.${no}`, `records[2].fields.${name}`]);
    expect(await count()).toBe(1);
    expect((await create([{ Name: "b", No: 2 }])).status).toBe(201);
  });

  test("400: repeated values in one batch are all named", async () => {
    const { create } = await aSheet({ fields: [text({ unique: true })] });
    const answer = await create([{ Name: "a" }, { Name: "b" }, { Name: " a" }, {}, {}]);
    expect(answer.status).toBe(400);
    expect(refusal(answer).paths).toEqual(["records[0].fields.Name", "records[2].fields.Name"]);
    expect(answer.body.data.localization.i18nKey).toBe("httpErrors.custom.fieldValueDuplicate");
  });

  test.each([
    ["text in another case", "singleLineText", ["a", "A", "a b", "a  b", "ä"]],
    ["long text with other line endings", "longText", ["a\nb", "a b", "a\r\nb"]],
    ["numbers", "number", [1, -1, 0, 1.5, 1e21, 1e-7]],
    ["dates", "date", ["2024-01-01", "2024-01-02", "2023-12-31T23:59:59.999Z"]],
  ])("201: values that differ when stored: %s; again 400", async (_, type, values) => {
    const { create } = await aSheet({ fields: [field("Key", type, { unique: true })] });
    const records = values.map((Key) => ({ Key }));
    expect((await create(records)).status).toBe(201);
    for (const record of records) expect((await create([record])).status).toBe(400);
  });

  test.each([
    ["text with surrounding white space", "singleLineText", " a ", "a\t"],
    ["0 and -0", "number", 0, -0],
    ["one instant in two time zones", "date", "2024-01-01T01:00:00+01:00", "2024-01-01T00:00:00Z"],
  ])("400: values that are equal when stored: %s", async (_, type, first, second) => {
    const { create } = await aSheet({ fields: [field("Key", type, { unique: true })] });
    expect((await create([{ Key: first }])).status).toBe(201);
    expect((await create([{ Key: second }])).status).toBe(400);
  });

  test("400: a value that typecast produces", async () => {
    const { create } = await aSheet({ fields: [text(), field("No", "number", { unique: true })] });
    await create([{ No: 5 }]);
    const answer = await create([{ No: "$ 5" }], { typecast: true });
    expect(refusal(answer)).toEqual({
      status: 400,
      paths: ["records[0].fields.No"],
    });
  });

  test("201: empty cells may repeat, a default value may not", async () => {
    const { create } = await aSheet({ fields: [text({ unique: true })] });
    expect((await create([{}, { Name: "" }, { Name: null }])).status).toBe(201);
    const defaults = await aSheet({ fields: [text({ unique: true, options: { defaultValue: "x" } })] });
    expect((await defaults.create([{}])).status).toBe(201);
    expect((await defaults.create([{}])).status).toBe(400);
  });

  test("201: values are unique within their table and field only", async () => {
    const fields = [text({ unique: true }), field("Other", "singleLineText", { unique: true })];
    const [one, two] = [await aSheet({ fields }), await aSheet({ fields })];
    expect((await one.create([{ Name: "a", Other: "a" }])).status).toBe(201);
    expect((await two.create([{ Name: "a" }])).status).toBe(201);
  });
});

describe("notNull", () => {
  const fields = [
    text({ notNull: true }),
    field("One", "singleSelect", { notNull: true, ...select(["a"], { preventAutoNewOptions: true }) }),
    field("No", "number", { notNull: true, options: { defaultValue: 1 } }),
  ];

  test("201: default values count", async () => {
    const { create } = await aSheet({ fields });
    expect((await create([{ Name: "x", One: "a" }])).status).toBe(201);
    expect((await create([{ Name: "x", One: "a", No: null }])).status).toBe(400);
  });

  test("400: each missing cell, with a localization for clients", async () => {
    const { create, table } = await aSheet({ fields });
    const { status, body } = await create([{ Name: "x", One: "a" }, { Name: " " }]);
    expect(status).toBe(400);
    expect(body.data).toEqual({
      issues: [
        { path: "records[1].fields.Name", message: "must not be empty" },
        { path: "records[1].fields.One", message: "must not be empty" },
      ],
      total: 2,
      localization: {
        i18nKey: "httpErrors.custom.fieldValueNotNull",
        context: { tableName: table.name, fieldName: "Name" },
      },
    });
  });

  test("400: a cell of the wrong type is named once, for its type", async () => {
    const { create } = await aSheet({ fields });
    const { body } = await create([{ Name: 5, One: "a" }]);
    expect(body.data).toEqual({
      issues: [{ path: "records[0].fields.Name", message: "must be text" }],
      total: 1,
    });
  });

  test("400: typecast cannot read a value, or finds none", async () => {
    const { create } = await aSheet({ fields });
    expect(refusal(await create([{ Name: "x", One: "b", No: "?" }], { typecast: true })).paths).toEqual([
      "records[0].fields.One",
      "records[0].fields.No",
    ]);
    expect(refusal(await create([{ Name: "x", One: " " }], { typecast: true })).paths).toEqual([
      "records[0].fields.One",
    ]);
  });
});
