/* The first and the last of numbers and of dates, which are texts in the order of time, and how far they are apart. */

import { daysIn, monthsBetween } from "#lib/engine/comparators/days";
import type { DateFormatting } from "#lib/engine/values/dates";
import type { Aggregator, MakeAggregator } from "./aggregator.ts";

function extremes<Cell extends string | number>() {
  let [first, last]: (Cell | undefined)[] = [];
  return {
    add(cell: Cell | undefined) {
      if (cell === undefined) return;
      if (first === undefined || cell < first) first = cell;
      if (last === undefined || cell > last) last = cell;
    },
    first: () => first ?? null,
    last: () => last ?? null,
  };
}

export function min(): Aggregator<string | number> {
  const { add, first } = extremes();
  return { add, value: first };
}

export function max(): Aggregator<string | number> {
  const { add, last } = extremes();
  return { add, value: last };
}

/** By the field's calendar: from an evening to the next morning it is a day. */
const apart =
  (distance: (from: number, to: number) => number): MakeAggregator<string> =>
  (_, { options }) => {
    const { formatting } = options as { formatting: DateFormatting };
    const dayOf = daysIn(formatting.timeZone);
    const { add, first, last } = extremes<string>();
    return {
      add,
      value() {
        const [from, to] = [first(), last()];
        return from === null || to === null ? null : distance(dayOf(Date.parse(from)), dayOf(Date.parse(to)));
      },
    };
  };

export const days = apart((from, to) => to - from);
export const months = apart(monthsBetween);
