/* Parts of the whole document, as those of one table: a path with its id, components whose records have its fields. */
import { type DocumentPart, isPart } from "./typed-cells.ts";

const refOf = (value: unknown): string | undefined =>
  isPart(value) && typeof value["$ref"] === "string" ? value["$ref"] : undefined;
const nameIn = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** The names of the schemas to which a part refers. */
function* namesIn(part: unknown): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  const ref = refOf(part);
  if (ref?.startsWith("#/components/schemas/")) yield nameIn(ref);
  for (const each of Object.values(part)) yield* namesIn(each);
}

/** All schemas to which a part refers, directly or through others. */
export function reachableFrom(part: unknown, schemas: DocumentPart): Set<string> {
  const found = new Set<string>();
  const follow = (from: unknown) => {
    for (const name of namesIn(from)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  follow(part);
  return found;
}

/** Records of other tables. */
const ofOtherTables = new Set(["ExpandedRecord", "InnerRecord"]);

/** Whether the schema has the cells of a record as its `fields`: those of an answer or of a request. */
export function cellsIn(schema: unknown): "answered" | "sent" | undefined {
  const { properties } = isPart(schema) ? schema : {};
  const { fields } = isPart(properties) ? properties : {};
  const ref = isPart(fields) ? refOf(fields["additionalProperties"]) : undefined;
  return ref === "#/components/schemas/Cell"
    ? "answered"
    : ref === "#/components/schemas/SentCell"
      ? "sent"
      : undefined;
}

/** Of these schemas, those that have cells of the table, or refer to such. */
export function schemasWithCells(names: ReadonlySet<string>, schemas: DocumentPart): Set<string> {
  const hasCells = (name: string) => !ofOtherTables.has(name) && cellsIn(schemas[name]) !== undefined;
  return new Set(
    [...names].filter((name) => {
      if (ofOtherTables.has(name)) return false;
      return [name, ...reachableFrom(schemas[name], schemas)].some(hasCells);
    }),
  );
}

/** A copy in which references to these schemas have a prefix. */
export const withPrefix = (part: DocumentPart, names: ReadonlySet<string>, prefix: string): DocumentPart =>
  mapParts(part, (each) => {
    const ref = refOf(each);
    const name = ref?.startsWith("#/components/schemas/") ? nameIn(ref) : undefined;
    return name && names.has(name) ? { ...each, $ref: `#/components/schemas/${prefix}${name}` } : each;
  });

/** A copy whose objects went through a function, the inner ones first. */
export function mapParts(part: DocumentPart, change: (part: DocumentPart) => DocumentPart): DocumentPart {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    return isPart(value) ? mapParts(value, change) : value;
  };
  return change(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, each(value)])));
}

/** A copy without the examples, which have the fields of another table. */
export const withoutExamples = (part: DocumentPart): DocumentPart =>
  mapParts(part, ({ example: _, examples: __, ...others }) => others);
