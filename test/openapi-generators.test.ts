/* The rules that the document keeps so that generators of clients can read it. `npm run test:clients` runs the generators themselves. */
import { expect, test } from "vitest";
import { openapiDocument } from "#lib/openapi/document";
import { easeForGenerators } from "#lib/openapi/for-generators";
import { readRegistry } from "#lib/registry";
import { objectsIn } from "#test/support/openapi/objects-in";

const document = openapiDocument(await readRegistry());
const { schemas } = document.components;

type Keywords = { [key: string]: unknown };
/** Without examples, which may look like schemas. */
const objects = [...objectsIn(document)].filter(([at]) => !/\/examples?(\/|$)/.test(at));
const placesWith = (wrong: (schema: Keywords) => boolean) =>
  objects.flatMap(([at, schema]) => (wrong(schema) ? [at] : []));

test.each<[string, (schema: Keywords) => boolean]>([
  [
    "no tuple: openapi-python-client refuses `items: false`",
    ({ prefixItems, items }) => !!prefixItems || items === false,
  ],
  [
    "one type, or one and null: oapi-codegen knows no other lists of types",
    ({ type }) => Array.isArray(type) && (type.length !== 2 || !type.includes("null")),
  ],
  ["no pattern with classes of Unicode: Python has none", ({ pattern }) => String(pattern).includes("\\p{")],
  [
    "no values with control characters: oapi-codegen refuses them",
    ({ enum: values }) => Array.isArray(values) && values.some((each) => /\p{Cc}/u.test(String(each))),
  ],
  [
    "a number is a double: oapi-codegen would make a float32 of it",
    ({ type, format }) => [type].flat().includes("number") && format !== "double",
  ],
  ["content has a type: openapi-python-client leaves `*/*` out", (each) => "*/*" in each],
])("%s", (_, wrong) => {
  expect(placesWith(wrong)).toEqual([]);
});

/** The name of a class, as generators make it. */
const className = (name: string) =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)(.)/g, (_, first: string) => first.toUpperCase());

test("no component has a title, which openapi-python-client would take as its name", () => {
  expect(Object.entries(schemas).flatMap(([name, { title }]) => (title ? [name] : []))).toEqual([]);
});

test("no component has the name of a member of another one, whose schema generators name alike", () => {
  const names = new Set(Object.keys(schemas).map(className));
  const taken = Object.entries(schemas).flatMap(([owner, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, schema]) => {
      const hasOwnClass = typeof schema === "object" && !schema.$ref && (schema.enum || schema.properties);
      const name = className(owner) + className(member);
      return hasOwnClass && names.has(name) ? [`${owner}.${member}`] : [];
    }),
  );
  expect(taken).toEqual([]);
});

test("no component has the name of what oapi-codegen makes for each client", () => {
  const own = /^(?:New)?Client(?:WithResponses|Option|Interface)?$|^(?:HttpRequestDoer|RequestEditorFn)$/;
  expect(Object.keys(schemas).filter((name) => own.test(name))).toEqual([]);
});

test("the parameters of an operation differ in more than case, dashes and their place", () => {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const names = (operation.parameters ?? []).map(({ name }) => name.replace(/\W/g, "").toLowerCase());
    expect(new Set(names).size, operation.operationId).toBe(names.length);
  }
});

test("a cell of an answer fits one alternative only: a linked record is no person", () => {
  const { anyOf = [] } = schemas["Cell"] ?? {};
  const kindOf = (each: unknown) => (each as Keywords)["$ref"] ?? (each as Keywords)["type"];
  const one = ["string", "number", "boolean", "#/components/schemas/CellObject"];
  expect(anyOf.map(kindOf)).toEqual([...one, "array"]);
  const { items } = anyOf.at(-1) as { items: { anyOf: unknown[] } };
  expect(items.anyOf.map(kindOf)).toEqual(one);
});

test("a tuple of different types is a list of either, a tab is part of a pattern", () => {
  const one = { type: "string" };
  const schema = { prefixItems: [one, { type: "number" }], items: false };
  easeForGenerators(schema, {});
  expect(schema).toEqual({
    items: { anyOf: [one, { type: "number", format: "double" }] },
    minItems: 2,
    maxItems: 2,
  });
  const delimiter = { type: "string", enum: [",", "\t", "|"] };
  easeForGenerators({ deep: [delimiter] }, {});
  expect(delimiter).toEqual({ type: "string", pattern: "^(?:,|\\t|\\|)$" });
  for (const text of [",", "\t", "|"])
    expect(text).toMatch(new RegExp((delimiter as unknown as { pattern: string }).pattern));
});

test("a text, or one certain text, is a text whose words name the certain one", () => {
  const components = {
    TableId: { type: "string" as const, pattern: "^tbl" },
    Kind: { type: "string" as const, enum: ["a"] },
  };
  const self = { type: "string", const: "self" };
  const table = { description: "The table.", anyOf: [{ $ref: "#/components/schemas/TableId" }, self] };
  easeForGenerators(table, components);
  expect(table).toEqual({ description: 'The table. Or "self".', type: "string" });
  const named = { anyOf: [{ $ref: "#/components/schemas/Kind" }, self] };
  easeForGenerators(named, components);
  expect(named.anyOf).toHaveLength(2);
  const orNull = {
    description: 'An id, "self", or null.',
    anyOf: [{ type: "string" }, self, { type: "null" }],
  };
  easeForGenerators(orNull, components);
  expect(orNull).toEqual({
    description: 'An id, "self", or null.',
    anyOf: [{ type: "null" }, { type: "string" }],
  });
});
