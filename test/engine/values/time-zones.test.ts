import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, localDate } from "#lib/engine/values/format-date";
import { offsetAt } from "#lib/engine/values/time-zones";

const hours = (zone: string, time: string) => offsetAt(zone, Date.parse(time)) / 3_600_000;

test("offsets are kept by minute, and change in the minute when clocks do", () => {
  for (let again = 0; again < 2; again++) {
    expect(hours("Europe/Berlin", "2024-03-31T00:59:59.999Z")).toBe(1);
    expect(hours("Europe/Berlin", "2024-03-31T01:00:00.000Z")).toBe(2);
    // not on a quarter of an hour: 00:01 local time
    expect(hours("America/St_Johns", "2011-03-13T03:30:59.999Z")).toBe(-3.5);
    expect(hours("America/St_Johns", "2011-03-13T03:31:00.000Z")).toBe(-2.5);
    expect(hours("UTC", "2024-03-31T01:00:00.000Z")).toBe(0);
  }
});

test("clocks of zones are kept apart, and those before 1973 are asked each time", () => {
  const time = "2024-07-01T12:00:00.000Z";
  expect([hours("Asia/Kolkata", time), hours("America/New_York", time), hours("Asia/Kolkata", time)]).toEqual(
    [5.5, -4, 5.5],
  );
  expect(hours("Europe/Paris", "1900-01-01T00:00:00.000Z")).toBeCloseTo(561 / 3600, 9);
});

test("more minutes than are kept are answered too", () => {
  for (let i = 0; i < 60_000; i++) offsetAt("Europe/Berlin", Date.UTC(2024, 0, 1) + i * 60_000);
  expect(hours("Europe/Berlin", "2024-07-01T12:00:00.000Z")).toBe(2);
});

test("a local date is the same instant, or the day that its field shows", () => {
  const zones = fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu", "Africa/Monrovia");
  const instants = fc.date({ min: new Date("1850-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(instants, zones, (at, timeZone) => {
      const cell = at.toISOString();
      const day = { date: "YYYY-MM-DD", time: "None", timeZone } as const;
      expect(Date.parse(localDate(cell, { ...day, time: "HH:mm" }))).toBe(at.getTime());
      expect(localDate(cell, day)).toBe(formatDate(cell, day));
    }),
  );
});
