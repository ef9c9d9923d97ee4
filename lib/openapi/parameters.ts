/* The members of an object as parameters of a path or a query string. */
import { limits } from "#lib/schemas/basics/limits";
import type { Schemas } from "./schemas.ts";
import type { Parameter, Schema } from "./shape.ts";

export const idempotencyKey: Parameter = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "A new one for each request: sent again with it, the same request is not done again, but answered as it was.",
  schema: { type: "string", minLength: 1, maxLength: limits.idempotencyKeyLength },
};

export function parametersOf(
  place: Parameter["in"],
  { properties = {}, required = [] }: Schema,
  { lookUp }: Schemas,
): Parameter[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description = lookUp(property as Schema).description, ...schema } = property as Schema;
    const isList = schema.type === "array";
    return {
      name: isList ? `${name}[]` : name,
      in: place,
      required: required.includes(name),
      ...(description && { description }),
      schema,
      ...(isList && ({ style: "form", explode: true } as const)),
    };
  });
}
