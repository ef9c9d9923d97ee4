/* What the options of each type get, and how they read them. */
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { FieldDraft, FieldOptionValues } from "../draft.ts";

/** Where the field is. */
export interface FieldPlace {
  baseId: string;
  /** Of the person who makes or changes it. */
  role: Role;
  tableId: string;
  /** All fields of the table. */
  fields: readonly Field[];
  /** The field that is changed; undefined for a new one. */
  field: Field | undefined;
}

export interface OptionsProps extends FieldPlace {
  draft: FieldDraft;
  set: (change: Partial<FieldDraft>) => void;
  /** Sets some of the options; `undefined` takes one away. */
  setOptions: (change: FieldOptionValues) => void;
}

/** A member of options as a text, number or object; undefined if it is something else. */
export const textMember = (of: unknown, name: string): string | undefined => {
  const value = memberOf(of, name);
  return typeof value === "string" ? value : undefined;
};
export const numberMember = (of: unknown, name: string): number | undefined => {
  const value = memberOf(of, name);
  return typeof value === "number" ? value : undefined;
};
export const memberOf = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined;

/** The entries of texts, as a select has them. */
export const pairs = (texts: { readonly [value: string]: string }): [string, string][] =>
  Object.entries(texts);
