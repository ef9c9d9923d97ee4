import { describe, expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getBaseTypes } from "#functions/table/get-base-types";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const typesOf = async (as: { token: string }, baseId: string, query: Record<string, string> = {}) =>
  String((await call(getBaseTypes, { as, params: { baseId }, query })).body);

/** Field → [its type in answers, its type in requests, whether it is computed], from the file. */
function cellsIn(file: string, table: string) {
  const members = (name: string) => {
    const [, text = ""] = new RegExp(`^export type ${name} = \\{\\n(.*?)^\\};`, "ms").exec(file) ?? [];
    return [...text.matchAll(/^ {2}(readonly )?"([^"]+)"\?: (.*);$/gm)].map(
      ([, fixed, field = "", type = ""]) => ({ field, type, fixed: fixed !== undefined }),
    );
  };
  const sent = new Map(members(`${table}Sent`).map(({ field, type }) => [field, type]));
  return Object.fromEntries(
    members(table).map(({ field, type, fixed }) => [field, [type, sent.get(field), fixed]]),
  );
}

describe("200: the types of cells", () => {
  const people = { answered: "Person", sent: "SentPerson" };
  const own = (type: string, more = type): [string, string, boolean] => [type, `${more} | null`, false];
  const computed = (type: string, more = type): [string, string, boolean] => [type, `${more} | null`, true];

  test("of each type of field, and of lookups, rollups and formulas by their results", async () => {
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const make = async (body: object) =>
      (await call(createTable, { as: owner, params: { baseId }, body })).body;
    const choices = [{ name: "a" }, { name: 'b"' }];
    const goods = await make({
      name: "Goods",
      records: [],
      fields: [
        { type: "singleLineText", name: "Text" },
        { type: "number", name: "Number" },
        { type: "checkbox", name: "Box" },
        { type: "date", name: "Date" },
        { type: "singleSelect", name: "Choice", options: { choices } },
        { type: "user", name: "Person" },
        { type: "attachment", name: "Files" },
      ],
    });
    const linkFieldId = "fldLinkOfTheTypes00";
    const [text, number, box, date, choice, person, files] = goods.fields.map(({ id }: { id: string }) => ({
      lookupOptions: { foreignTableId: goods.id, linkFieldId, lookupFieldId: id },
    }));
    const rollup = (name: string, expression: string, from: object) => ({
      type: "rollup",
      name,
      options: { expression },
      ...from,
    });
    const lookup = (type: string, name: string, from: object) => ({ type, name, isLookup: true, ...from });
    const formula = (name: string, expression: string) => ({
      type: "formula",
      name,
      options: { expression },
    });
    const fields = [
      { type: "singleLineText", name: "singleLineText" },
      { type: "longText", name: "longText" },
      { type: "number", name: "number" },
      { type: "rating", name: "rating", options: { icon: "star", color: "yellowBright", max: 5 } },
      { type: "checkbox", name: "checkbox" },
      { type: "date", name: "date" },
      { type: "singleSelect", name: "singleSelect", options: { choices } },
      { type: "singleSelect", name: "noChoices", options: { choices: [] } },
      { type: "multipleSelect", name: "multipleSelect", options: { choices } },
      { type: "user", name: "user" },
      { type: "user", name: "users", options: { isMultiple: true } },
      { type: "attachment", name: "attachment" },
      {
        type: "link",
        name: "link",
        id: linkFieldId,
        options: { relationship: "manyMany", foreignTableId: goods.id },
      },
      { type: "link", name: "one", options: { relationship: "manyOne", foreignTableId: goods.id } },
      { type: "button", name: "button", options: { label: "Go", color: "teal" } },
      ...["autoNumber", "createdTime", "createdBy", "lastModifiedTime", "lastModifiedBy"].map((type) => ({
        type,
        name: type,
      })),
      ...[
        formula("text", "{Text}&1"),
        formula("sum", "1 + 1"),
        formula("yes", "1 = 1"),
        formula("now", "CREATED_TIME()"),
      ].map((each) => ({
        ...each,
        options: { expression: each.options.expression.replace("{Text}", '"x"') },
      })),
      ...[
        rollup("sums", "sum({values})", number),
        rollup("newest", "max({values})", date),
        rollup("joined", "array_join({values})", text),
        rollup("all", "and({values})", box),
      ],
      ...[
        lookup("singleLineText", "texts", text),
        lookup("number", "numbers", number),
        lookup("checkbox", "boxes", box),
        lookup("date", "dates", date),
      ],
      ...[
        lookup("singleSelect", "choices", choice),
        lookup("user", "persons", person),
        lookup("attachment", "files", files),
      ],
    ];
    expect(fieldTypeNames.filter((type) => !fields.some((field) => field.type === type))).toEqual([]);
    await make({ name: "Orders", records: [], fields });
    const names = '"a" | "b\\""';
    expect(cellsIn(await typesOf(owner, baseId), "Orders")).toEqual({
      ...{
        singleLineText: own("string"),
        longText: own("string"),
        number: own("number"),
        rating: own("number"),
      },
      ...{
        checkbox: own("boolean"),
        date: own("string"),
        singleSelect: own(names),
        noChoices: own("string"),
      },
      ...{
        multipleSelect: own(`(${names})[]`),
        user: own(people.answered, people.sent),
        users: own("Person[]", "SentPerson[]"),
      },
      ...{
        attachment: own("Attachment[]", "SentAttachment[]"),
        link: own("LinkedRecord[]", "SentLink[]"),
        one: own("LinkedRecord", "SentLink"),
      },
      button: own("{ count: number }"),
      ...{
        autoNumber: computed("number"),
        createdTime: computed("string"),
        createdBy: computed("Person", "SentPerson"),
      },
      ...{ lastModifiedTime: computed("string"), lastModifiedBy: computed("Person", "SentPerson") },
      ...{
        text: computed("string"),
        sum: computed("number"),
        yes: computed("boolean"),
        now: computed("string"),
      },
      ...{
        sums: computed("number"),
        newest: computed("string"),
        joined: computed("string"),
        all: computed("boolean"),
      },
      ...{
        texts: computed("string[]"),
        numbers: computed("number[]"),
        boxes: computed("boolean[]"),
        dates: computed("string[]"),
      },
      ...{
        choices: computed(`(${names})[]`),
        persons: computed("Person[]", "SentPerson[]"),
        files: computed("Attachment[]", "SentAttachment[]"),
      },
    });
  });
});

