import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeSearcher, searchedByDefault } from "#lib/engine/query/searching";
import type { DateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";
import { joinList } from "#lib/engine/values/lists";
import type { RecordId } from "#lib/schemas/basics/ids";
import { ann, context, jane, letter, picture } from "#test/engine/field-types/support";
import { aRecord, asked, choiceIds, fieldNamed, fields, records } from "#test/engine/support/tables";
import { type PlainField, seen } from "#test/support/plain-model/plain-families";

const tried = new Set<string>();
let searched = 0;
afterAll(() =>
  console.log(`searches: ${tried.size} combinations of field and text, ${searched} records looked at`),
);

/** The texts that the cell is shown as: a list also with commas between its elements. */
function readIn(record: StoredRecord, field: PlainField): string[] {
  const cell = seen(record, field, asked);
  if (cell === undefined) return [];
  if (typeof cell !== "object") return [typeOf(field).text(cell, field.options, context)];
  if ("day" in cell) return [`${cell.day} ${cell.clock}`, formatDate(cell.instant, formattingOf(field))];
  if ("files" in cell) return [cell.files.map(({ name }) => name).join(", ")];
  const isList = typeOf(field).isMultiple(field.options);
  const inOrder = [record.cells[field.id] ?? []].flat().flatMap((id) => {
    const at = cell.ids.indexOf(id as string);
    return at < 0 ? [] : [cell.names[at] ?? ""];
  });
  return isList ? [...cell.names, inOrder.join(", "), joinList(inOrder)] : cell.names;
}
const formattingOf = ({ options }: Field) => (options as { formatting: DateFormatting }).formatting;

const wanted = fc.oneof(
  fc.constantFrom(
    "a",
    "Ä",
    "é",
    "RED",
    "dark",
    "ann",
    "doe, j",
    "ann, b",
    "red, ",
    '"',
    ", doe",
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

test("lists are found as they are shown, and by each of their elements", () => {
  const hits = (field: Field, cell: StoredCell, value: string) =>
    makeSearcher({ value, fields: [field] }, context)(aRecord({ [field.id]: cell })).length === 1;
  const [tags, team, files] = ["multipleSelect", "users", "attachment"].map(fieldNamed) as [
    PlainField,
    PlainField,
    PlainField,
  ];
  const some = choiceIds.slice(0, 2);
  for (const value of ["Blue", "red, blue", "RED, B", ", b"])
    expect(hits(tags, some, value), value).toBe(true);
  for (const value of ["blue, red", "red,blue", "red; blue"])
    expect(hits(tags, some, value), value).toBe(false);
  const people = [ann.id, jane.id];
  for (const value of ["Doe, Jane", "Ann, Doe, Jane", 'Ann, "Doe, Jane"'])
    expect(hits(team, people, value)).toBe(true);
  const two = [
    { ...picture, id: "actPict0000000000001", name: "dot.PNG" },
    { ...letter, id: "actLett0000000000001", name: "Dear.txt" },
  ];
  expect(hits(files, two, "dot.png, dear")).toBe(true);
  expect(hits(files, two, letter.token)).toBe(false);
  const link = { ...tags, type: "link", options: { relationship: "manyMany" } };
  const linked = ["Ann", "Bob"].map((title, i) => ({ id: `rec000000000000000${i}` as RecordId, title }));
  for (const value of ["bob", "ann, bob", "ann, b"]) expect(hits(link, linked, value)).toBe(true);
  expect(hits(link, linked, "bob, ann")).toBe(false);
});

test("dates are found as they are shown, and as YYYY-MM-DD HH:mm", () => {
  const date = fieldNamed("date Europe/Berlin YYYY-MM-DD HH:mm");
  const shown = { formatting: { date: "D MMMM YYYY", time: "hh:mm A", timeZone: "Europe/Berlin" } };
  const field = { ...date, options: shown };
  const hits = (value: string) =>
    makeSearcher({ value, fields: [field] }, context)(aRecord({ [field.id]: "2024-05-17T20:30:00.000Z" }))
      .length;
  expect(["17 may 2024", "10:30 pm", "2024-05-17 22:30", "22:30", "2024-06", "T20"].map(hits)).toEqual([
    1, 1, 1, 1, 0, 0,
  ]);
});
