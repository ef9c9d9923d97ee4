/* The colour of a record in a calendar, as the options of the view say. */
import type { Field } from "#lib/schemas/tables/field";
import { optionsOf } from "../cells/field-options.ts";
import type { GridRow } from "../grid/answers.ts";

interface ColorConfig {
  type?: "field" | "custom";
  fieldId?: string | null;
  color?: string | null;
}

/** Gives the name of a colour for a record, and the field whose cells it needs. */
export function colorOfRow(
  config: unknown,
  fields: readonly Field[],
): { field: Field | undefined; of: (row: GridRow) => string | undefined } {
  const { type, fieldId, color }: ColorConfig = typeof config === "object" && config !== null ? config : {};
  if (type === "custom") return { field: undefined, of: () => color ?? undefined };
  const field = type === "field" ? fields.find(({ id }) => id === fieldId) : undefined;
  const choices = field ? optionsOf(field).choices : undefined;
  return {
    field,
    of: (row) => choices?.find(({ name }) => field && name === row.fields[field.id])?.color,
  };
}
