import { expect, test } from "vitest";
import { readRetryAfter } from "#lib/outgoing/retry-after";

const now = Date.parse("2026-11-27T08:49:00.000Z");

test.each([
  ["120", 120],
  [" 0 ", 0],
  ["Fri, 27 Nov 2026 08:49:37 GMT", 37],
  ["Friday, 27-Nov-26 08:49:37 GMT", 37],
  ["Fri Nov 27 08:49:37 2026", 37],
  ["Fri, 27 Nov 2026 07:00:00 GMT", 0],
])("%s is %i seconds", (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});

test.each([
  undefined,
  "",
  "soon",
  "-5",
  "1.5",
  "1e3",
  "0x10",
  "12 apples",
  "2026-11-27",
  "Fri, 99 Nov 2026 99:99:99 GMT",
])("%s is no time", (header) => {
  expect(readRetryAfter(header, now)).toBeUndefined();
});
