/*
 * Fields that look up cells of linked records: lookups, and rollups, which work out one value from them.
 *
 * Only which fields they look up is stored. What they show follows from the field that is looked up, so it is connected when a schema is
 * read (lib/data/schema/lookup-sources.ts), and is never out of date.
 */
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { Kind } from "#lib/engine/formula/shared/kinds";
import type { RecordId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import type { Field, LookupOptions } from "./stored-field.ts";

/** What a lookup shows. */
export interface LookupSource {
  /** The link field of the own table. */
  link: Field & { options: LinkOptions };
  /** The field of the other table that is looked up. */
  field: Field;
  /** The fields of the other table, for the filter and for formulas. */
  fields: readonly Field[];
  /** The records of the other table that have changed since links carried their cells; undefined if that is not known. */
  stale?: ReadonlySet<RecordId> | undefined;
}

/** The fields of the other table that a lookup reads. */
export function shownIn(
  { lookupOptions }: Pick<Field, "lookupOptions">,
  { field, fields }: LookupSource,
): Field[] {
  const { filter } = lookupOptions ?? {};
  const named = new Set(filter ? itemsOf(filter).map(({ fieldId }) => fieldId) : []);
  return [field, ...fields.filter(({ id }) => named.has(id))];
}

interface Connection {
  link: LookupSource["link"];
  /** Undefined if the other table or the looked-up field is gone. */
  source?: LookupSource;
  /** The type of the lookup (lookup-shapes.ts). */
  type?: FieldType;
}
const connections = new WeakMap<LookupOptions, Connection>();

/** Connects a field with what it looks up. `options` is the very object that the field has. */
export const bindLookup = (options: LookupOptions, connection: Connection) =>
  connections.set(options, connection);

/** The type of a connected lookup. */
export const lookupTypeOf = (options: LookupOptions): FieldType | undefined => connections.get(options)?.type;

/** What a field looks up; undefined if it is no lookup and no rollup, or if what it looked up is gone. */
export const sourceOf = ({ lookupOptions }: Pick<Field, "lookupOptions">): LookupSource | undefined =>
  lookupOptions && connections.get(lookupOptions)?.source;

/** The link field over which a field looks up, also if what it looked up is gone; undefined without one. */
export const linkOver = ({ lookupOptions }: Pick<Field, "lookupOptions">): LookupSource["link"] | undefined =>
  lookupOptions && connections.get(lookupOptions)?.link;

/** The kinds of the elements of a family, for formulas. All others are text. */
export const kindsOfFamilies: { [family: string]: Kind | undefined } = {
  text: "text",
  texts: "text",
  number: "number",
  numbers: "number",
  boolean: "boolean",
  booleans: "boolean",
  dateTime: "date",
  dateTimes: "date",
};
