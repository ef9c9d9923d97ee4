/* The members of an object schema as parameters of a path or a query string. */
import { limits } from "#lib/schemas/basics/limits";
import type { Schemas } from "./schemas.ts";
import type { Parameter, Schema } from "./shape.ts";
import { parameterWords } from "./special-words.ts";

export const idempotencyKey: Parameter = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "A unique key for this request. A retry with the same key is not carried out again and gets the first response.",
  schema: { type: "string", minLength: 1, maxLength: limits.idempotencyKeyLength },
};

/** The parameters for the members of an object schema. */
export function parametersOf(
  place: Parameter["in"],
  { properties = {}, required = [] }: Schema,
  { lookUp }: Schemas,
): Parameter[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description = lookUp(property as Schema).description, ...schema } = property as Schema;
    const isList = schema.type === "array";
    const key = isList ? `${name}[]` : name;
    const words = description ?? parameterWords[key];
    return {
      name: key,
      in: place,
      required: required.includes(name),
      ...(words && { description: words }),
      schema,
      ...(isList && ({ style: "form", explode: true } as const)),
    };
  });
}
