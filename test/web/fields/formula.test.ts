/* The editor of formulas without its page: what stands at the caret, brackets in pairs, names and ids, and what the engine sees of fields. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { readSchema } from "#lib/data/schema/table-schema";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { kindOf } from "#lib/engine/fields/formula-kinds";
import { signatures } from "#lib/engine/formula/functions/signatures";
import type { Field } from "#lib/schemas/tables/field";
import { checkText, showNames, storeIds } from "#lib/web/browser/fields/formula/check-formula";
import { completeWord, pairBy, placeOfIssue, wordAt } from "#lib/web/browser/fields/formula/editing-text";
import { findCompletions } from "#lib/web/browser/fields/formula/formula-words";
import { kindOfCells, rollupsOf } from "#lib/web/browser/fields/formula/kinds-of-cells";
import { linkSidesOf, relationshipOf } from "#lib/web/browser/fields/options/relationships";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** The text and the caret, written as | */
const at = (marked: string) => ({ text: marked.replace("|", ""), caret: marked.indexOf("|") });
const marked = ({ text, start, end }: { text: string; start: number; end: number }) =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

test.each([
  ["SU|", "function SU 0-2"],
  ["1 + ro|und(2)", "function ro 4-9"],
  ["{Pr|", "field Pr 0-3"],
  ["{Pr|ice} + 1", "field Pr 0-7"],
  ["IF({a}, {|", "field  8-9"],
  ["{a} + |", "none"],
  ['"no {fie|ld"', "none"],
  ["'a' & L|", "function L 6-7"],
  ["1 // a co|mment", "none"],
  ["'a'|", "none"],
])("at the caret of %s: %s", (source, expected) => {
  const { text, caret } = at(source);
  const word = wordAt(text, caret);
  expect(word ? `${word.kind} ${word.text} ${word.from}-${word.to}` : "none").toBe(expected);
});

test.each([
  ["|", "(", "(|)"],
  ["|", "{", "{|}"],
  ["|", '"', '"|"'],
  ["a|", '"', "ordinary"],
  ["|a", "(", "ordinary"],
  ["(|)", ")", "()|"],
  ["'|'", "'", "''|"],
  ["(|)", "Backspace", "|"],
  ["(|x", "Backspace", "ordinary"],
  ["|", "a", "ordinary"],
])("%s with the key %s: %s", (source, key, expected) => {
  const { text, caret } = at(source);
  const edited = pairBy(key, text, caret, caret);
  expect(edited ? marked(edited) : "ordinary").toBe(expected);
});

test("brackets go around what is selected", () => {
  const edited = pairBy("(", "1 + 2", 0, 5);
  expect(edited && marked(edited)).toBe("([1 + 2])");
});

test.each([
  ["su|", "function", "SUM", "SUM(|)"],
  ["su|(1)", "function", "SUM", "SUM|(1)"],
  ["1 + {pr|}", "field", "Price", "1 + {Price}|"],
  ["pri|", "field", "Price", "{Price}|"],
] as const)("%s completed by the %s %s: %s", (source, kind, name, expected) => {
  const { text, caret } = at(source);
  const word = wordAt(text, caret);
  if (!word) throw new Error("no word");
  expect(marked(completeWord(text, word, { kind, name }))).toBe(expected);
});

test("an issue of the compiler has its place in the text", async () => {
  const text = "1 +\n  NOPE(2)";
  const checked = await checkText(text, []);
  const [issue = ""] = "issues" in checked ? checked.issues : [];
  expect(issue).toMatch(/^line 2, column 3: no function is called NOPE/);
  expect(text.slice(placeOfIssue(text, issue))).toBe("NOPE(2)");
  expect(placeOfIssue(text, "no place")).toBeUndefined();
});

