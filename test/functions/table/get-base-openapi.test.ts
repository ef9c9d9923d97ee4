import { beforeAll, describe, expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getBaseOpenapi } from "#functions/table/get-base-openapi";
import { carried, writeBaseDocument } from "#lib/docs/base/base-document";
import { cellsOfFamilies } from "#lib/docs/base/typed-cells";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";
import { limits } from "#lib/schemas/basics/limits";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { objectsIn } from "#test/support/openapi/objects-in";
import { readerOf } from "#test/support/openapi/reader-of";
import { call } from "#test/support/requests/call";
import { awkwardNames } from "../../../bin/test-clients/base-document.ts";

let whole: ReturnType<typeof openapiDocument>;
beforeAll(async () => {
  whole = openapiDocument(await readRegistry());
});

const read = async (as: { token: string }, baseId: string, query: Record<string, string> = {}) =>
  (await call(getBaseOpenapi, { as, params: { baseId }, query })).body;

/** Everything that a document must be for all generators: references resolve, ids and names are unique, also without regard to capitals. */
function expectWhole(document: Awaited<ReturnType<typeof read>>) {
  const { paths, components, tags } = document;
  const refs = [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === "string" ? [$ref] : []));
  const pointed = (ref: string) =>
    String(ref)
      .slice(2)
      .split("/")
      .reduce((at, key) => at?.[key], document);
  expect(refs.filter((ref) => pointed(ref) === undefined)).toEqual([]);
  const used = new Set(refs.map(String));
  for (const kind of ["schemas", "parameters"])
    expect(Object.keys(components[kind]).filter((name) => !used.has(`#/components/${kind}/${name}`))).toEqual(
      [],
    );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  const ids: string[] = operations.map(({ operationId }) => operationId);
  for (const names of [
    ids,
    Object.keys(components.schemas),
    tags.map(({ name }: { name: string }) => name),
  ]) {
    expect(new Set(names.map((name: string) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z]\w*$/);
  }
  for (const schema of Object.values(components.schemas)) readerOf(schema, document);
  return operations;
}

test("200: the calls on records of each table, with its fields; what is sent and answered fits", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const choices = [{ name: "light" }, { name: "heavy" }];
  const { body: table } = await call(createTable, {
    as: owner,
    params: { baseId },
    body: {
      name: "Stock",
      records: [],
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Count", notNull: true },
        { type: "singleSelect", name: "Weight", options: { choices } },
        { type: "multipleSelect", name: "Weights", options: { choices } },
        { type: "date", name: "Day" },
        { type: "checkbox", name: "Done" },
        { type: "user", name: "Who" },
        { type: "attachment", name: "Files" },
        { type: "autoNumber", name: "No" },
        { type: "formula", name: "Twice", options: { expression: "1 + 1" } },
      ],
    },
  });
  const document = await read(owner, baseId);
  expect(expectWhole(document).length).toBe(carried.length);
  const { schemas } = document.components;
  expect(schemas.StockFields.properties).toMatchObject({
    Name: { type: "string" },
    Count: { type: "number", format: "double" },
    Weight: { type: "string", enum: ["light", "heavy"] },
    Weights: { type: "array", items: { enum: ["light", "heavy"] } },
    Day: { type: "string", format: "date-time" },
    Done: { type: "boolean" },
    Who: { $ref: "#/components/schemas/PersonCell" },
    No: { type: "number", readOnly: true },
    Twice: { type: "number", readOnly: true },
  });
  expect(Object.keys(schemas.StockSentFields.properties)).not.toContain("Twice");
  expect(schemas.StockNewFields.required).toEqual(["Count"]);
  expect(schemas.StockNewRecord.properties.fields.$ref).toBe("#/components/schemas/StockNewFields");
  expect(schemas.StockRecordCells.properties.fields.$ref).toBe("#/components/schemas/StockSentFields");
  expect(Object.keys(document.paths)).toContain(`/table/${table.id}/record/{recordId}`);

  const [fields] = schemas.StockNewFields.examples;
  const body = { records: [{ fields }] };
  const sent = { $ref: "#/components/schemas/StockNewRecords" };
  expect(readerOf(sent, document).safeParse(body).error).toBeUndefined();
  expect(readerOf(sent, document).safeParse({ records: [{ fields: { Count: null } }] }).success).toBe(false);
  expect(readerOf(sent, document).safeParse({ records: [{ fields: { Name: "x" } }] }).success).toBe(false);
  const made = await call(createRecords, { as: owner, params: { tableId: table.id }, body });
  expect(made.status).toBe(201);
  const answered = { $ref: "#/components/schemas/StockRecords" };
  expect(readerOf(answered, document).safeParse(made.body).error).toBeUndefined();
});

