/*
 * Fields that look up cells of linked records: lookups, and rollups, which compute one value from them.
 *
 * They only store which field they look up. They are connected with that field when a schema is read (lib/data/schema/lookup-sources.ts),
 * so they are never out of date.
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

/** The source of a lookup or rollup; undefined for other fields, or if the looked-up field was deleted. */
export const sourceOf = (field: Connectable): LookupSource | undefined => field[connection]?.source;

/** The link field that a lookup uses, even if its looked-up field was deleted; undefined for other fields. */
export const linkOver = (field: Connectable): LookupSource["link"] | undefined => field[connection]?.link;

/** For formulas: the kinds of the elements of a family. All other families are text. */
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
