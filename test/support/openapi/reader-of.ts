import * as z from "zod";

/** A validator for a schema of an OpenAPI document, made from its JSON Schema alone, with the schemas that it names. */
export function readerOf(schema: unknown, document: { components: { schemas: object } }): z.ZodType {
  const schemas = new Map(Object.entries(document.components.schemas));
  const text = JSON.stringify(schema);
  const named = new Map<string, string>();
  const follow = (from: string) => {
    for (const [, name = ""] of from.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (named.has(name)) continue;
      const found = JSON.stringify(schemas.get(name));
      named.set(name, found);
      follow(found);
    }
  };
  follow(text);
  const $defs = Object.fromEntries([...named].map(([name, found]) => [name, JSON.parse(found)]));
  return z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...JSON.parse(text), $defs }).replaceAll("#/components/schemas/", "#/$defs/"),
    ) as z.core.JSONSchema.JSONSchema,
  );
}
