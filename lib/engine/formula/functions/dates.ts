import {
  type Clock,
  checkInstant,
  fail,
  madeText,
  spend,
  tidyNumber,
} from "#lib/engine/formula/shared/cell-errors";
import { findUnit, findWeekStart, type Unit } from "#lib/engine/formula/shared/date-units";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import { guessDate, readDateBy } from "#lib/engine/values/date-parsing";
import { findUnknownToken } from "#lib/engine/values/date-tokens";
import { formatDate } from "#lib/engine/values/format-date";
import { countOffsetsAsked, type WallTime, zonedInstant } from "#lib/engine/values/time-zones";
import {
  addUnits,
  checkYear,
  countUnits,
  dayNumber,
  midnight,
  unitNumber,
  wallTime,
  weekdayOf,
  weekOfYear,
} from "./calendar.ts";
import { type Implementation, needs } from "./implementation.ts";
import { addWorkdays, countWorkdays } from "./workdays.ts";

type Text = string | undefined;
type Instant = number | undefined;

const unitOf = (text: Text, otherwise: Unit): Unit => findUnit((text ?? "").trim()) ?? otherwise;

/** Units of work: reading a date, writing a date, and computing the offset of a zone that is not known yet. */
const prices = { reading: 50, writing: 50, asking: 80 };

/** Counts the offsets that `work` has to compute. */
function chargeOffsets<Made>(clock: Clock, work: () => Made): Made {
  const before = countOffsetsAsked();
  const made = work();
  spend(clock, (countOffsetsAsked() - before) * prices.asking);
  return made;
}

/** Reads a text as a date cell does. */
export function readInstant(text: string, clock: Clock): number | undefined {
  const { now, timeZone } = clock;
  spend(clock, prices.reading + text.length / 20);
  const formatting = { date: "YYYY-MM-DD", time: "HH:mm" as const, timeZone };
  const cell = chargeOffsets(clock, () => guessDate(text, formatting, new Date(now).toISOString()));
  return typeof cell === "string" ? Date.parse(cell) : undefined;
}

/** Refuses a computed pattern with unknown tokens; a literal pattern was refused when the formula was saved. */
function checkPattern(pattern: string, use: "read" | "write"): void {
  if (pattern.length > formulaLimits.pattern) fail("the pattern is too long");
  if (findUnknownToken(pattern, use)) fail("the pattern has unknown tokens");
}

function parseDate([text, pattern]: [string, Text], clock: Clock): number {
  if (pattern === undefined) return readInstant(text, clock) ?? fail("not a date");
  checkPattern(pattern, "read");
  spend(clock, prices.reading + 3 * pattern.length);
  const cell = readDateBy(pattern, text, clock.timeZone, new Date(clock.now).toISOString());
  return cell === undefined ? fail("not a date of this pattern") : Date.parse(cell);
}

/** Writes a date as text, in the formula's zone. */
export function showInstant(instant: number, pattern: string, clock: Clock): string {
  spend(clock, prices.writing + 8 * pattern.length);
  const formatting = { date: pattern, time: "None", timeZone: clock.timeZone } as const;
  return chargeOffsets(clock, () =>
    formatDate(new Date(checkYear(instant, clock.timeZone)).toISOString(), formatting),
  );
}

function format([instant, pattern = "YYYY-MM-DD HH:mm"]: [number, Text], clock: Clock): Text {
  checkPattern(pattern, "write");
  return madeText(showInstant(instant, pattern, clock), clock);
}

function difference([a, b, unit, isExact]: [number, number, Text, boolean?], clock: Clock): number {
  const count = countUnits(a, b, unitOf(unit, "day"), clock.timeZone);
  return isExact ? tidyNumber(count) : Math.trunc(count) + 0;
}

const distance = needs(1, ([instant, unit]: [number, Text], clock) =>
  Math.abs(difference([clock.now, instant, unit], clock)),
);

const shown = (pattern: string) =>
  needs(1, ([instant]: [number], clock) => showInstant(instant, pattern, clock));

const part = (member: keyof WallTime) =>
  needs(
    1,
    ([instant]: [number], clock) => wallTime(checkYear(instant, clock.timeZone), clock.timeZone)[member],
  );

function weekday([instant, start]: [number, Text], { timeZone }: Clock): number {
  const fromSunday = weekdayOf(dayNumber(instant, timeZone));
  if (start === undefined) return fromSunday;
  const first = findWeekStart(start) ?? fail("a week begins on Sunday or Monday");
  return (fromSunday + 7 - first) % 7;
}

/** Both dates are cut to the beginning of the unit; FALSE if one is null. */
const compared =
  (test: (order: number) => boolean): Implementation =>
  ([a, b, text]: [Instant, Instant, Text], { timeZone }: Clock) => {
    if (a === undefined || b === undefined) return false;
    const unit = unitOf(text, "day");
    return test(unitNumber(a, unit, timeZone) - unitNumber(b, unit, timeZone));
  };

const uncharged: Record<string, Implementation> = {
  TODAY: (_: never, { now, timeZone }) =>
    checkInstant(zonedInstant({ ...wallTime(now, timeZone), ...midnight }, timeZone)),
  NOW: (_: never, { now }) => now,
  DATE_ADD: ([instant, count, unit]: [Instant, number | undefined, Text], clock) =>
    instant === undefined || count === undefined
      ? undefined
      : addUnits(instant, count, unitOf(unit, "second"), clock.timeZone),
  DATETIME_DIFF: needs(2, difference),
  FROMNOW: distance,
  TONOW: distance,
  WORKDAY: needs(2, (args: Parameters<typeof addWorkdays>[0], clock) =>
    addWorkdays(args, clock, readInstant),
  ),
  WORKDAY_DIFF: needs(2, (args: Parameters<typeof countWorkdays>[0], clock) =>
    countWorkdays(args, clock, readInstant),
  ),
  DATETIME_PARSE: needs(1, parseDate),
  DATETIME_FORMAT: needs(1, format),
  DATESTR: shown("YYYY-MM-DD"),
  TIMESTR: shown("HH:mm:ss"),
  YEAR: part("year"),
  MONTH: part("month"),
  DAY: part("day"),
  HOUR: part("hour"),
  MINUTE: part("minute"),
  SECOND: part("second"),
  WEEKDAY: needs(1, weekday),
  WEEKNUM: needs(1, ([instant]: [number], clock) => weekOfYear(instant, clock.timeZone)),
  IS_SAME: compared((order) => order === 0),
  IS_AFTER: compared((order) => order > 0),
  IS_BEFORE: compared((order) => order < 0),
};

/** Functions that read or write dates count this work themselves. */
const charging = new Set(["DATETIME_PARSE", "DATETIME_FORMAT", "DATESTR", "TIMESTR"]);

export const dateFunctions: Record<string, Implementation> = Object.fromEntries(
  Object.entries(uncharged).map(([name, run]) => [
    name,
    charging.has(name) ? run : (args: never, clock: Clock) => chargeOffsets(clock, () => run(args, clock)),
  ]),
);
