import fc from "fast-check";
import { expect, test } from "vitest";
import { cellName, columnLetters, parseReference } from "#lib/engine/xlsx/cell-references";

test.each([
  [1, "A"],
  [26, "Z"],
  [27, "AA"],
  [703, "AAA"],
  [16_384, "XFD"],
])("column %d is %s", (column, letters) => expect(columnLetters(column)).toBe(letters));

test("what is written is read", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16_384 }),
      fc.integer({ min: 1, max: 1_048_576 }),
      (column, row) => {
        expect(parseReference(`${columnLetters(column)}${row}`)).toEqual({ column, row });
      },
    ),
  );
});

test.each(["", "A", "1", "a1", "A0", "A-1", "ABCD1", "A12345678", "A1 ", "$A$1"])(
  "%s is no reference",
  (text) => expect(parseReference(text)).toBeUndefined(),
);

test("a name of a sheet is quoted if it has to be", () => {
  expect(cellName("Fruit", 7, 2)).toBe("Fruit!B7");
  expect(cellName("Ann's 1", 7)).toBe("'Ann''s 1'!7:7");
});
