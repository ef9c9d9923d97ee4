import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { arrayOperators } from "#lib/engine/field-types/shared/operators";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { ann, bob } from "#test/engine/field-types/support";
import { and, compare, day, matches } from "#test/engine/support/filters";
import { aRecord, choiceIds, choiceNames, fields, records } from "#test/engine/support/tables";
import { operatorsOf, type PlainField } from "#test/support/plain-model/plain-families";

const fieldOf = (id: string) => fields.find((field) => field.id === id);
const tried = new Set<string>();
let compared = 0;
afterAll(() => {
  console.log(
    `filters: ${tried.size} combinations of field type, operator, value, ${compared} records compared`,
  );
});

const symbols = [
  "=",
  "!=",
  ">",
  ">=",
  "<",
  "<=",
  "LIKE",
  "NOT LIKE",
  "IN",
  "NOT IN",
  "HAS",
  "IS NULL",
  "IS NOT NULL",
];

const lists = <Value>(values: Value[]) => [
  values.slice(0, 1),
  values.slice(1, 3),
  values.slice(0, 3),
  [...values, ...values],
];
/** Kind of cells → filter values. */
const valuesOf: Record<string, FilterItem["value"][]> = {
  text: ["a", "A", "ä", "b ", "$1", "1", "x".repeat(120), ""],
  number: [-1, 0, 0.3, 1, 2.5, 3, 1e21],
  checkbox: [true, false],
  dates: [day("exactDate", { exactDate: "2024-03-31T00:30:00+02:00" }), day("today"), day("currentYear")],
  choice: [...choiceNames, choiceIds[0] as string],
  person: ["Me", ann.id, bob.id, "usrNobody0000000000"],
};
const listsOf: Record<string, FilterItem["value"][]> = {
  choice: lists([...choiceNames.slice(1), choiceIds[0] as string]),
  person: lists(["Me", bob.id, "usrNobody0000000000"]),
};

/** Every valid filter item for a field. */
function itemsOf(field: PlainField): FilterItem[] {
  const kind = { choices: "choice", people: "person" }[field.plain as "choices"] ?? field.plain;
  const known = operatorsOf(field);
  const valuesWith = (operator: string) =>
    ["isEmpty", "isNotEmpty", "IS NULL", "IS NOT NULL"].includes(operator)
      ? [null]
      : [
          null,
          ...((arrayOperators.has(operator) || ["IN", "NOT IN", "HAS"].includes(operator)
            ? listsOf
            : valuesOf)[kind] ?? []),
        ];
  const stretch = day("pastNumberOfDays", { numberOfDays: 20 });
  return [
    ...known.flatMap((operator) =>
      (operator === "isWithIn" ? [null, stretch] : valuesWith(operator)).map((value) => ({
        fieldId: field.id,
        operator,
        value,
      })),
    ),
    ...symbols.flatMap((operator) =>
      valuesWith(operator).map((value) => ({ fieldId: field.id, operator, value, isSymbol: true })),
    ),
  ];
}
const items = fields.flatMap(itemsOf);

test("the test table has a field of each type that can be filtered by", () => {
  // test/engine/query/links.test.ts filters by links, formulas.test.ts by formulas
  expect(
    [...new Set(fields.map(({ type }) => type)), "button", "link", "formula", "rollup"].toSorted(),
  ).toEqual(fieldTypeNames.toSorted());
});

test("every field type, operator and value matches the same records as the contract", () => {
  fc.assert(
    fc.property(records(6), (list) => {
      for (const item of items) {
        const { type } = fieldOf(item.fieldId) as PlainField;
        tried.add(JSON.stringify([type, item.operator, item.value]));
        compared += compare(and(item), list);
      }
    }),
    { numRuns: 8 },
  );
});

const { group } = fc.letrec<{ group: Filter; entry: Filter | FilterItem }>((tie) => ({
  group: fc.record({
    conjunction: fc.constantFrom("and", "or"),
    filterSet: fc.array(tie("entry"), { maxLength: 4 }),
  }),
  entry: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(...items, { fieldId: "fldNone", operator: "is", value: 1 }),
    tie("group"),
  ),
}));

test("nested groups with ignored items", () => {
  fc.assert(
    fc.property(group, records(4), (filter, list) => {
      compared += compare(filter, list);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["a field that is not there", "fldNone", "is", 1],
  ["an operator of other fields", "fldnumber", "contains", "1"],
  ["a value of other fields", "fldnumber", "is", "1"],
  ["a value with isEmpty", "fldnumber", "isEmpty", 1],
])("an item of a view that no longer fits its field is ignored: %s", (_, fieldId, operator, value) => {
  expect(matches({ fieldId, operator, value }, aRecord())).toBe(true);
  expect(matches({ fieldId, operator, value }, aRecord({ fldnumber: 1 }))).toBe(true);
  const or: Filter = {
    conjunction: "or",
    filterSet: [
      { fieldId, operator, value },
      { fieldId: "fldnumber", operator: "is", value: 1 },
    ],
  };
  expect([{}, { fldnumber: 1 }].map((cells) => matches(or, aRecord(cells)))).toEqual([false, true]);
});

test("cells with a removed choice count as empty", () => {
  const empty = ["fldsingleSelect", "fldmultipleSelect"].map((fieldId) => ({
    fieldId,
    operator: "isEmpty",
    value: null,
  }));
  const removed = aRecord({ fldsingleSelect: "choGone", fldmultipleSelect: ["choGone"] });
  expect(empty.map((item) => matches(item, removed))).toEqual([true, true]);
  const exactly = { fieldId: "fldmultipleSelect", operator: "isExactly", value: ["red"] };
  expect(matches(exactly, aRecord({ fldmultipleSelect: ["choGone", choiceIds[0] as string] }))).toBe(true);
});
