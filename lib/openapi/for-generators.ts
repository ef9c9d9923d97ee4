/*
 * Writes what some generators of clients cannot read in a way that all of them can, with the same meaning or a wider one. Each rule names
 * the generator that needs it; test/openapi-generators.test.ts holds the document to them.
 */
import type { Schema } from "./shape.ts";

/** Changes all schemas in this part of the document. */
export function easeForGenerators(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  if (!Array.isArray(part))
    for (const ease of [easeTuple, easeTypes, easePattern, easeEnum]) ease(part as Schema);
  for (const each of Object.values(part)) easeForGenerators(each);
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
  const values: unknown = schema.enum;
  if (!Array.isArray(values) || !values.some((each) => /\p{Cc}/u.test(String(each)))) return;
  delete schema.enum;
  schema.pattern = `^(?:${values.map((each) => JSON.stringify(each).slice(1, -1).replace(/[|]/g, "\\$&")).join("|")})$`;
}
