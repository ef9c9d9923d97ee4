/* The units of date functions. */

export const units = [
  "millisecond",
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
] as const;
export type Unit = (typeof units)[number];

const short: Record<string, Unit> = {
  ms: "millisecond",
  s: "second",
  m: "minute",
  h: "hour",
  d: "day",
  w: "week",
  M: "month",
  Q: "quarter",
  y: "year",
};
const known = new Map<string, Unit>([
  ...Object.entries(short),
  ...units.flatMap((unit): [string, Unit][] => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
]);

/**
 * The unit that a text names; undefined for an unknown unit. The case of words does not matter, but that of single letters does, because m
 * is a minute and M a month.
 */
export const findUnit = (text: string): Unit | undefined =>
  known.get(text.length > 2 ? text.toLowerCase() : text);

/** The day on which a week begins: 0 for Sunday, 1 for Monday; undefined for other words. */
export function findWeekStart(text: string): 0 | 1 | undefined {
  const word = text.trim().toLowerCase();
  if (word === "sunday") return 0;
  return word === "monday" ? 1 : undefined;
}

export const unitList = `millisecond (ms), second (s), minute (m), hour (h), day (d), week (w), month (M), quarter (Q), year (y)`;
