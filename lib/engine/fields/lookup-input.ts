/* Reads from a request what a lookup or rollup looks up. */
import type { NewField } from "#lib/schemas/tables/field";
import type { Field, LookupOptions } from "./field.ts";

/** Adds an issue at a member of the field. */
export type Say = (member: PropertyKey[], message: string) => void;

/** The table and field that a lookup or rollup looks up; undefined for other fields. */
export function readLookup(
  { type, isLookup, lookupOptions }: NewField,
  say: Say,
): Pick<Field, "isLookup" | "lookupOptions"> | undefined {
  const isNeeded = isLookup || type === "rollup";
  if (isNeeded && !lookupOptions)
    say(
      ["lookupOptions"],
      `is missing: a ${isLookup ? "lookup" : "rollup"} needs {foreignTableId, linkFieldId, lookupFieldId}`,
    );
  if (!isNeeded && lookupOptions) say(["lookupOptions"], "needs isLookup: true, or the type rollup");
  if (!isNeeded || !lookupOptions) return undefined;
  const { foreignTableId, lookupFieldId, linkFieldId, filter } = lookupOptions as LookupOptions;
  const looked = { foreignTableId, lookupFieldId, linkFieldId, ...(filter && { filter }) };
  return { ...(isLookup && { isLookup }), lookupOptions: looked };
}
