/* The members of an object as parameters of a path or a query string. */
import type { Schemas } from "./schemas.ts";
import type { Parameter, Schema } from "./shape.ts";

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
