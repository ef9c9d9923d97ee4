import type { DateFormatting } from "#lib/engine/values/dates";
import type { FilterDate } from "#lib/schemas/tables/filter";
import type { ComparatorOf } from "./comparator.ts";
import { rangeOf } from "./date-ranges.ts";
import { beginOf, daysIn, offsetsIn } from "./days.ts";

/** Where the field shows no time of day, cells of one day are one value. */
export const dateTime: ComparatorOf<string> = ({ options }, { now }) => {
  const { formatting } = options as { formatting: DateFormatting };
  const { time, timeZone } = formatting;
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
    sortKey: time === "None" ? dayOfCell : (cell) => cell,
    basis: [time === "None" ? `days in ${timeZone}` : "time"],
    ...(time === "None" && {
      example: (cell) => new Date(beginOf(dayOfCell(cell), timeZone)).toISOString(),
    }),
    /** As `YYYY-MM-DD HH:mm`, whatever the field's pattern. */
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
