/*
 * Converts zod schemas to JSON Schema. A schema with an id becomes a component, and other schemas refer to it.
 *
 *   requests ───▶ #/sent/Filter ──────┐
 *                                     ├──▶ #/components/schemas/Filter, or two components if they differ:
 *   responses ──▶ #/answered/Filter ──┘    requests then use FilterInput
 */
import * as z from "zod";
import type { Schema } from "./shape.ts";

const sides = { sent: "input", answered: "output" } as const;
type Side = keyof typeof sides;

export interface Schemas {
  sent(shape: z.ZodType): Schema;
  answered(shape: z.ZodType): Schema;
  /** The schema that a reference points at, or the schema itself. */
  lookUp(schema: Schema): Schema;
  /** The value with all references changed to components, and these components. */
  settle<Value>(value: Value): { value: Value; schemas: Record<string, Schema> };
}

/** Collects the schemas of all endpoints. Call `settle` last. */
export function schemasOf(): Schemas {
  const found = { sent: new Map<string, Schema>(), answered: new Map<string, Schema>() };

  function converted(shape: z.ZodType, side: Side): Schema {
    const io = sides[side];
    const { $schema, $defs, ...schema } = z.toJSONSchema(shape, {
      io,
      unrepresentable: "any",
      override({ zodSchema, jsonSchema }) {
        simplify(zodSchema, jsonSchema, io);
        tellJson(jsonSchema, (inner) => converted(inner, side));
      },
    });
    for (const [id, each] of Object.entries($defs ?? {})) found[side].set(id, referring(each, side));
    return referring(schema, side);
  }

  function settle<Value>(value: Value) {
    const nameOf = naming(found);
    const settled = <Part>(part: Part) =>
      mapRefs(part, (ref) => {
        const [, side, id] = parseRef(ref);
        return side && id ? `#/components/schemas/${nameOf(side as Side, id)}` : ref;
      });
    const entries = (["answered", "sent"] as const).flatMap((side) =>
      [...found[side]].map(([id, schema]) => [nameOf(side, id), settled(schema)] as const),
    );
    return { value: settled(value), schemas: Object.fromEntries(entries.sort(byName)) };
  }

  return {
    sent: (shape) => converted(shape, "sent"),
    answered: (shape) => converted(shape, "answered"),
    lookUp: (schema) => {
      const [, side, id] = parseRef(schema.$ref);
      return (side && id && found[side as Side].get(id)) || schema;
    },
    settle,
  };
}

const parseRef = (ref = ""): string[] => /^#\/(sent|answered)\/(.+)$/.exec(ref) ?? [];

/** The name of a component: the id, or `<id>Input` for requests if request and response differ. */
function naming(found: Record<Side, Map<string, Schema>>) {
  const plain = (schema: Schema | undefined) =>
    JSON.stringify(mapRefs(schema, (ref) => ref.replace(/^#\/\w+\//, "")));
  const both = [...found.sent.keys()].filter((id) => found.answered.has(id));
  const differing = new Set(both.filter((id) => plain(found.sent.get(id)) !== plain(found.answered.get(id))));
  // a schema that refers to a differing one differs too
  for (let before = -1; before < differing.size; ) {
    before = differing.size;
    for (const id of both)
      if (refsIn(found.sent.get(id)).some((ref) => differing.has(ref.replace(/^#\/sent\//, ""))))
        differing.add(id);
  }
  return (side: Side, id: string) => (side === "sent" && differing.has(id) ? `${id}Input` : id);
}

/** The schema of the JSON in a text, see `jsonText` in lib/schemas/basics/query-string.ts. */
function tellJson(schema: Schema, convert: (inner: z.ZodType) => Schema): void {
  const jsonOf = schema["jsonOf"] as (() => z.ZodType) | undefined;
  if (!jsonOf) return;
  delete schema["jsonOf"];
  Object.assign(schema, { contentMediaType: "application/json", contentSchema: convert(jsonOf()) });
}

/** Simplifies the JSON Schema of zod for readers. */
function simplify(shape: z.core.$ZodType, schema: Schema, io: "input" | "output"): void {
  const { def } = shape._zod;
  // the pattern spells out leap years
  if (schema.format === "date-time") delete schema.pattern;
  // a part of a multipart form is sent as plain bytes
  if (schema.format === "binary") delete schema.contentEncoding;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.propertyNames && Object.keys(schema.propertyNames).join() === "type")
    delete schema.propertyNames;
  // responses may get more members later without breaking clients
  if (io === "output" && def.type === "object" && !("catchall" in def && def.catchall))
    delete schema.additionalProperties;
  // zod leaves these out for schemas with a transform, because they might belong to its output
  const { examples } = z.globalRegistry.get(shape) ?? {};
  if (Array.isArray(examples)) schema.examples = examples;
  if (def.type === "default" && "defaultValue" in def) schema.default ??= def.defaultValue;
  if ("example" in schema) {
    schema.examples ??= [schema["example"]];
    delete schema["example"];
  }
}

const referring = (schema: Schema, side: Side): Schema =>
  mapRefs(withoutLater(schema), (ref) => ref.replace(/^#\/\$defs\//, `#/${side}/`));

/** Moves unsupported members from the properties to a note in the description. */
function withoutLater<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutLater) as Value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutLater(each)]));
  const members = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const later = members.flatMap(([name, { not }]) => (not && Object.keys(not).length === 0 ? [name] : []));
  if (later.length === 0) return schema as Value;
  const note = `Not supported yet: ${later.join(", ")}.`;
  return {
    ...schema,
    description: [schema["description"], note].filter(Boolean).join(" "),
    properties: Object.fromEntries(members.filter(([name]) => !later.includes(name))),
  } as Value;
}

function mapRefs<Value>(value: Value, change: (ref: string) => string): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => mapRefs(each, change)) as Value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === "$ref" && typeof each === "string" ? change(each) : mapRefs(each, change),
  ]);
  return Object.fromEntries(entries) as Value;
}

function refsIn(value: unknown): string[] {
  const refs: string[] = [];
  mapRefs(value, (ref) => {
    refs.push(ref);
    return ref;
  });
  return refs;
}

const byName = ([one]: readonly [string, Schema], [other]: readonly [string, Schema]) =>
  one < other ? -1 : 1;
