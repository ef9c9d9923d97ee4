/* Cells as texts, as a person reads them: the rules are those of the engine. */
import { formatDate } from "#lib/engine/values/format-date";
import { formatNumber } from "#lib/engine/values/format-number";
import { optionsOf, plainDate, plainNumber } from "./field-options.ts";

/** What of a field is needed. */
interface Shown {
  cellValueType: string;
  options?: unknown;
}

/** The text of a cell as answers have it (`cellFormat=json`); empty for an empty cell. */
export function cellText(field: Shown, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => cellText(field, each)).join(", ");
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "✓";
  if (typeof value === "number") return numberText(field, value);
  if (typeof value === "string") return field.cellValueType === "dateTime" ? dateText(field, value) : value;
  if (typeof value !== "object") return "";
  const { title, name, id }: { title?: string; name?: string; id?: string } = value;
  return title ?? name ?? id ?? "";
}

function numberText(field: Shown, value: number): string {
  const { formatting } = optionsOf(field);
  return formatting?.precision === undefined
    ? String(value)
    : formatNumber(value, { ...plainNumber, ...formatting });
}

const dateText = (field: Shown, value: string): string =>
  formatDate(value, { ...plainDate, ...optionsOf(field).formatting });
