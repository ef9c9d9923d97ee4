/* The samples that the types of text have in common. */
import fc from "fast-check";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { typeNamed } from "#test/engine/field-types/support";
import { awkward, context } from "#test/engine/support/awkward";
import { no, none, type Row, type Samples } from "./samples.ts";

/** Texts that filters compare: of few letters, with accents and case, and long ones. */
const someText = fc.oneof(
  fc.constantFrom(...["a", "A", "ä", "b", "B", "ab", "a b", "Äb"], ...["$1", "1", "10", "2", "é", "e", "İ"]),
  fc.constant("x".repeat(120)),
  fc
    .string({ unit: fc.constantFrom("a", "B", "á", "Z", "0", "9", " "), minLength: 1, maxLength: 4 })
    .map((text) => text.trim() || "c"),
);

const awkwardText = fc.oneof(
  { weight: 5, arbitrary: awkward },
  fc.string({ maxLength: 6 }),
  fc.stringMatching(/^[ab",. 1-]{1,6}$/),
);

const commonRows: Row[] = [
  ["a string is unchanged", "a b", "a b", "a b"],
  ["the zero-width space is a character", "\u200ba", "\u200ba", "\u200ba"],
  ["an empty text is an empty cell", "", none, none],
  ["white space alone is an empty cell", " \n ", none, none],
  ["composed and decomposed letters are unchanged", "\u00e9 e\u0301", "\u00e9 e\u0301", "\u00e9 e\u0301"],
  ["ligatures, width and order too", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0", "ﬁ Ａ \u05d0"],
  ["a number", 1.5, no, "1.5"],
  ["minus zero", -0, no, "0"],
  ["true", true, no, "true"],
  ["false", false, no, "false"],
  ["a list", ["a", 1], no, "a, 1"],
  ["an object", { a: 1 }, no, '{"a":1}'],
];

/** The samples of a type of text. `rows`: how it differs from the others. */
export const ofText = (
  type: string,
  defaultName: string,
  { rows, ...own }: Pick<Samples, "options" | "texts" | "bench"> & { rows: Row[] },
): Samples => ({
  contract: {
    defaultName,
    cellValueType: "string",
    dbFieldType: "TEXT",
    canBe: { primary: true, unique: true, notNull: true },
    operator: "contains",
    ai: ["extraction", "summary", "translation", "improvement", "customization"],
  },
  rows: [{ options: {}, rows: [...commonRows, ...rows] }],
  variants: [{ options: {}, plain: "text", cells: someText }],
  conversion: {
    options: fc.constant({}),
    cell: () =>
      awkwardText
        .map((each) => typeNamed(type).read(each, {}, context) as StoredCell)
        .filter((each) => typeof each === "string"),
  },
  file: [
    ["Ada", "Ada"],
    ["007", "007"],
    ["31/12/2024", "31/12/2024"],
    [" ", none],
  ],
  workbook: [
    ["Ada", "Ada"],
    [12.5, "12.5"],
    [true, "true"],
  ],
  form: [
    ["Ada", "Ada"],
    ["1", "1"],
    [" ", none],
    [[], none],
  ],
  formula: { kind: "text", gives: [["Ada", "Ada"]] },
  ...own,
});
