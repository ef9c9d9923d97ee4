import fc from "fast-check";
import { expect, test } from "vitest";
import { sheetNameOf } from "#lib/engine/xlsx/sheet-name";
import { escapeText, unescapeText } from "#lib/engine/xlsx/text-escapes";

const pieces = fc.constantFrom(
  "_",
  "x",
  "_x",
  "0041",
  "_x0041_",
  "_X005f_",
  "\ud83d",
  "\ude00",
  "\uffff",
  "\u0001",
  "\r",
  "a",
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((all) => all.join("")),
  fc.string({ unit: "binary" }),
);

test("an escaped text is read back, and is well-formed", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(unescapeText(escapeText(text))).toBe(text);
      expect(escapeText(text).isWellFormed()).toBe(true);
    }),
  );
});

test("other texts stay as they are", () => expect(escapeText("a_b x0041_ =1+1")).toBe("a_b x0041_ =1+1"));

test.each([
  ["a/b:c?*[d]\\", "a_b_c___d__"],
  ["'x'", "x"],
  ["", "_"],
  ["History", "History_"],
  ["x".repeat(40), "x".repeat(31)],
  [`${"x".repeat(30)}😀`, "x".repeat(30)],
])("%s as the name of a sheet is %s", (text, name) => expect(sheetNameOf(text)).toBe(name));
