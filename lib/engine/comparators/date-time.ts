import type { DateFormatting } from "#lib/engine/values/dates";
import type { FilterDate } from "#lib/schemas/tables/filter";
import type { ComparatorOf } from "./comparator.ts";
import { rangeOf } from "./date-ranges.ts";
import { beginOf, daysIn, offsetsIn } from "./days.ts";

/** If the field shows no time of day, all cells of one day count as one value. */
export const dateTime: ComparatorOf<string> = ({ options }, { now }) => {
  const { formatting } = options as { formatting: DateFormatting };
  const { timeZone } = formatting;
  const hasTime = formatting.time !== "None";
  const range = (value: FilterDate) => rangeOf(value, formatting, now);
  const within = (value: FilterDate) => {
    const { from, to } = range(value);
    return (cell: string) => cell >= from && cell < to;
  };
  const dayOf = daysIn(timeZone);
  const dayOfCell = (cell: string) => dayOf(Date.parse(cell));
  return {
    tests: {
      is: within,
      isWithIn: within,
      isBefore(value: FilterDate) {
        const { from } = range(value);
        return (cell) => cell < from;
      },
      isOnOrAfter(value: FilterDate) {
        const { from } = range(value);
        return (cell) => cell >= from;
      },
      isAfter(value: FilterDate) {
        const { to } = range(value);
        return (cell) => cell >= to;
      },
      isOnOrBefore(value: FilterDate) {
        const { to } = range(value);
        return (cell) => cell < to;
      },
    },
    sortKey: hasTime ? (cell) => cell : dayOfCell,
    basis: [hasTime ? "time" : `days in ${timeZone}`],
    ...(!hasTime && {
      example: (cell) => new Date(beginOf(dayOfCell(cell), timeZone)).toISOString(),
    }),
    /** Searches `YYYY-MM-DD HH:mm`, independent of the field's pattern. */
    search(wanted) {
      if (/[^\d: -]/.test(wanted)) return () => false;
      const offsetOf = offsetsIn(timeZone);
      return (cell) => {
        const instant = Date.parse(cell);
        const wall = new Date(instant + offsetOf(instant)).toISOString();
        return wall.replace("T", " ").slice(0, -8).includes(wanted);
      };
    },
  };
};
