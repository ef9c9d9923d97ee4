/* What the fill handle puts into cells: numbers and dates go on as they begin, other values repeat. */
import type { Field } from "#lib/schemas/tables/field";
import type { CellRange } from "../grid/selection.ts";

/** The cells beyond a selection that are filled when its handle is let go at a cell; undefined if that is in the selection. */
export function extensionTo(from: CellRange, at: { row: number; column: number }): CellRange | undefined {
  const { top, bottom, left, right } = from;
  const [down, up] = [at.row - bottom, top - at.row];
  const [after, before] = [at.column - right, left - at.column];
  const most = Math.max(down, up, after, before);
  if (most <= 0) return undefined;
  if (most === down) return { ...from, top: bottom + 1, bottom: at.row };
  if (most === up) return { ...from, top: at.row, bottom: top - 1 };
  if (most === after) return { ...from, left: right + 1, right: at.column };
  return { ...from, left: at.column, right: left - 1 };
}

/** The values of the cells beyond, from those of the selection. `fields` are those of its columns. */
export function fillBeyond(
  values: readonly unknown[][],
  fields: readonly Field[],
  from: CellRange,
  to: CellRange,
): unknown[][] {
  const isDown = from.left === to.left && from.right === to.right;
  const isBefore = to.top < from.top || to.left < from.left;
  const count = isDown ? to.bottom - to.top + 1 : to.right - to.left + 1;
  const lines = isDown ? fields.map((_, column) => values.map((row) => row[column])) : values;
  const filled = lines.map((line, i) => {
    // beside each other only numbers of columns of numbers are a series
    const of = isDown ? fields[i] : fields.every(({ type }) => type === "number") ? fields[0] : undefined;
    return isBefore ? goOn(line.toReversed(), of, count).toReversed() : goOn(line, of, count);
  });
  if (!isDown) return filled;
  return Array.from({ length: count }, (_, row) => filled.map((column) => column[row]));
}

function goOn(line: readonly unknown[], field: Field | undefined, count: number): unknown[] {
  const next =
    (field && (numbersAfter(line, field) ?? datesAfter(line, field))) ?? ((i) => line[i % line.length]);
  return Array.from({ length: count }, (_, i) => next(i) ?? null);
}

type Next = (i: number) => unknown;

function numbersAfter(line: readonly unknown[], { cellValueType, type }: Field): Next | undefined {
  if (cellValueType !== "number" || type === "rating") return undefined;
  const numbers = line.filter((value) => typeof value === "number");
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (numbers.length < 2 || numbers.length < line.length || first === undefined || last === undefined)
    return undefined;
  const step = (last - first) / (numbers.length - 1);
  // 0.1 + 0.2 is 0.3
  return (i) => Number((last + step * (i + 1)).toPrecision(12));
}

function datesAfter(line: readonly unknown[], { cellValueType }: Field): Next | undefined {
  if (cellValueType !== "dateTime") return undefined;
  const times = line.map((value) => (typeof value === "string" ? Date.parse(value) : Number.NaN));
  const [first, last] = [times[0], times.at(-1)];
  if (times.length < 2 || times.some(Number.isNaN) || first === undefined || last === undefined)
    return undefined;
  const months = monthsBetween(times);
  if (months !== undefined) return (i) => monthsLater(last, months * (i + 1));
  const step = (last - first) / (times.length - 1);
  return (i) => new Date(last + Math.round(step * (i + 1))).toISOString();
}

/** The step of times that are on the same day of their months, as often apart; undefined for others. */
function monthsBetween(times: readonly number[]): number | undefined {
  const dates = times.map((time) => new Date(time));
  const steps = new Set<number>();
  for (const [i, date] of dates.entries()) {
    const before = dates[i - 1];
    if (!before) continue;
    const isSameDay =
      date.getUTCDate() === before.getUTCDate() && (date.getTime() - before.getTime()) % 86_400_000 === 0;
    const months = monthOf(date) - monthOf(before);
    if (!isSameDay || months === 0) return undefined;
    steps.add(months);
  }
  const [step] = steps;
  return steps.size === 1 ? step : undefined;
}

const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

/** So many months later, on the same day, or on the last one of a shorter month. */
function monthsLater(time: number, months: number): string {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.toISOString();
}
