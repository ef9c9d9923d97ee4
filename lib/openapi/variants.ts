/* Splits unions by `type`: each type becomes a component, and their union has the name that all requests refer to. */
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { Schema } from "./shape.ts";

/** What is special about each type of a union. */
export type Members = Record<
  string,
  { description: string; properties: Record<string, Schema | undefined>; required?: string[] }
>;

/** The name of a type as the beginning of the name of a component. */
export const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Replaces the schema `id` by the union of one schema for each type, `<prefix><Type><suffix>`. Throws if there is no such schema. */
export function splitByType(
  schemas: Record<string, Schema>,
  id: string,
  [prefix, suffix]: readonly [string, string],
  types: Members,
  note = "",
): void {
  const whole = schemas[id];
  if (!whole?.properties?.["type"]) throw new Error(`the OpenAPI document has no schema ${id}.type`);
  const { examples, description, ...shared } = whole;
  const mapping: Record<string, string> = {};
  for (const [type, { description: facts, properties, required = [] }] of Object.entries(types)) {
    const name = `${prefix}${titled(type)}${suffix}`;
    if (schemas[name]) throw new Error(`the OpenAPI document has two schemas ${name}`);
    const members = { ...shared.properties, type: { type: "string", const: type }, ...properties };
    schemas[name] = {
      ...shared,
      description: facts,
      properties: Object.fromEntries(
        Object.entries(members).filter(([, member]) => member !== undefined),
      ) as NonNullable<Schema["properties"]>,
      required: [...new Set([...(shared.required ?? []), ...required])],
    };
    mapping[type] = `#/components/schemas/${name}`;
  }
  schemas[id] = {
    description: [description, `Its \`type\` says which of these it is.`, note].filter(Boolean).join(" "),
    ...(examples ? { examples } : {}),
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: "type", mapping },
  };
}

/** The options of a field as answers have them: complete, with choices that have ids and colors. */
export function answeredOptions(options: Schema, type: FieldType): Schema {
  const { additionalProperties, properties = {}, required = [], ...rest } = options;
  const filled = Object.entries(properties).flatMap(([name, member]) =>
    typeof member === "object" && "default" in member ? [name] : [],
  );
  const members = Object.entries(properties).map(([name, member]) => {
    const { default: _, ...schema } = member as Schema;
    // in requests null removes an option, so answers have no null; in options of link fields null is a value
    const answered = type.type === "link" ? schema : withoutNull(schema);
    return [name, answeredMember(name, answered, type)] as const;
  });
  return { ...rest, properties: Object.fromEntries(members), required: [...required, ...filled] };
}

function withoutNull({ type, anyOf, ...schema }: Schema): Schema {
  const types = Array.isArray(type) ? type.filter((each) => each !== "null") : type;
  const others = (anyOf as Schema[] | undefined)?.filter((each) => each.type !== "null").map(withoutNull);
  const [only, ...more] = others ?? [];
  return {
    ...(types !== undefined && { type: Array.isArray(types) && types.length === 1 ? types[0] : types }),
    ...(more.length > 0 ? { anyOf: others } : only),
    ...schema,
  } as Schema;
}

function answeredMember(name: string, schema: Schema, type: FieldType): Schema {
  if (name === "choices") {
    const choice = schema.items as Schema;
    return { ...schema, items: { ...choice, required: Object.keys(choice.properties ?? {}) } };
  }
  if (name !== "defaultValue" || !isOfChoices(type)) return schema;
  const alternatives = (schema.anyOf ?? []) as Schema[];
  const isList = type.isMultiple(type.initialOptions());
  return alternatives.find((each) => (each.type === "array") === isList) ?? schema;
}

const isOfChoices = ({ ai }: FieldType) => ai === "oneChoice" || ai === "choices";
