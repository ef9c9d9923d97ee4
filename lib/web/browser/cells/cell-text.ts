/* Cells as texts, as a person reads them: the rules are those of the engine. */
import { formatDate } from "#lib/engine/values/format-date";
import { formatNumber } from "#lib/engine/values/format-number";

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

function formattingOf({ options }: Shown): object {
  const formatting =
    typeof options === "object" && options && "formatting" in options ? options.formatting : undefined;
  return typeof formatting === "object" && formatting ? formatting : {};
}

type NumberFormatting = Parameters<typeof formatNumber>[1];

const isOfNumbers = (formatting: object): formatting is NumberFormatting => "precision" in formatting;

function numberText(field: Shown, value: number): string {
  const formatting = formattingOf(field);
  return isOfNumbers(formatting) ? formatNumber(value, formatting) : String(value);
}

/** The form of a field without options of its own. */
const plainDate = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } as const;

const dateText = (field: Shown, value: string): string =>
  formatDate(value, { ...plainDate, ...formattingOf(field) });