describe("fields", () => {
  const named = (name: string, i: number): Field => ({
    ...{ id: `fld000000000000000${i}`, name, type: "number", options: {}, cellValueType: "number" },
    ...{ dbFieldType: "REAL", dbFieldName: name, recordRead: true, recordCreate: true },
  });
  const fields = ["Price", "Number of {units}", "Price of one"].map(named);
  const [price, braces] = fields;

  test("names become ids, and ids names; what no name can say stays an id", () => {
    const stored = storeIds("{Price} * {fld0000000000000001} // {Price}", fields);
    expect(stored).toBe(`{${price?.id}} * {${braces?.id}} // {Price}`);
    expect(showNames(stored, fields)).toBe(`{Price} * {${braces?.id}} // {Price}`);
    expect(showNames("{fld9999999999999999}", fields)).toBe("{fld9999999999999999}");
  });

  test("what begins like the word comes first", () => {
    const names = (text: string, kind: "field" | "function") =>
      findCompletions({ kind, text }, fields, () => "").map(({ name }) => name);
    expect(names("price", "field")).toEqual(["Price", "Price of one"]);
    expect(names("one", "field")).toEqual(["Price of one"]);
    expect(names("round", "function")).toEqual(["ROUND", "ROUNDUP", "ROUNDDOWN"]);
    expect(names("pri", "function")).toEqual(["Price", "Price of one"]);
    expect(names("xyz", "function")).toEqual([]);
  });
});

test("every function of the engine can be completed", () =>
  expect(
    [...signatures.keys()].filter(
      (name) =>
        !findCompletions({ kind: "function", text: name }, [], () => "").some((each) => each.name === name),
    ),
  ).toEqual([]));

test.each(["oneOne", "oneMany", "manyOne", "manyMany"])("%s is two answers", (relationship) =>
  expect(relationshipOf(linkSidesOf(relationship))).toBe(relationship),
);

test("many here to one there: a record here links to one", () =>
  expect(linkSidesOf("manyOne")).toEqual({ isManyHere: false, isManyThere: true }));

test("the engine and the app see the same kinds of cells, and the server takes each rollup that is offered", async () => {
  const plain = fieldTypeNames
    .filter((type) => !["formula", "rollup", "link", "button"].includes(type))
    .map((type) => ({ type, name: type }));
  const { owner, tableId: foreignTableId, baseId, spaceId } = await aTable({ fields: plain });
  const { tableId } = await aTable({}, owner, { baseId, spaceId });
  const add = async (body: object) => {
    const answer = await call(createField, { as: owner, params: { tableId }, body });
    expect({ body, status: answer.status, answer: answer.body }).toMatchObject({ status: 201 });
    return answer.body;
  };
  const { body: foreign } = await call(listFields, { as: owner, params: { tableId: foreignTableId } });
  const link = await add({ type: "link", options: { relationship: "manyMany", foreignTableId } });
  let rollups = 0;
  for (const field of foreign as Field[]) {
    const lookupOptions = { foreignTableId, linkFieldId: link.id, lookupFieldId: field.id };
    if (field.type !== "link") await add({ type: field.type, isLookup: true, lookupOptions });
    if (!["singleLineText", "number", "date", "checkbox"].includes(field.type)) continue;
    for (const { expression } of await rollupsOf(field)) {
      rollups += 1;
      await add({ type: "rollup", lookupOptions, options: { expression } });
    }
  }
  expect(rollups).toBeGreaterThan(20);
  const { body: shown } = await call(listFields, { as: owner, params: { tableId } });
  const { fields } = await readSchema(tableId);
  const kinds = (of: (field: Field) => { kind: string; isList: boolean }) =>
    (shown as Field[]).map((field) => [field.name, of(field).kind, of(field).isList]);
  const ofEngine = (id: string) => {
    const field = fields.find((each) => each.id === id);
    if (!field) throw new Error(id);
    return kindOf(field);
  };
  expect(kinds(kindOfCells)).toEqual(kinds(({ id }) => ofEngine(id)));
});
