/*
 * The names that a link field would have in a relational database: the table that holds its keys, and the two columns. This service does
 * not use them; clients of the interface expect them.
 *
 *   relationship        fkHostTableName                selfKeyName   foreignKeyName
 *   manyMany            junction_<field>[_<other>]     __fk_<other>  __fk_<field>
 *   manyOne, oneOne     the table of the field         __id          __fk_<field>
 *   oneMany             the other table                __fk_<other>  __id
 *   oneMany, one-way    junction_<field>               __fk_<other>  __fk_<field>
 *
 * <other> is the field of the other table; without one `rad` and 16 random letters and digits.
 */

import type { LinkOptions } from "#lib/engine/field-types/link";
import { type FieldId, randomText } from "#lib/schemas/basics/ids";

type KeyNames = Pick<LinkOptions, "selfKeyName" | "foreignKeyName">;
type Named = Pick<LinkOptions, "relationship" | "symmetricFieldId">;

const isOneMany = ({ relationship, symmetricFieldId }: Named) =>
  relationship === "oneMany" && symmetricFieldId !== undefined;
const hasJunction = ({ relationship, symmetricFieldId }: Named) =>
  relationship === "manyMany" || (relationship === "oneMany" && !symmetricFieldId);

/** The names of the columns of a new field. */
export function keyNames(fieldId: FieldId, options: Named): KeyNames {
  const self = `__fk_${options.symmetricFieldId ?? `rad${randomText(16)}`}`;
  const foreign = `__fk_${fieldId}`;
  if (hasJunction(options)) return { selfKeyName: self, foreignKeyName: foreign };
  return isOneMany(options)
    ? { selfKeyName: self, foreignKeyName: "__id" }
    : { selfKeyName: "__id", foreignKeyName: foreign };
}

/** The name of the table that holds the keys. `tables`: the names of the field's own table and of the other one. */
export function hostTable(
  fieldId: FieldId,
  options: Named,
  tables: { own: string; foreign: string },
): LinkOptions["fkHostTableName"] {
  const { symmetricFieldId: other } = options;
  if (hasJunction(options)) return `junction_${fieldId}${other ? `_${other}` : ""}`;
  return isOneMany(options) ? tables.foreign : tables.own;
}
