/*
 * Writes what some generators of clients cannot read in a way that all of them can, with the same meaning or a wider one. Each rule names
 * the generator that needs it; test/openapi-generators.test.ts holds the document to them.
 */
import type { Schema } from "./shape.ts";

/** Members that hold values, which may look like schemas: `{ "type": "number" }` is a field. */
const values = new Set(["example", "examples", "const", "default", "enum"]);

type Components = Record<string, Schema>;

/** Changes all schemas in this part of the document. `components` are those that it refers to. */
export function easeForGenerators(part: unknown, components: Components): void {
  if (typeof part !== "object" || part === null) return;
  if (!Array.isArray(part))
    for (const ease of [easeTuple, easeTypes, easePattern, easeEnum, easeConst, sayDouble])
      ease(part as Schema, components);
  for (const [key, each] of Object.entries(part)) if (!values.has(key)) easeForGenerators(each, components);
}

/** A tuple becomes a list of that length. openapi-python-client refuses a whole document with `items: false`. */
function easeTuple(schema: Schema): void {
  const { prefixItems } = schema;
  if (!Array.isArray(prefixItems)) return;
  delete schema.prefixItems;
  const [first, ...others] = prefixItems.map((each) => JSON.stringify(each));
  const isOfOne = others.every((each) => each === first);
  Object.assign(schema, {
    items: isOfOne ? prefixItems[0] : { anyOf: prefixItems },
    minItems: prefixItems.length,
    maxItems: prefixItems.length,
  });
}

/** Several types become alternatives of one type. oapi-codegen reads a list of types only if one of two is null. */
function easeTypes(schema: Schema): void {
  const type: unknown = schema.type;
  if (!Array.isArray(type) || type.filter((each) => each !== "null").length < 2) return;
  delete schema.type;
  schema.anyOf = type.map((each) => ({ type: each }));
}

/** A pattern with classes of Unicode is left out. Python, which datamodel-codegen writes, has none. */
function easePattern(schema: Schema): void {
  if (typeof schema.pattern === "string" && schema.pattern.includes("\\p{")) delete schema.pattern;
  if (schema.allOf?.every(({ pattern = "" }: Schema) => pattern.includes("\\p{"))) delete schema.allOf;
}

/** Values with control characters become a pattern. oapi-codegen refuses an `enum` with a tab. */
function easeEnum(schema: Schema): void {
  const allowed: unknown = schema.enum;
  if (!Array.isArray(allowed) || !allowed.some((each) => /\p{Cc}/u.test(String(each)))) return;
  delete schema.enum;
  schema.pattern = `^(?:${allowed.map((each) => JSON.stringify(each).slice(1, -1).replace(/[|]/g, "\\$&")).join("|")})$`;
}

/** A text, or one certain text, becomes a text. openapi-python-client refuses all but the certain one. */
function easeConst(schema: Schema, components: Components): void {
  const alternatives: Schema[] = schema.anyOf ?? [];
  const texts = alternatives.filter((each) => {
    const { type, enum: allowed } = components[each.$ref?.split("/").at(-1) ?? ""] ?? each;
    return type === "string" && !allowed;
  });
  const certain = texts.flatMap((each) => (each.const === undefined ? [] : [JSON.stringify(each.const)]));
  if (certain.length === 0 || certain.length === texts.length) return;
  const others = alternatives.filter((each) => !texts.includes(each));
  if (others.length > 0) schema.anyOf = [...others, { type: "string" }];
  else {
    delete schema.anyOf;
    schema.type = "string";
  }
  const isSaid = certain.every((value) => schema.description?.includes(value));
  if (!isSaid) schema.description = `${schema.description ?? ""} Or ${certain.join(", ")}.`.trim();
}

/** A number is a double. oapi-codegen makes a float32 of a number without a format, which would lose digits of cells. */
function sayDouble(schema: Schema): void {
  if ([schema.type].flat().includes("number")) schema.format ??= "double";
}
