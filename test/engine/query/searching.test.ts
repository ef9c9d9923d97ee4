import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeSearcher, searchedByDefault } from "#lib/engine/query/searching";
import { context } from "#test/engine/field-types/support";
import { aRecord, asked, fieldNamed, fields, records } from "#test/engine/support/tables";
import { seen } from "#test/support/plain-model/plain-table";

const tried = new Set<string>();
let searched = 0;
afterAll(() =>
  console.log(`searches: ${tried.size} combinations of field and text, ${searched} records looked at`),
);

/** The text that the cell shows, line by line. */
function readIn(record: StoredRecord, field: Field): string[] {
  const cell = seen(record, field, asked);
  if (cell === undefined) return [];
  if (typeof cell !== "object") return [typeOf(field).text(cell, field.options, context)];
  if ("day" in cell) return [`${cell.day} ${cell.clock}`];
  return "files" in cell ? cell.files.map(({ name }) => name) : cell.names;
}

const wanted = fc.oneof(
  fc.constantFrom(
    "a",
    "Ä",
    "é",
    "RED",
    "dark",
    "ann",
    "doe, j",
    "usrgone",
    "$",
    "1",
    "0.",
    "%",
    "png",
    "true",
    "false",
  ),
  fc.constantFrom("2024-03-3", "-03-31 0", " 23:", "act", "cho", "secret", "T0", "Z"),
  fc.string({ minLength: 1, maxLength: 2 }),
);

test("a field hits if its shown text contains the search text, ignoring case", () => {
  fc.assert(
    fc.property(records(8), wanted, (list, value) => {
      const search = makeSearcher({ value, fields }, context);
      for (const record of list) {
        searched++;
        const hits = fields.filter((field) =>
          readIn(record, field).some((text) => text.toLowerCase().includes(value.toLowerCase())),
        );
        for (const { name } of hits) tried.add(`${name} ${value}`);
        expect(search(record)).toEqual(hits);
      }
    }),
    { numRuns: 300 },
  );
});

test("a search without fields searches all but checkboxes, dates and buttons", () => {
  const button: Field = { ...fieldNamed("checkbox"), type: "button" };
  const left = [...fields, button].filter((field) => !searchedByDefault(field)).map(({ type }) => type);
  expect(new Set(left)).toEqual(new Set(["checkbox", "date", "createdTime", "lastModifiedTime", "button"]));
  expect(makeSearcher({ value: "1", fields: [button] }, context)(aRecord({ [button.id]: 1 }))).toEqual([]);
});

test("numbers are searched as shown, people and files by their names", () => {
  const record = aRecord({ fldnumber: 1234.5, flduser: context.me, fldpercent: 0.123 });
  const hits = (value: string) => makeSearcher({ value, fields }, context)(record).map(({ name }) => name);
  expect(hits("$1,234.50")).toEqual(["number"]);
  expect(hits("1234.5")).toEqual([]);
  expect(hits("12.3%")).toEqual(["percent"]);
  expect(hits("ANN")).toEqual(["user", "createdBy"]);
  expect(hits(context.me)).toEqual([]);
});

test("independent of how letters were typed: combining marks, a sigma at the end of a word", () => {
  const text = fieldNamed("singleLineText");
  const found = (cell: string, value: string) =>
    makeSearcher({ value, fields: [text] }, context)(aRecord({ [text.id]: cell })).length === 1;
  for (const [cell, value] of [
    ["Café", "cafe\u0301"],
    ["Cafe\u0301", "CAFÉ"],
    ["ΟΔΟΣΑΣ", "ΟΔΟΣ"],
    ["οδος", "ΟΔΟΣ"],
    ["ΟΔΟΣ", "οδοσ"],
  ] as const)
    expect(found(cell, value), `${cell} ${value}`).toBe(true);
  expect(found("Café", "cafe")).toBe(false);
});
