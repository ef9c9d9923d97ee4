/* Statistics, as the contract describes them: see plain-families.ts. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { monthsLater } from "./plain-calendar.ts";
import { type Asked, type PlainField, type Seen, seen } from "./plain-families.ts";
import { groupValue } from "./plain-order.ts";

const isSeen = (cell: Seen | undefined) => cell !== undefined;
const percent = (part: unknown[], whole: unknown[]) =>
  whole.length === 0 ? 0 : (100 * part.length) / whole.length;

export function plainStatistic(
  name: string,
  records: StoredRecord[],
  field: PlainField,
  asked: Asked,
): number | string | null {
  const cells = records.map((record) => seen(record, field, asked));
  const filled = cells.filter(isSeen);
  const empty = cells.filter((cell) => cell === undefined);
  const checked = cells.filter((cell) => cell === true);
  const unchecked = cells.filter((cell) => cell === false);
  const withCell = records.filter((record) => isSeen(seen(record, field, asked)));
  const unique = [...new Set(withCell.map((record) => groupValue(record, field, asked)))];
  const numbers = filled.filter((cell) => typeof cell === "number").toSorted((a, b) => a - b);
  const dates = filled
    .filter((cell) => typeof cell === "object" && "day" in cell)
    .toSorted((a, b) => Date.parse(a.instant) - Date.parse(b.instant));
  const [from, to] = [dates[0], dates.at(-1)];
  const files = filled.flatMap((cell) => (typeof cell === "object" && "files" in cell ? cell.files : []));
  const total = numbers.reduce((sum, number) => sum + number, 0);
  switch (name) {
    case "count":
      return records.length;
    case "empty":
      return empty.length;
    case "filled":
      return filled.length;
    case "percentEmpty":
      return percent(empty, cells);
    case "percentFilled":
      return percent(filled, cells);
    case "unique":
      return unique.length;
    case "percentUnique":
      return percent(unique, cells);
    case "checked":
      return checked.length;
    case "unChecked":
      return unchecked.length;
    case "percentChecked":
      return percent(checked, cells);
    case "percentUnChecked":
      return percent(unchecked, cells);
    case "sum":
      return total;
    case "average":
      return numbers.length === 0 ? null : total / numbers.length;
    case "min":
      return numbers[0] ?? null;
    case "max":
      return numbers.at(-1) ?? null;
    case "earliestDate":
      return from?.instant ?? null;
    case "latestDate":
      return to?.instant ?? null;
    case "dateRangeOfDays":
      return from && to ? (Date.parse(to.day) - Date.parse(from.day)) / 86_400_000 : null;
    case "dateRangeOfMonths": {
      if (!from || !to) return null;
      let months = 0;
      while (monthsPast(from.day, months + 1) <= to.day) months++;
      return months;
    }
    case "totalAttachmentSize":
      return files.reduce((sum, { size }) => sum + size, 0);
    default:
      throw new Error(name);
  }
}

/** The first day on which `count` whole months have passed: one month after Jan 31 it is Mar 1, not Feb 28. */
function monthsPast(day: string, count: number): string {
  const later = monthsLater(day, count);
  return later.slice(8) === day.slice(8) ? later : monthsLater(`${later.slice(0, 7)}-01`, 1);
}
