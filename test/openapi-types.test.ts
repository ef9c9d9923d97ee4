/* The schemas of the OpenAPI document that depend on types: unions told apart by `type`, and words for all members. */
import { lintFromString, loadConfig } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import * as z from "zod";
import { fieldTypeNames, fieldTypes } from "#lib/engine/field-types/index";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { openapiDocument } from "#lib/openapi/document";
import { memberWords } from "#lib/openapi/member-words";
import { parameterWords, specialWords } from "#lib/openapi/special-words";
import { readRegistry } from "#lib/registry";
import { viewTypes } from "#lib/schemas/tables/view";

interface Tree {
  [key: string]: Tree;
}
interface Union {
  description: string;
  oneOf: { $ref: string }[];
  discriminator: { propertyName: string; mapping: Record<string, string> };
}

const document = openapiDocument(await readRegistry());
const { schemas } = document.components;
const nameIn = (ref: string) => ref.replace("#/components/schemas/", "");
const unionOf = (id: string) => schemas[id] as unknown as Union;
const membersOf = (id: string) => schemas[id]?.properties as unknown as Tree;

/** Whether a value has the shape of a component. */
function fits(id: string, value: unknown): boolean {
  const whole = JSON.stringify({ $ref: `#/components/schemas/${id}`, $defs: schemas });
  const shape = JSON.parse(
    whole.replaceAll("#/components/schemas/", "#/$defs/"),
  ) as z.core.JSONSchema.JSONSchema;
  return z.fromJSONSchema(shape).safeParse(value).success;
}

test.each([
  ["NewField", fieldTypeNames],
  ["AddedField", fieldTypeNames],
  ["Field", fieldTypeNames],
  ["NewView", viewTypes],
  ["View", viewTypes],
] as const)("%s is one schema for each type, told apart by `type`", (id, types) => {
  const { oneOf, discriminator } = unionOf(id);
  expect(discriminator.propertyName).toBe("type");
  expect(Object.keys(discriminator.mapping)).toEqual([...types]);
  expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
  for (const [type, ref] of Object.entries(discriminator.mapping))
    expect(membersOf(nameIn(ref))["type"]).toMatchObject({ const: type });
});

test("a field takes the options and the aiConfig of its own type only", () => {
  const choices = { choices: [{ name: "high" }] };
  expect(fits("NewField", { type: "singleSelect", options: choices })).toBe(true);
  expect(fits("NewField", { type: "number", options: choices })).toBe(false);
  const summary = { modelKey: "gpt-5", type: "summary", sourceFieldId: "fld4mSa1Cw6nZ8tQ0Yh" };
  expect(fits("NewField", { type: "longText", aiConfig: summary })).toBe(true);
  expect(fits("NewField", { type: "number", aiConfig: summary })).toBe(false);
  expect(fits("NewField", { type: "checkbox", aiConfig: null })).toBe(true);
  expect(fits("NewView", { type: "grid", options: { rowHeight: "tall" } })).toBe(true);
  expect(fits("NewView", { type: "kanban", options: { rowHeight: "tall" } })).toBe(false);
});

test("the options of a field in an answer are complete", () => {
  const required = (id: string) => schemas[id]?.required;
  expect(required("NumberFieldOptions")).toEqual(["formatting"]);
  expect(required("NumberFieldOptionsInput")).toBeUndefined();
  expect(membersOf("SingleSelectFieldOptions")["choices"]?.["items"]?.["required"]).toEqual([
    "id",
    "name",
    "color",
  ]);
  expect(membersOf("SingleSelectFieldOptions")["defaultValue"]).toMatchObject({ type: "string" });
  expect(membersOf("MultipleSelectFieldOptions")["defaultValue"]).toMatchObject({ type: "array" });
});

test("fields of computed types say that values for them are ignored", () => {
  for (const { type, isComputed } of fieldTypes.values()) {
    const name = type.charAt(0).toUpperCase() + type.slice(1);
    for (const id of [`New${name}Field`, `${name}Field`])
      expect(/values for them in a request are ignored/.test(schemas[id]?.description ?? ""), id).toBe(
        isComputed === true,
      );
  }
  expect(schemas["SentCell"]?.description).toContain("Values for computed fields are ignored.");
});

