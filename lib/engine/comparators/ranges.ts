/* Finds the ranges of sort keys in which all cells that pass a test are. Only code that reads indexes loads this. */

import { findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { DateFormatting } from "#lib/engine/values/dates";
import { limits } from "#lib/schemas/basics/limits";
import { msPerHour } from "#lib/schemas/basics/time-units";
import type { FilterDate, FilterItem } from "#lib/schemas/tables/filter";
import type { Positive } from "./comparator.ts";
import { rangeOf } from "./date-ranges.ts";
import { daysIn, offsetsIn } from "./days.ts";
import { foldText } from "./folded.ts";
import { shownDates } from "./shown-dates.ts";

/** Sort keys from `least` on or above `above`, up to `most` or below `below`. Without any bound: all keys. */
export interface KeyBounds {
  least?: string | number;
  above?: string | number;
  most?: string | number;
  below?: string | number;
  /** All texts with the letters of this one. The other members are absent. */
  letters?: string;
}

interface Asked {
  field: Field;
  context: CellContext;
  operator: Positive;
  value: FilterItem["value"];
}

type Ranges = (asked: Asked) => KeyBounds[] | undefined;

/**
 * The ranges in which all cells that pass a test are, with hardly any others; undefined if there are none to name. Ranges do not touch each
 * other.
 */
export const keyRanges: Ranges = (asked) =>
  byFamily[typeOf(asked.field).family(asked.field.options)]?.(asked);

const byFamily: { [family in Family]?: Ranges } = {
  text({ operator, value }) {
    const text = foldText(String(value));
    const isWhole = text.length > 0 && text.length <= (isAscii.test(text) ? limits.sortKeyLength : mostOther);
    return operator === "is" && isWhole ? [{ letters: text }] : undefined;
  },
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
    const isOrdered = operator !== "is" && operator !== "isWithIn";
    const bounds = rangeOf(value as FilterDate, { formatting, now: context.now, isOrdered });
    const { start, end } = dateBounds[operator] ?? {};
    const range = withBounds(formatting, start && bounds[start], end && bounds[end]);
    return range && [range];
  },
};

/** The key of a longer text has only its beginning. Texts of other letters can be typed in up to four times as many characters. */
const mostOther = limits.sortKeyLength / 4;
const isAscii = /^[ -~]*$/;

const numberBounds: { [operator in Positive]?: (value: number) => KeyBounds } = {
  is: (value) => ({ least: value, most: value }),
  isGreater: (above) => ({ above }),
  isGreaterEqual: (least) => ({ least }),
  isLess: (below) => ({ below }),
  isLessEqual: (most) => ({ most }),
};

/** Joins neighbours into ranges. The positions ascend. */
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
/**
 * The bounds from one instant to another, in the form of cells. Undefined if the keys are neither days nor instants: a part of a month, for
 * example, is no range of months.
 */
function withBounds(
  formatting: DateFormatting,
  start: string | undefined,
  end: string | undefined,
): KeyBounds | undefined {
  const shown = shownDates(formatting);
  if (shown && !shown.isDays) return undefined;
  // an instant outside the years that cells can have is no bound
  const isBound = (instant: string | undefined): instant is string => Boolean(instant) && instant !== "~";
  const { least, most } = shown ? daysAround(formatting.timeZone) : {};
  return {
    ...(isBound(start) && { least: least ? least(Date.parse(start)) : start }),
    ...(isBound(end) && (most ? { most: most(Date.parse(end) - 1) } : { below: end })),
  };
}

/** The first day that is not before an instant, and the last day that is not after it. */
function daysAround(timeZone: string) {
  const dayOf = daysIn(timeZone);
  const offsetOf = offsetsIn(timeZone);
  // if clocks go back just after midnight, the rest of the former day comes once more
  const goesBack = (from: number, to: number) => offsetOf(to) < offsetOf(from);
  return {
    least: (instant: number) => dayOf(instant) - (goesBack(instant, instant + twoHours) ? 1 : 0),
    most: (instant: number) => dayOf(instant) + (goesBack(instant - twoHours, instant) ? 1 : 0),
  };
}
const twoHours = 2 * msPerHour;
