/* Which statistics a column offers, and how their values are written. */
import { type StatisticFunction, statisticsOf } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/schemas/tables/field";
import { familyOf } from "../bars/families.ts";
import { cellText } from "../cells/cell-text.ts";
import { summaryTexts } from "./texts.ts";

/** The statistics of a field, as the engine has them. */
export function statisticsFor(field: Field): readonly StatisticFunction[] {
  switch (familyOf(field)) {
    case "number":
      return statisticsOf.number;
    case "dateTime":
      return statisticsOf.dateTime;
    case "boolean":
      return statisticsOf.boolean;
    case "files":
      return statisticsOf.files;
    case "people":
    case "link":
    case "links":
    case "nothing":
      return statisticsOf.many;
    default:
      return statisticsOf.text;
  }
}

/** The statistic of a field that a view names; undefined if the field has no such one. */
export const chosenStatistic = (
  field: Field,
  name: string | null | undefined,
): StatisticFunction | undefined => statisticsFor(field).find((each) => each === name);

const ofValues = new Set<StatisticFunction>(["sum", "average", "min", "max", "earliestDate", "latestDate"]);

/** The value of a statistic as text. */
export function statisticText(
  field: Field,
  name: StatisticFunction,
  value: number | string | null | undefined,
): string {
  if (value === null || value === undefined) return summaryTexts.unknown;
  if (ofValues.has(name)) return cellText(field, typeof value === "number" ? rounded(value, 4) : value);
  if (typeof value !== "number") return value;
  if (name.startsWith("percent")) return `${rounded(value, 1)}%`;
  if (name === "dateRangeOfDays") return summaryTexts.days(value);
  if (name === "dateRangeOfMonths") return summaryTexts.months(value);
  if (name === "totalAttachmentSize") return sizeText(value);
  return String(value);
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${rounded(bytes / 1000 ** at, 1)} ${units[at]}`;
}
