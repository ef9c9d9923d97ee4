/* Functions that ask the type of a field. */

import { formulaOf } from "#lib/engine/field-types/formula";
import { findFieldType } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { connection, type Field, type StoredFormula } from "./stored-field.ts";

export {
  type Carried,
  type Carries,
  connection,
  type Field,
  type FormerField,
  type FormerPerson,
  type LookupOptions,
  type StoredFormula,
} from "./stored-field.ts";

/** The type of a stored field; for a formula, the type of its result. Throws for an unknown type, which is never stored. */
export function typeOf(
  field: { type: string; formula?: StoredFormula | undefined } & Pick<
    Field,
    "lookupOptions" | typeof connection
  >,
): FieldType {
  if (field.formula) return formulaOf(field.formula);
  // without its looked-up field, a lookup is empty text
  if (field.lookupOptions) return field[connection]?.type ?? formulaOf({ kind: "text", isList: false });
  const type = findFieldType(field.type);
  if (!type) throw new Error(`a stored field has the unknown type ${field.type}`);
  return type;
}

/** Whether cells of this field are computed, so that it cannot be written. */
export const isComputed = (field: Pick<Field, "type" | "lookupOptions">): boolean =>
  typeOf(field).isComputed === true;

/** Whether cells of this field hold people. */
export const holdsPeople = (field: Field): boolean => typeOf(field).peopleIn !== undefined;

/** Whether cells of this field hold files. */
export const holdsFiles = (field: Parameters<typeof typeOf>[0]): boolean =>
  typeOf(field).filesIn !== undefined;

/** A fingerprint of the options that decide which values of a unique field are equal. When it changes, the guards of the values change. */
export const uniqueBasis = (field: Pick<Field, "type"> & Partial<Field>): string | undefined =>
  typeOf(field).uniqueBy?.(field.options)?.basis;

/** Whether cells of this field hold links to records. */
export const holdsLinks = (field: Field): boolean => typeOf(field).linksIn !== undefined;

/** The file tokens and attachment ids in a value or stored cell of this field. */
export const filesIn = (field: Field, value: unknown): string[] => typeOf(field).filesIn?.(value) ?? [];

/** The ids of people in a value or stored cell of this field. */
export const peopleIn = (field: Field, value: unknown): string[] => typeOf(field).peopleIn?.(value) ?? [];

/** The options as answers show them. */
export const shownOptions = (field: Parameters<typeof typeOf>[0] & Pick<Field, "options">): unknown =>
  typeOf(field).shownOptions?.(field.options) ?? field.options;
