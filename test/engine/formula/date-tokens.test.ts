/* Tokens of DATETIME_FORMAT and DATETIME_PARSE, as moment and the formulas of other tables have them. {d} is Saturday, 2024-03-30, 12:00 UTC. */
import { expect, test } from "vitest";
import { formatDate } from "#lib/engine/values/format-date";
import { evaluate } from "./support.ts";

test.each([
  ["Do MMM", "30th Mar"],
  ["DDD", "90"],
  ["DDDD", "090"],
  ["DDDo", "90th"],
  ["[Q]Q YYYY", "Q1 2024"],
  ["Qo", "1st"],
  ["Mo", "3rd"],
  ["w ww wo", "13 13 13th"],
  ["W WW", "13 13"],
  ["gggg-[W]ww", "2024-W13"],
  ["GGGG-[W]WW-E", "2024-W13-6"],
  ["d do dd ddd dddd", "6 6th Sa Sat Saturday"],
  ["e E", "6 6"],
  ["X", "1711800000"],
  ["x", "1711800000000"],
  ["L", "03/30/2024"],
  ["LL", "March 30, 2024"],
  ["LLL", "March 30, 2024 12:00 PM"],
  ["LLLL", "Saturday, March 30, 2024 12:00 PM"],
  ["l", "3/30/2024"],
  ["ll", "Mar 30, 2024"],
  ["LT", "12:00 PM"],
  ["LTS", "12:00:00 PM"],
  ["HH:mm:ss.SSS", "12:00:00.000"],
  ["S SS", "0 00"],
  ["k kk", "12 12"],
  ["A a", "PM pm"],
  ["YY", "24"],
  ["YYYY-MM-DDTHH:mm:ssZ", "2024-03-30T12:00:00+00:00"],
  ["[L is] L", "L is 03/30/2024"],
  ["YYYY年M月D日", "2024年3月30日"],
])("%s writes %s", async (pattern, text) => {
  expect(await evaluate(`DATETIME_FORMAT({d}, "${pattern}")`)).toBe(text);
  expect(formatDate("2024-03-30T12:00:00.000Z", { date: pattern, time: "None", timeZone: "UTC" })).toBe(text);
});

test.each([
  ["2024-12-30", "1 2025 1 2025"],
  ["2023-01-01", "1 2023 52 2022"],
  ["2021-01-03", "2 2021 53 2020"],
  ["2020-12-27", "1 2021 52 2020"],
])("the weeks of %s and their years", async (day, text) => {
  expect(await evaluate(`DATETIME_FORMAT("${day}", "w gggg W GGGG")`)).toBe(text);
});

test.each([
  ["30th Mar 2024", "Do MMM YYYY", "2024-03-30T00:00:00.000Z"],
  ["2024-090", "YYYY-DDDD", "2024-03-30T00:00:00.000Z"],
  ["2023 366", "YYYY DDD", null],
  ["Q3 2024", "[Q]Q YYYY", "2024-07-01T00:00:00.000Z"],
  ["1711800000", "X", "2024-03-30T12:00:00.000Z"],
  ["1711800000000", "x", "2024-03-30T12:00:00.000Z"],
  ["03/30/2024", "L", "2024-03-30T00:00:00.000Z"],
  ["March 30, 2024 1:05 PM", "LLL", "2024-03-30T13:05:00.000Z"],
  ["24:30 2024-03-30", "kk:mm YYYY-MM-DD", "2024-03-30T00:30:00.000Z"],
])("%s is read by %s", async (text, pattern, instant) => {
  expect(await evaluate(`DATETIME_PARSE("${text}", "${pattern}")`)).toBe(instant);
});

test("a pattern that is worked out and has unknown tokens is an error; so is another first day of a week", async () => {
  expect(await evaluate('IS_ERROR(DATETIME_FORMAT({d}, "yy" & "yy"))')).toBe(true);
  expect(await evaluate('IS_ERROR(DATETIME_PARSE("1", "D of" & ""))')).toBe(true);
  expect(await evaluate('IS_ERROR(WEEKDAY({d}, "tues" & "day"))')).toBe(true);
  expect(await evaluate('WEEKDAY({d}, "Sunday")')).toBe(6);
  expect(await evaluate('WEEKDAY({d}, " MONDAY ")')).toBe(5);
  expect(await evaluate("WEEKDAY({d}, {e})")).toBe(6);
});

test.each([
  ["2024-04-01", "2024-04-02"],
  ["4/31/2024", null],
  // the month or the day may come first
  ["4/1/2024", null],
  ["01.04.2024", "2024-04-02"],
  ["1 Apr 2024, Apr 2, 2024", "2024-04-03"],
  ["Monday, April 1, 2024,2024-04-02", "2024-04-03"],
  ["never", null],
])("a holiday of WORKDAY is read as every date is: %s", async (holidays, day) => {
  expect(await evaluate(`DATESTR(WORKDAY("2024-03-29", 1, "${holidays}"))`)).toBe(day);
});
