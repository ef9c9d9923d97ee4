/*
 * Filters in the trash: of views, link fields and lookups. There they name choices by their ids, because choices may be renamed in the
 * meantime. Restored filters name them by their present names.
 */

import type { Choice } from "#lib/engine/field-types/shared/choices";
import type { Field } from "#lib/engine/fields/field";
import { ChoiceId } from "#lib/schemas/basics/ids";
import { type Filter, itemsOf } from "#lib/schemas/tables/filter";
import { renameInFilter } from "./view-fields.ts";

type Renaming = (choices: Choice[]) => (text: string) => string | undefined;

/** The filter in the form of the trash. `fields` are the fields of the table that it filters. */
export const filterForTrash = (filter: Filter, fields: readonly Field[]): Filter =>
  renamed(filter, fields, (choices) => {
    const ids = new Map(choices.map(({ id, name }) => [name, id]));
    return (text) => ids.get(text) ?? text;
  }) ?? filter;

/**
 * The restored filter. Items whose choices were all removed are dropped; with `keepsGone` they stay and match nothing. Undefined if nothing
 * is left.
 */
export const filterFromTrash = (
  filter: Filter,
  fields: readonly Field[],
  { keepsGone = false } = {},
): Filter | undefined =>
  renamed(filter, fields, (choices) => {
    const names = new Map<string, string>(choices.map(({ id, name }) => [id, name]));
    const others = (text: string) => (keepsGone || !ChoiceId.safeParse(text).success ? text : undefined);
    return (text) => names.get(text) ?? others(text);
  });

function renamed(filter: Filter, fields: readonly Field[], renaming: Renaming): Filter | undefined {
  const named = new Set<string>(itemsOf(filter).map(({ fieldId }) => fieldId));
  return fields
    .filter(({ id }) => named.has(id))
    .reduce<Filter | undefined>((left, field) => {
      const choices = choicesOf(field);
      return left && choices.length > 0 ? renameInFilter(left, field.id, renaming(choices)) : left;
    }, filter);
}

/** The choices of the field, then those that it had before it was converted. */
const choicesOf = ({ former = [], options }: Pick<Field, "former" | "options">): Choice[] =>
  [...former, { options }].flatMap(
    (each) => (each.options as { choices?: Choice[] } | undefined)?.choices ?? [],
  );
