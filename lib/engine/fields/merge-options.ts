/*
 * Merges the options that a request sends into those that a field has, for all types:
 *
 *   a member that is sent             replaces that of the field; null takes it away, or gives it its default
 *   a member that is left out         stays; a conversion drops how cells are shown, and the default of new records
 *   choices that are sent by name     keep their ids; the default follows its choice, or goes with it (`adopt` of the type)
 */

import { isDeepStrictEqual } from "node:util";
import { isObject } from "#lib/schemas/basics/object";
import { type Field, shownOptions, typeOf } from "./field.ts";

type WithOptions = Parameters<typeof shownOptions>[0];

/** What a conversion replaces, if it sends options at all. */
const replaced: ReadonlySet<string> = new Set(["formatting", "showAs", "defaultValue"]);

/** The options to check and store. Invalid ones are returned unchanged, for the schema of the type to refuse. */
export function mergeOptions(field: WithOptions, sent: unknown, { isConversion = false } = {}): unknown {
  if (!isObject(sent)) return sent;
  const kept = Object.entries(shownOptions(field) as object).filter(
    ([name]) => !(isConversion && replaced.has(name)),
  );
  const merged = { ...Object.fromEntries(kept), ...sent };
  return typeOf(field).adopt?.(merged, field.options, sent) ?? merged;
}

/** The members that differ from what answers show of the field: a client may send all back to change one. */
export function changedOptions(field: WithOptions, sent: object): { [name: string]: unknown } {
  const shown = shownOptions(field) as { [name: string]: unknown };
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
  );
}

/** An update that does to the options what a conversion with these does. */
export const asUpdate = ({ options }: Pick<Field, "options">, sent: object): { [name: string]: unknown } => ({
  ...Object.fromEntries(
    Object.keys(options as object)
      .filter((name) => replaced.has(name))
      .map((name) => [name, null]),
  ),
  ...sent,
});
