import type { DateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";
import type { FilterDate } from "#lib/schemas/tables/filter";
import type { ComparatorOf } from "./comparator.ts";
import { rangeOf } from "./date-ranges.ts";
import { offsetsIn } from "./days.ts";
import { foldText } from "./folded.ts";
import { shownDates } from "./shown-dates.ts";

/** If the field shows no time of day, all cells that it shows alike count as one value, for example those of one day. */
export const dateTime: ComparatorOf<string> = ({ options }, { now }) => {
  const { formatting } = options as { formatting: DateFormatting };
  const { timeZone } = formatting;
  const shown = shownDates(formatting);
  const begin = shown?.beginOf;
  const range = (value: FilterDate, isOrdered = false) => rangeOf(value, { formatting, now, isOrdered });
  const within = (value: FilterDate) => {
    const { from, to } = range(value);
    return (cell: string) => cell >= from && cell < to;
  };
  return {
    tests: {
      is: within,
      isWithIn: within,
      isBefore(value: FilterDate) {
        const { from } = range(value, true);
        return (cell) => cell < from;
      },
      isOnOrAfter(value: FilterDate) {
        const { from } = range(value, true);
        return (cell) => cell >= from;
      },
      isAfter(value: FilterDate) {
        const { to } = range(value, true);
        return (cell) => cell >= to;
      },
      isOnOrBefore(value: FilterDate) {
        const { to } = range(value, true);
        return (cell) => cell < to;
      },
    },
    sortKey: shown ? (cell) => shown.valueOf(Date.parse(cell)) : (cell) => cell,
    basis: [shown?.basis ?? "time"],
    ...(begin && { example: (cell) => new Date(begin(shown.valueOf(Date.parse(cell)))).toISOString() }),
    /** Searches `YYYY-MM-DD HH:mm`, and the text that the field shows. */
    search(wanted) {
      const isShown = (cell: string) => foldText(formatDate(cell, formatting)).includes(wanted);
      if (/[^\d: -]/.test(wanted)) return isShown;
      const offsetOf = offsetsIn(timeZone);
      return (cell) => {
        const instant = Date.parse(cell);
        const wall = new Date(instant + offsetOf(instant)).toISOString();
        return wall.replace("T", " ").slice(0, -8).includes(wanted) || isShown(cell);
      };
    },
  };
};
