/*
 * Fields that look up cells of linked records: lookups, and rollups, which work out one value from them.
 *
 * Only which fields they look up is stored. What they show follows from the field that is looked up, so it is connected when a schema is
 * read (lib/data/schema/lookup-sources.ts), and is never out of date.
 */
import type { Kind } from "#lib/engine/formula/shared/kinds";
import { itemsOf } from "#lib/schemas/tables/filter";
import { connection, type Field, type LookupSource } from "./stored-field.ts";

export type { LookupSource } from "./stored-field.ts";

/** The fields of the other table that a lookup reads. */
export function shownIn(
  { lookupOptions }: Pick<Field, "lookupOptions">,
  { field, fields }: LookupSource,
): Field[] {
  const { filter } = lookupOptions ?? {};
  const named = new Set(filter ? itemsOf(filter).map(({ fieldId }) => fieldId) : []);
  return [field, ...fields.filter(({ id }) => named.has(id))];
}

type Connectable = Pick<Field, typeof connection>;

/** What a field looks up; undefined if it is no lookup and no rollup, or if what it looked up is gone. */
export const sourceOf = (field: Connectable): LookupSource | undefined => field[connection]?.source;

/** The link field over which a field looks up, also if what it looked up is gone; undefined without one. */
export const linkOver = (field: Connectable): LookupSource["link"] | undefined => field[connection]?.link;

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