test("200: odd names are members, and never names of the document; no table, no call", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  expect(expectWhole(await read(owner, baseId))).toEqual([]);
  for (const name of ["Tasks", "tasks", "TasksNew", "日本", "__proto__", '"""', "*/", "Error", "Record"])
    await call(createTable, {
      as: owner,
      params: { baseId },
      body: {
        name,
        records: [],
        fields: awkwardNames
          .map((each) => ({
            type: "singleSelect",
            name: each,
            options: { choices: [{ name: "a" }, { name: "A" }, { name: "名" }, { name: '"' }] },
          }))
          .map((field, i) => (i === 0 ? { type: "singleLineText", name: field.name } : field)),
      },
    });
  const document = await read(owner, baseId);
  expect(expectWhole(document).length).toBe(9 * carried.length);
  const fields = document.components.schemas.TasksFields.properties;
  expect(Object.keys(fields)).toEqual(awkwardNames);
  expect(fields.name["x-enum-varnames"]).toHaveLength(4);
  const programs = await read(owner, baseId, { fieldKeyType: "dbFieldName" });
  expectWhole(programs);
  for (const name of Object.keys(programs.components.schemas.TasksFields.properties))
    expect(name).toMatch(/^\w+$/);
  expect(programs.components.parameters.fieldKeyTypeParameter).toMatchObject({ required: true });
  expect(programs.components.schemas.TasksNewRecords.required).toContain("fieldKeyType");
});

test("what generators need: a title for each enumeration, and no alternatives inside of a shared parameter", async () => {
  const { owner, baseId } = await aTable({
    name: "Signs",
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "🍌", options: { choices: [{ name: "ripe" }] } },
    ],
  });
  const { parameters, schemas } = (await read(owner, baseId)).components;
  // openapi-python-client would name its class like the schema of all fields, and leave both out
  expect(schemas.SignsFields.properties["🍌"].title).toMatch(/^\w+$/);
  // the Go that oapi-codegen writes of them does not compile
  const inline = Object.entries<{ schema: object }>(parameters).filter(([, { schema }]) => "anyOf" in schema);
  expect(inline).toEqual([]);
  expect(schemas.SearchParameterValue).toMatchObject({ type: "array" });
});

test("200: some tables; 400: another kind of key; 403 without field|read; for a viewer too", async () => {
  const { owner, baseId, tableId } = await aTable({ name: "Tasks" });
  const viewer = await aMember(baseId, "viewer");
  expect((await read(viewer, baseId, { "tableIds[]": tableId })).tags).toHaveLength(1);
  expect((await read(viewer, baseId, { "tableIds[]": "tbl0000000000000000" })).tags).toHaveLength(0);
  const params = { baseId };
  expect((await call(getBaseOpenapi, { as: owner, params, query: { fieldKeyType: "x" } })).status).toBe(400);
  const narrow = { token: await aToken(owner.userId, { scopes: ["table|read"] }) };
  expect((await call(getBaseOpenapi, { as: narrow, params })).status).toBe(403);
});

describe("the parts agree with the whole document", () => {
  test("each call is in it, and the cells of each family have their component", () => {
    const ids = Object.values(whole.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(carried.filter((id) => !ids.includes(id))).toEqual([]);
    const all = Object.values(whole.components.schemas).flatMap((schema) => {
      const cells = schema["x-cells"];
      return Array.isArray(cells) ? cells.map(({ $ref }) => String($ref).split("/").at(-1)) : [];
    });
    expect(new Set(Object.values(cellsOfFamilies).map(({ answered }) => answered))).toEqual(new Set(all));
  });

  test("200 tables of 50 fields are one answer", () => {
    const fields = Array.from({ length: 50 }, (_, i) => ({
      ...{ id: `fld${String(i).padStart(16, "0")}`, name: `Field ${i}`, dbFieldName: `Field_${i}` },
      ...{ type: "singleLineText", family: "text" as const, isComputed: i % 5 === 0 },
    }));
    const tables = Array.from({ length: 200 }, (_, i) => ({
      ...{
        id: `tbl${String(i).padStart(16, "0")}`,
        name: `Table ${i}`,
        dbTableName: `bse.Table_${i}`,
        fields,
      },
    }));
    const text = writeBaseDocument(JSON.stringify(whole), { id: "bse0", name: "Large" }, tables, "name");
    expect(Buffer.byteLength(text)).toBeLessThan(limits.responseBytes);
    expectWhole(JSON.parse(text));
  });
});