test("a filter knows every operator and symbol, and no others", () => {
  const item = { fieldId: "Count", value: 3 };
  for (const operator of new Set(Object.values(operatorsOf).flat()))
    expect(fits("FilterItem", { ...item, operator })).toBe(true);
  expect(fits("FilterItem", { ...item, operator: ">=", isSymbol: true })).toBe(true);
  expect(fits("FilterItem", { ...item, operator: "equals" })).toBe(false);
});

test("JSON in a query string has an example, and the schema of what it holds", () => {
  const parameters = document.paths["/table/{tableId}/record"]?.["get"]?.parameters ?? [];
  for (const [name, holds] of Object.entries({ filter: "Filter", orderBy: "OrderBy", groupBy: "Group" })) {
    const { schema } = parameters.find((each) => each.name === name) ?? {};
    expect(schema).toMatchObject({ type: "string", contentMediaType: "application/json" });
    expect(JSON.stringify(schema?.["contentSchema"])).toContain(`#/components/schemas/${holds}"`);
    const [example] = (schema?.["examples"] ?? []) as string[];
    expect(fits(holds, JSON.parse(String(example)))).toBe(true);
  }
});

test("unsupported members are named but not shown as properties", () => {
  expect(JSON.stringify(document)).not.toContain('"not":{}');
  expect(Object.keys(membersOf("FieldUpdate"))).not.toContain("unique");
});

/** Every member of every object schema, with the component or operation that it is in. */
function* membersIn(value: unknown, owner: string): Generator<[at: string, name: string, Tree]> {
  if (typeof value !== "object" || value === null) return;
  const { type, properties } = value as Tree;
  if ((type as unknown) === "object" && properties)
    for (const [name, member] of Object.entries(properties)) yield [`${owner}.${name}`, name, member];
  for (const [key, each] of Object.entries(value))
    if (!["examples", "example", "default"].includes(key)) yield* membersIn(each, owner);
}
const members = [
  ...Object.entries(schemas).flatMap(([id, schema]) => [...membersIn(schema, id)]),
  ...membersIn(document.paths, "inline"),
];
/** A default alone does not say what a member is. */
const wordsOf = (member: Tree) =>
  String(member["description"] ?? schemas[nameIn(String(member["$ref"] ?? ""))]?.description ?? "").replace(
    /^Default: `[^`]*`\.$/,
    "",
  );

test("every member and every parameter is described", () => {
  expect(members.length).toBeGreaterThan(1000);
  const bare = members.filter(([, , member]) => !wordsOf(member)).map(([at]) => at);
  expect(bare, "describe these in lib/openapi/special-words.ts or member-words.ts").toEqual([]);
  const parameters = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => operation.parameters ?? []),
  );
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
});

test("the lists of words have no word that nothing uses", () => {
  const said = new Map(
    members.map(([at, name, member]) => [
      `${at}|${name}`,
      String(member["description"]).replace(/ Default: `[^`]*`\.$/, ""),
    ]),
  );
  const unused = [
    ...Object.entries(memberWords).filter(
      ([name, words]) => ![...said].some(([at, each]) => at.endsWith(`|${name}`) && each === words),
    ),
    ...Object.entries(specialWords).filter(
      ([at, words]) => ![...said].some(([each, own]) => each.startsWith(`${at}|`) && own === words),
    ),
    ...Object.entries(parameterWords).filter(
      ([, words]) => !JSON.stringify(document.paths).includes(JSON.stringify(words)),
    ),
  ];
  expect(unused.map(([name]) => name)).toEqual([]);
});

test("no member has a `default`: generators of clients would ask for it in requests", () => {
  const wrong = members.filter(([at, , member]) => "default" in member && !at.startsWith("inline"));
  expect(wrong.map(([at]) => at)).toEqual([]);
});

test("redocly finds nothing but what .redocly.lint-ignore.yaml allows", async () => {
  const config = await loadConfig({ configPath: "redocly.yaml" });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: `${process.cwd()}/openapi.json`,
    config,
  });
  expect(
    problems.filter(({ ignored }) => !ignored).map(({ ruleId, message }) => `${ruleId}: ${message}`),
  ).toEqual([]);
  expect(problems.filter(({ ignored }) => ignored)).toHaveLength(12);
});
