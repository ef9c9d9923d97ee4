/* Filters over all fields. Each operator and value of one field: test/engine/field-types/every-type.test.ts. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { filterItemsOf } from "#test/engine/support/against-model";
import { compare, matches } from "#test/engine/support/filters";
import { aRecord, choiceIds, fields, records } from "#test/engine/support/tables";

let compared = 0;
afterAll(() => {
  console.log(
    `filters: ${items.length} combinations of field, operator and value, ${compared} records compared`,
  );
});

const items = fields.flatMap((field) => filterItemsOf(field));

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
