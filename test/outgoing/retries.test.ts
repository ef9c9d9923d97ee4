import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttempt, verdictOf } from "#lib/outgoing/retries";

const begun = "2026-11-20T12:00:00.000Z";
const day = 24 * 3600;
const secondsAfter = (time: string) => (Date.parse(time) - Date.parse(begun)) / 1000;

/** The seconds after the first attempt at which a receiver that never answers is tried. */
function attempts(random: () => number): number[] {
  const found = [0];
  let now: string | undefined = begun;
  for (let attempts = 1; now; attempts++) {
    now = nextAttempt({ firstAttemptTime: begun, attempts }, now, random());
    if (now) found.push(secondsAfter(now));
  }
  return found;
}

test("tried ten times and more within a day, the last time at its end", () => {
  expect(attempts(() => 0.5)).toEqual([0, 5, 35, 155, 755, 2555, 6155, 13_355, 27_755, 56_555, 85_355, day]);
});

test("whatever chance says: ever later, never after a day, and it ends", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (randoms) => {
      const found = attempts(() => randoms.next().value ?? 0);
      expect(found.length).toBeGreaterThan(9);
      expect(found.length).toBeLessThan(15);
      expect(found.at(-1)).toBe(day);
      expect(found).toEqual([...found].sort((a, b) => a - b));
    }),
  );
});

test("what failed together is tried again at different times", () => {
  const next = (random: number) => nextAttempt({ firstAttemptTime: begun, attempts: 5 }, begun, random) ?? "";
  expect([0, 0.5, 1].map((random) => secondsAfter(next(random)))).toEqual([1440, 1800, 2160]);
});

test.each([
  [3600, 3600],
  [1, 5],
  [-1, 5],
  [1e9, 8 * 3600],
])("a receiver that asks for %i s waits %i s", (retryAfter, expected) => {
  const next = nextAttempt({ firstAttemptTime: begun, attempts: 1, retryAfter }, begun, 0.5) ?? "";
  expect(secondsAfter(next)).toBe(expected);
});

test("an attempt that came late is the last", () => {
  const late = new Date(Date.parse(begun) + (day + 1) * 1000).toISOString();
  expect(nextAttempt({ firstAttemptTime: begun, attempts: 2 }, late, 0)).toBeUndefined();
});

test.each([
  [200, "taken"],
  [204, "taken"],
  [299, "taken"],
  [301, "failed"],
  [400, "failed"],
  [410, "gone"],
  [429, "failed"],
  [500, "failed"],
])("an answer of %i: %s", (status, verdict) => expect(verdictOf(status)).toBe(verdict));
