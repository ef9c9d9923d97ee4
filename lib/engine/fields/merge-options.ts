/*
 * Merges the options that a request sends into those that a field has, for all types:
 *
 *   a member in the request replaces the present one; null removes it, or sets its default
 *   a member that is left out         stays; a conversion drops how cells are shown, and the default of new records
 *   choices that the request names keep their ids; the default is renamed or removed with its choice (`adopt` of the type)
 */

import { isDeepStrictEqual } from "node:util";
import { isObject } from "#lib/schemas/basics/object";
import { type Field, shownOptions, typeOf } from "./field.ts";

type WithOptions = Parameters<typeof shownOptions>[0];

/** Members that a conversion resets if it has options. */
const replaced: ReadonlySet<string> = new Set(["formatting", "showAs", "defaultValue"]);

/** The options to check and store. Invalid ones are returned unchanged, so that the schema of the type refuses them. */
export function mergeOptions(field: WithOptions, sent: unknown, { isConversion = false } = {}): unknown {
  if (!isObject(sent)) return sent;
  const kept = Object.entries(shownOptions(field) as object).filter(
    ([name]) => !(isConversion && replaced.has(name)),
  );
  const merged = { ...Object.fromEntries(kept), ...sent };
  return typeOf(field).adopt?.(merged, field.options, sent) ?? merged;
}

/** The members that differ from those that answers show: a client may send all of them back to change one. */
export function changedOptions(field: WithOptions, sent: object): { [name: string]: unknown } {
  const shown = shownOptions(field) as { [name: string]: unknown };
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
  );
}

/** The options of an update that has the same effect as a conversion with these options. */
export const asUpdate = ({ options }: Pick<Field, "options">, sent: object): { [name: string]: unknown } => ({
  ...Object.fromEntries(
    Object.keys(options as object)
      .filter((name) => replaced.has(name))
      .map((name) => [name, null]),
  ),
  ...sent,
});