test("200: cells by their other keys, and the tables by id and name", async () => {
  const { owner, baseId, tableId } = await aTable({
    name: "Tasks",
    fields: [{ type: "singleLineText", name: "Title of it" }],
  });
  const byName = await typesOf(owner, baseId);
  expect(byName).toContain(
    `  ${JSON.stringify(tableId)}: { answered: Tasks; sent: TasksSent; filterItem: TasksFilterItem };`,
  );
  expect(Object.keys(cellsIn(byName, "Tasks"))).toEqual(["Title of it"]);
  const byId = await typesOf(owner, baseId, { fieldKeyType: "id" });
  expect(Object.keys(cellsIn(byId, "Tasks"))).toEqual([expect.stringMatching(/^fld\w{16}$/)]);
  expect(byId).toContain("fieldKeyType=id");
  const params = { baseId };
  expect((await call(getBaseTypes, { as: owner, params, query: { fieldKeyType: "key" } })).status).toBe(400);
});

test("200: text that need not be kept, for a viewer too; 403 without field|read", async () => {
  const { owner, baseId } = await aTable();
  const viewer = await aMember(baseId, "viewer");
  const { status, headers } = await call(getBaseTypes, { as: viewer, params: { baseId } });
  expect({ status, type: headers["content-type"], cache: headers["cache-control"] }).toEqual({
    ...{ status: 200, type: "text/plain; charset=utf-8", cache: "no-cache" },
  });
  const narrow = { token: await aToken(owner.userId, { scopes: ["table|read"] }) };
  expect((await call(getBaseTypes, { as: narrow, params: { baseId } })).status).toBe(403);
});
