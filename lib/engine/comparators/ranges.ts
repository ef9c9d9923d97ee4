/* Between which sort keys the cells are that pass a test. Loaded by what reads from indexes; writers test cells only. */

import { findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { DateFormatting } from "#lib/engine/values/dates";
import { msPerMinute } from "#lib/schemas/basics/time-units";
import type { FilterDate, FilterItem } from "#lib/schemas/tables/filter";
import type { Positive } from "./comparator.ts";
import { rangeOf } from "./date-ranges.ts";
import { daysIn } from "./days.ts";

/** Sort keys from `least` on or above `above`, up to `most` or below `below`; without any bound all. */
export interface KeyBounds {
  least?: string | number;
  above?: string | number;
  most?: string | number;
  below?: string | number;
}

interface Asked {
  field: Field;
  context: CellContext;
  operator: Positive;
  value: FilterItem["value"];
}

type Ranges = (asked: Asked) => KeyBounds[] | undefined;

/**
 * Where all cells are that pass a test, and hardly any others; undefined if it cannot be said. Several ranges do not touch each other.
 */
export const keyRanges: Ranges = (asked) =>
  byFamily[typeOf(asked.field).family(asked.field.options)]?.(asked);

const byFamily: { [family in Family]?: Ranges } = {
  boolean: ({ value }) => [{ least: Number(value), most: Number(value) }],
  number({ operator, value }) {
    const range = numberBounds[operator]?.(Number(value));
    return range && [range];
  },
  choice({ field, value }) {
    const { choices } = field.options as SelectOptions<unknown>;
    const ids = [value].flat().map((each) => findByName(choices, String(each))?.id ?? each);
    return runsOf(choices.flatMap(({ id }, place) => (ids.includes(id) ? [place] : [])));
  },
  dateTime: ({ field, context, operator, value }) => {
    const { formatting } = field.options as { formatting: DateFormatting };
    const bounds = rangeOf(value as FilterDate, formatting, context.now);
    const { start, end } = dateBounds[operator] ?? {};
    return [withBounds(formatting, start && bounds[start], end && bounds[end])];
  },
};

const numberBounds: { [operator in Positive]?: (value: number) => KeyBounds } = {
  is: (value) => ({ least: value, most: value }),
  isGreater: (above) => ({ above }),
  isGreaterEqual: (least) => ({ least }),
  isLess: (below) => ({ below }),
  isLessEqual: (most) => ({ most }),
};

/** Neighbours are one range. The places ascend. */
function runsOf(places: number[]): KeyBounds[] {
  const runs: { least: number; most: number }[] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last && place === last.most + 1) last.most = place;
    else runs.push({ least: place, most: place });
  }
  return runs;
}

type Bound = "from" | "to";
const dateBounds: { [operator in Positive]?: { start?: Bound; end?: Bound } } = {
  is: { start: "from", end: "to" },
  isWithIn: { start: "from", end: "to" },
  isBefore: { end: "from" },
  isOnOrAfter: { start: "from" },
  isAfter: { start: "to" },
  isOnOrBefore: { end: "to" },
};
const halfAnHour = 30 * msPerMinute;

/** From one instant to another, as cells hold them; days if the field shows no time. */
function withBounds(
  { time, timeZone }: DateFormatting,
  start: string | undefined,
  end: string | undefined,
): KeyBounds {
  const dayOf = daysIn(timeZone);
  const dayAt = (instant: string, later = 0) => dayOf(Date.parse(instant) + later);
  // where clocks go back just after midnight, what is left of the day before follows
  const firstDay = (instant: string) => Math.min(dayAt(instant), dayAt(instant, halfAnHour));
  // beyond the years that cells have there is no bound
  const isBound = (instant: string | undefined): instant is string => Boolean(instant) && instant !== "~";
  const hasTime = time !== "None";
  return {
    ...(isBound(start) && { least: hasTime ? start : firstDay(start) }),
    ...(isBound(end) && { below: hasTime ? end : dayAt(end) }),
  };
}
