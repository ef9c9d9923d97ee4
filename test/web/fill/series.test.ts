/* What the fill handle puts into cells. */
import { expect, test } from "vitest";
import { extensionTo, fillBeyond } from "#lib/web/browser/fill/series";

type Field = Parameters<typeof fillBeyond>[1][number];
const field = (type: string, cellValueType = "string") => ({ type, cellValueType }) as unknown as Field;
const number = field("number", "number");
const text = field("singleLineText");
const date = field("date", "dateTime");

const from = { top: 2, bottom: 3, left: 1, right: 2 };

test("the handle fills in the direction in which it is further away", () => {
  const to = (row: number, column: number) => extensionTo(from, { row, column });
  expect(to(3, 2)).toBeUndefined();
  expect(to(6, 3)).toEqual({ ...from, top: 4, bottom: 6 });
  expect(to(0, 1)).toEqual({ ...from, top: 0, bottom: 1 });
  expect(to(3, 5)).toEqual({ ...from, left: 3, right: 5 });
  expect(to(2, 0)).toEqual({ ...from, left: 0, right: 0 });
});

/** The values below, or above, a column of these. */
function beyond(of: Field, values: unknown[], count: number, isUp = false) {
  const range = { top: 10, bottom: 9 + values.length, left: 0, right: 0 };
  const to = isUp
    ? { ...range, top: 10 - count, bottom: 9 }
    : { ...range, top: range.bottom + 1, bottom: range.bottom + count };
  return fillBeyond(
    values.map((value) => [value]),
    [of],
    range,
    to,
  ).map(([value]) => value);
}

test("two numbers or more go on, one repeats, and so does what is no number", () => {
  expect(beyond(number, [1, 3], 3)).toEqual([5, 7, 9]);
  expect(beyond(number, [1, 3], 2, true)).toEqual([-3, -1]);
  expect(beyond(number, [0.1, 0.2], 2)).toEqual([0.3, 0.4]);
  expect(beyond(number, [7], 2)).toEqual([7, 7]);
  expect(beyond(number, [7, undefined], 3)).toEqual([7, null, 7]);
  expect(beyond(field("rating", "number"), [1, 2], 2)).toEqual([1, 2]);
  expect(beyond(text, ["a", "b"], 3)).toEqual(["a", "b", "a"]);
  expect(beyond(text, ["a", "b"], 3, true)).toEqual(["b", "a", "b"]);
});

test("dates go on by days, or by months where they are on the same day", () => {
  const day = (short: string) => `${short}T00:00:00.000Z`;
  const days = (...shorts: string[]) => shorts.map(day);
  expect(beyond(date, days("2024-02-27", "2024-02-28"), 2)).toEqual(days("2024-02-29", "2024-03-01"));
  expect(beyond(date, days("2024-01-31", "2024-03-31"), 2)).toEqual(days("2024-05-31", "2024-07-31"));
  expect(beyond(date, days("2023-12-31", "2024-01-31"), 1)).toEqual(days("2024-02-29"));
  expect(beyond(date, days("2024-03-15", "2024-04-15"), 1, true)).toEqual(days("2024-02-15"));
  expect(beyond(date, [day("2024-03-15"), undefined], 1)).toEqual([day("2024-03-15")]);
});

test("to the right only numbers of columns of numbers go on", () => {
  const row = { top: 0, bottom: 0, left: 0, right: 1 };
  const to = { ...row, left: 2, right: 3 };
  expect(fillBeyond([[1, 2]], [number, number], row, to)).toEqual([[3, 4]]);
  expect(fillBeyond([["a", 2]], [text, number], row, to)).toEqual([["a", 2]]);
});
