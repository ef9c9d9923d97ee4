/* Examples of schemas. */
import type { Schema } from "./shape.ts";

/**
 * An example value for a schema: its own example, else one made from the examples of its parts. Objects have their required
 * members only, because an example with all members would be unrealistic.
 */
export function exampleOf(given: Schema, lookUp: (schema: Schema) => Schema): unknown {
  const own = ownExample(given);
  if (own !== undefined) return own;
  const schema = lookUp(given);
  const of = (part: unknown) => exampleOf(part as Schema, lookUp);
  const known = ownExample(schema);
  if (known !== undefined) return known;
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  const types = [schema.type, ...alternatives.map((each) => (each as Schema).type)].flat();
  if (types.includes("null")) return null;
  if (alternatives.length > 0) return of(alternatives[0]);
  switch (types[0]) {
    case "array":
      return [of(schema.items)];
    case "object": {
      const members = Object.entries(schema.properties ?? {});
      const shown = members.filter(([name]) => schema.required?.includes(name));
      return Object.fromEntries(shown.map(([name, member]) => [name, of(member)]));
    }
    case "number":
    case "integer":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return schema.format === "date-time" ? "2026-01-31T09:30:00.000Z" : "text";
  }
}

const ownExample = (schema: Schema): unknown => {
  const [first] = (schema["examples"] as unknown[] | undefined) ?? [];
  return first ?? schema.const ?? schema.default ?? schema.enum?.[0];
};
