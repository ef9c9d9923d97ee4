/* What becomes of the columns of a file: fields of a new table, or cells of fields that are there. */
import type { ImportPreview } from "#lib/schemas/tables/csv";
import type { Field } from "#lib/schemas/tables/field";

export type PreviewColumn = NonNullable<ImportPreview["columns"][number]>;

/** A column of a new table, as the person wants it. */
export interface ColumnChoice {
  isTaken: boolean;
  name: string;
  type: string;
}

/** Fields into which cells can be imported. */
export const importableFields = (fields: readonly Field[]): Field[] =>
  fields.filter(({ type, isComputed }) => !isComputed && type !== "button");

/**
 * The id of the field for each column: that of the same name, or of a name that differs in case only. Without names in the file, the fields in
 * their order. No field gets two columns; `null`: the column is left out.
 */
export function proposeFields(
  columns: ImportPreview["columns"],
  fields: readonly Field[],
  hasNames: boolean,
): (string | null)[] {
  const free = importableFields(fields);
  if (!hasNames) return columns.map((_, i) => free[i]?.id ?? null);
  const names = columns.map((column) => column?.name.trim());
  const lower = (name: string | undefined) => name?.toLocaleLowerCase();
  const exact = names.map((name) => free.find((field) => field.name === name)?.id);
  return names.map((name, i) => {
    if (exact[i] !== undefined) return exact[i];
    const alike = free.find((field) => lower(field.name) === lower(name));
    const isOpen =
      alike && !exact.includes(alike.id) && names.findIndex((each) => lower(each) === lower(name)) === i;
    return isOpen ? alike.id : null;
  });
}

/** Chooses a field for a column; the column that had it before is left out. */
export const chooseField = (
  chosen: readonly (string | null)[],
  at: number,
  fieldId: string | null,
): (string | null)[] =>
  chosen.map((each, i) => (i === at ? fieldId : each !== null && each === fieldId ? null : each));

/** The columns of a request: options and the decimal separator go with the type that they were guessed for. */
export const columnsToSend = (
  columns: ImportPreview["columns"],
  choices: readonly (ColumnChoice | null)[],
  { withAll = false } = {},
) =>
  columns.map((column, i) => {
    const choice = choices[i];
    if (!column || !choice || !(choice.isTaken || withAll)) return null;
    const { name, type } = choice;
    if (type !== column.type) return { name, type };
    const { options, decimal } = column;
    return { name, type, options, ...(decimal && { decimal }) };
  });
