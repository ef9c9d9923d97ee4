import fc from "fast-check";
import { expect, test } from "vitest";
import { copiedText } from "#lib/engine/selection/copied-text";
import { filledSize, pastedRows } from "#lib/engine/selection/pasted";

test("rows and columns, quoted cells, one newline at the end", () => {
  expect(pastedRows("a\tb\nc")).toEqual([["a", "b"], ["c"]]);
  expect(pastedRows('"x\ty"\t"say ""hi"""\r\n')).toEqual([["x\ty", 'say "hi"']]);
  expect(pastedRows("a\n\n")).toEqual([["a"], [""]]);
  expect(pastedRows("")).toEqual([[""]]);
  expect(pastedRows("a\t")).toEqual([["a", ""]]);
  expect(pastedRows('"open\tb')).toEqual([['"open', "b"]]);
  expect(pastedRows('5" wide\t"')).toEqual([['5" wide', '"']]);
});

test("what was copied is pasted again", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "\t", "\n", "\r", '"', " ", "é") });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      (rows) => {
        expect(pastedRows(`${copiedText(rows)}\n`)).toEqual(rows);
      },
    ),
  );
});

test("a selection that is a multiple of the content is filled, any other gets the content once", () => {
  expect(filledSize({ rows: 1, columns: 2 }, { rows: 3, columns: 4 })).toEqual({ rows: 3, columns: 4 });
  expect(filledSize({ rows: 2, columns: 2 }, { rows: 3, columns: 4 })).toEqual({ rows: 2, columns: 2 });
  expect(filledSize({ rows: 2, columns: 1 }, { rows: 1, columns: 1 })).toEqual({ rows: 2, columns: 1 });
});
