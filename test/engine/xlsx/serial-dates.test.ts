import fc from "fast-check";
import { expect, test } from "vitest";
import { serialOf, serialText } from "#lib/engine/xlsx/serial-dates";

test.each<[number, boolean, string | undefined]>([
  [1, false, "1900-01-01"],
  [59, false, "1900-02-28"],
  [61, false, "1900-03-01"],
  [25_569, false, "1970-01-01"],
  [46_056.170208333337, false, "2026-02-03 04:05:06"],
  [46_056.17020833333 + 0.0000000058, false, "2026-02-03 04:05:06.001"],
  [2_958_465.999_99, false, "9999-12-31 23:59:59.136"],
  [2_958_466, false, undefined],
  [0, false, "00:00:00"],
  [0.5, false, "12:00:00"],
  [-1, false, undefined],
  [0, true, "1904-01-01"],
  [44_594.25, true, "2026-02-03 06:00:00"],
])("%d (1904: %s) is %s", (serial, is1904, text) => expect(serialText(serial, "date", is1904)).toBe(text));

test("a time of day and a duration have no day", () => {
  expect(serialText(0.25, "time", true)).toBe("06:00:00");
  expect(serialText(46_056.25, "time", false)).toBe("2026-02-03 06:00:00");
  expect(serialText(1.5, "duration", false)).toBe("36:00:00");
});

test("days that a workbook can hold come back to the millisecond", () => {
  const wall = fc.integer({ min: Date.UTC(1900, 2, 2), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
  fc.assert(
    fc.property(wall, (ms) => {
      const serial = serialOf(ms) ?? Number.NaN;
      const text = serialText(serial, "date", false) ?? "";
      expect(Date.parse(`${text.replace(" ", "T")}${text.includes(" ") ? "Z" : ""}`)).toBe(ms);
    }),
  );
});

test("other days have no number", () => {
  expect(serialOf(Date.UTC(1900, 1, 28))).toBeUndefined();
  expect(serialOf(Date.UTC(10_000, 0, 1))).toBeUndefined();
});
