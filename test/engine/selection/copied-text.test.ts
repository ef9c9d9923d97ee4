import { expect, test } from "vitest";
import { copiedText } from "#lib/engine/selection/copied-text";

test("tabs between columns, newlines between rows; a cell with one of them or a quotation mark is quoted", () => {
  expect(
    copiedText([
      ["a", "b, c"],
      ["", "2"],
    ]),
  ).toBe("a\tb, c\n\t2");
  expect(copiedText([['say "x"', "two\nlines", "a\tb", "c\rd"]])).toBe(
    '"say ""x"""\t"two\nlines"\t"a\tb"\t"c\rd"',
  );
  expect(copiedText([])).toBe("");
});
