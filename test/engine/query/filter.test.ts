import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { checkFilter } from "#lib/engine/query/check-filter";
import { limits } from "#lib/schemas/basics/limits";
import { issuesOf } from "#lib/schemas/issues/issues";
import { Filter } from "#lib/schemas/tables/filter";
import { knownFields, someFields } from "#test/engine/support/fields";

const keys = makeFieldKeys(someFields, "id");

/** All issues of the shape, or if there are none, all issues of the meaning. */
function issuesIn(filter: unknown) {
  const parsed = Filter.safeParse(filter);
  return parsed.success ? checkFilter(parsed.data, keys, ["filter"]) : issuesOf(parsed.error, ["filter"]);
}
const pathsIn = (filter: unknown) => issuesIn(filter).map(({ path }) => path);
const and = (...filterSet: unknown[]) => ({ conjunction: "and", filterSet });
const item = (fieldId: string, operator: string, value: unknown, more = {}) => ({
  fieldId,
  operator,
  value,
  ...more,
});
const date = (mode: string, more = {}) => ({ mode, timeZone: "Europe/Berlin", ...more });
const ok = item("fldNumber", "is", 1);

function nested(depth: number): unknown {
  let filter: unknown = and(ok);
  for (let i = 1; i < depth; i++) filter = and(filter);
  return filter;
}

test.each([
  ["nothing", and()],
  ["text", and(item("fldSingleLineText", "contains", "x"))],
  ["a number", and(item("fldNumber", "isGreaterEqual", -1.5))],
  ["an auto number", and(item("fldAutoNumber", "isLess", 10))],
  ["isSymbol: false", and(item("fldNumber", "isLess", 10, { isSymbol: false }))],
  ["a checked box", and(item("fldCheckbox", "is", true))],
  ["an unchecked box", and(item("fldCheckbox", "is", null))],
  ["a choice by name", and(item("fldSingleSelect", "isNot", "light"))],
  ["a choice by id", and(item("fldSingleSelect", "is", "choLight000"))],
  ["choices", and(item("fldMultipleSelect", "isExactly", ["red", "choBlue0000"]))],
  ["a user", and(item("fldUser", "is", "usr4mSa1Cw6nZ8tQ0Yh"))],
  ["me", and(item("fldUser", "isAnyOf", ["Me", "usr4mSa1Cw6nZ8tQ0Yh"]))],
  ["a day", and(item("fldDate", "is", date("today")))],
  ["days ago", and(item("fldCreatedTime", "isOnOrAfter", date("daysAgo", { numberOfDays: 3 })))],
  ["a stretch", and(item("fldDate", "isWithIn", date("pastNumberOfDays", { numberOfDays: 1 })))],
  ["a date", and(item("fldDate", "isBefore", date("exactDate", { exactDate: "2026-01-31T09:30:00.000Z" })))],
  ["emptiness", and(item("fldDate", "isEmpty", null), item("fldUser", "isNotEmpty", null))],
  ["items that are ignored", and(item("fldNumber", "is", null), item("fldMultipleSelect", "hasAnyOf", null))],
  ["groups", { conjunction: "or", filterSet: [ok, and(ok, { conjunction: "or", filterSet: [ok] })] }],
  ["the deepest nesting", nested(limits.filterDepth)],
  ["the most items", and(...Array(limits.filterItems).fill(ok))],
])("allowed: %s", (_, filter) => {
  expect(issuesIn(filter)).toEqual([]);
  expect(Filter.parse(filter)).toEqual(filter);
});

test.each([
  ["=", "fldNumber", 1],
  ["!=", "fldSingleLineText", "x"],
  [">", "fldNumber", 1],
  [">=", "fldDate", date("today")],
  ["<", "fldDate", date("today")],
  ["<=", "fldAutoNumber", 1],
  ["LIKE", "fldSingleLineText", "x"],
  ["NOT LIKE", "fldSingleLineText", "x"],
  ["IN", "fldSingleSelect", ["light"]],
  ["IN", "fldMultipleSelect", ["red"]],
  ["NOT IN", "fldUser", ["Me"]],
  ["HAS", "fldMultipleSelect", ["red"]],
  ["IS NULL", "fldNumber", null],
  ["IS NOT NULL", "fldNumber", null],
])("allowed: the symbol %s on %s", (symbol, field, value) => {
  expect(issuesIn(and(item(field, symbol, value, { isSymbol: true })))).toEqual([]);
  expect(pathsIn(and(item(field, symbol, value)))).toEqual(["filter.filterSet[0].operator"]);
});

describe("refused because of the shape", () => {
  test.each([
    ["a list", [], ["filter"]],
    ["text", "x", ["filter"]],
    ["no conjunction", { filterSet: [] }, ["filter.conjunction"]],
    ["another conjunction", { conjunction: "xor", filterSet: [] }, ["filter.conjunction"]],
    ["no filterSet", { conjunction: "and" }, ["filter.filterSet"]],
    ["an item alone", ok, ["filter"]],
    ["an unknown key", { ...and(ok), mode: 1 }, ["filter.mode"]],
    ["an unknown key in a group", and(ok, { ...and(), x: 1 }), ["filter.filterSet[1].x"]],
    ["an unknown key in an item", and(ok, { ...ok, filed: 1 }), ["filter.filterSet[1].filed"]],
    [
      "__proto__ in an item",
      and(JSON.parse('{"fieldId":"fldNumber","operator":"is","value":1,"__proto__":1}')),
      ["filter.filterSet[0].__proto__"],
    ],
    ["no value", and({ fieldId: "fldNumber", operator: "isEmpty" }), ["filter.filterSet[0].value"]],
    [
      "nothing in an item",
      and(and(ok, {})),
      ["fieldId", "operator", "value"].map((key) => `filter.filterSet[0].filterSet[1].${key}`),
    ],
    ["null for an item", and(null), ["filter.filterSet[0]"]],
    [
      "a list in a list",
      and(item("fldMultipleSelect", "hasAnyOf", ["red", []])),
      ["filter.filterSet[0].value[1]"],
    ],
    ["null in a list", and(item("fldMultipleSelect", "hasAnyOf", [null])), ["filter.filterSet[0].value[0]"]],
    ["isSymbol as text", and({ ...ok, isSymbol: "true" }), ["filter.filterSet[0].isSymbol"]],
    [
      "a date without mode",
      and(item("fldDate", "is", { timeZone: "UTC" })),
      ["filter.filterSet[0].value.mode"],
    ],
    [
      "a date of an unknown mode",
      and(item("fldDate", "is", date("someday"))),
      ["filter.filterSet[0].value.mode"],
    ],
    [
      "a date without time zone",
      and(item("fldDate", "is", { mode: "today" })),
      ["filter.filterSet[0].value.timeZone"],
    ],
    [
      "a date with an unknown key",
      and(item("fldDate", "is", date("today", { days: 1 }))),
      ["filter.filterSet[0].value.days"],
    ],
    [
      "no numberOfDays",
      and(item("fldDate", "is", date("daysFromNow"))),
      ["filter.filterSet[0].value.numberOfDays"],
    ],
    [
      "0 days",
      and(item("fldDate", "is", date("daysAgo", { numberOfDays: 0 }))),
      ["filter.filterSet[0].value.numberOfDays"],
    ],
    [
      "half a day",
      and(item("fldDate", "is", date("daysAgo", { numberOfDays: 0.5 }))),
      ["filter.filterSet[0].value.numberOfDays"],
    ],
    [
      "too many days",
      and(item("fldDate", "is", date("daysAgo", { numberOfDays: 1e9 }))),
      ["filter.filterSet[0].value.numberOfDays"],
    ],
    [
      "no exactDate",
      and(item("fldDate", "is", date("exactFormatDate"))),
      ["filter.filterSet[0].value.exactDate"],
    ],
    [
      "a date that does not exist",
      and(item("fldDate", "is", date("exactDate", { exactDate: "2026-02-30T00:00:00.000Z" }))),
      ["filter.filterSet[0].value.exactDate"],
    ],
    ["one level too deep", nested(limits.filterDepth + 1), ["filter.filterSet[0].filterSet[0].filterSet[0]"]],
    ["10,000 levels", nested(10_000), ["filter.filterSet[0].filterSet[0].filterSet[0]"]],
    ["one item too many", and(...Array(limits.filterItems).fill(ok), ok), ["filter"]],
    ["too many items in groups", and(and(...Array(60).fill(ok)), and(...Array(41).fill(ok))), ["filter"]],
    ["too many groups", and(...Array(limits.filterItems).fill(and())), ["filter"]],
    [
      "too many values",
      and(item("fldMultipleSelect", "hasAnyOf", Array(limits.filterValues + 1).fill("red"))),
      ["filter.filterSet[0].value"],
    ],
    ["too many bytes", and(item("fldSingleLineText", "is", "é".repeat(limits.filterBytes / 2))), ["filter"]],
    [
      "all issues",
      and({ ...ok, x: 1 }, and({ ...ok, operator: 1 }, 5)),
      [
        "filter.filterSet[0].x",
        "filter.filterSet[1].filterSet[0].operator",
        "filter.filterSet[1].filterSet[1]",
      ],
    ],
  ])("%s", (_, filter, paths) => {
    expect(pathsIn(filter).toSorted()).toEqual(paths.toSorted());
  });
});

describe("refused because of the meaning", () => {
  test.each([
    ["an unknown field", item("fldNone", "is", 1), "fieldId"],
    ["a field called __proto__", item("__proto__", "is", 1), "fieldId"],
    ["a button", item("fldButton", "isEmpty", null), "fieldId"],
    ["an unknown operator", item("fldNumber", "resembles", 1), "operator"],
    ["an operator of another family", item("fldNumber", "contains", 1), "operator"],
    ["the name of a member of every object", item("fldNumber", "constructor", 1), "operator"],
    ["a symbol without isSymbol", item("fldNumber", ">", 1), "operator"],
    ["a name with isSymbol", item("fldNumber", "isGreater", 1, { isSymbol: true }), "operator"],
    ["a symbol of other fields", item("fldCheckbox", ">", true, { isSymbol: true }), "operator"],
    ["isEmpty on a checkbox", item("fldCheckbox", "isEmpty", null), "operator"],
    ["hasAnyOf on a single select", item("fldSingleSelect", "hasAnyOf", ["light"]), "operator"],
    ["a value with isEmpty", item("fldNumber", "isEmpty", 1), "value"],
    ["a value with IS NULL", item("fldNumber", "IS NULL", 1, { isSymbol: true }), "value"],
    ["a list with is", item("fldNumber", "is", [1]), "value"],
    ["isAnyOf without a list", item("fldSingleSelect", "isAnyOf", "light"), "value"],
    ["IN without a list", item("fldSingleSelect", "IN", "light", { isSymbol: true }), "value"],
    ["an empty list", item("fldMultipleSelect", "hasAllOf", []), "value"],
    ["text for a number", item("fldNumber", "is", "1"), "value"],
    ["a number for text", item("fldSingleLineText", "is", 1), "value"],
    ["text for a checkbox", item("fldCheckbox", "is", "true"), "value"],
    ["no choice", item("fldSingleSelect", "is", "dark"), "value"],
    ["an unknown choice", item("fldMultipleSelect", "hasAnyOf", ["red", "dark"]), "value[1]"],
    ["a user's name", item("fldUser", "is", "Ada"), "value"],
    ["a value that is not a user", item("fldUser", "isNoneOf", ["Me", "me"]), "value[1]"],
    ["text for a date", item("fldDate", "is", "2026-01-31"), "value"],
    ["a date for a number", item("fldNumber", "is", date("today")), "value"],
    ["a range with is", item("fldDate", "is", date("pastWeek")), "value.mode"],
    ["a day with isWithIn", item("fldDate", "isWithIn", date("today")), "value.mode"],
    [
      "an unknown time zone",
      item("fldDate", "is", date("today", { timeZone: "Mars/Base" })),
      "value.timeZone",
    ],
  ])("%s", (_, wrong, path) => {
    expect(pathsIn(and(ok, and(wrong)))).toEqual([`filter.filterSet[1].filterSet[0].${path}`]);
  });

  test("all issues are reported", () => {
    const filter = and(
      item("fldNone", "is", 1),
      and(item("fldNumber", "is", "x")),
      item("fldDate", "isWithIn", date("today", { timeZone: "" })),
    );
    expect(pathsIn(filter)).toEqual([
      "filter.filterSet[0].fieldId",
      "filter.filterSet[1].filterSet[0].value",
      "filter.filterSet[2].value.mode",
      "filter.filterSet[2].value.timeZone",
    ]);
  });

  test("the message says what is allowed", () => {
    expect(issuesIn(and({ fieldId: "fldNumber", operator: "isEmpty" }))[0]?.message).toBe(
      "is missing; send null for isEmpty and isNotEmpty",
    );
    expect(issuesIn(and(item("fldCheckbox", "contains", true)))[0]?.message).toBe(
      "must be one of is for this field",
    );
    expect(issuesIn(and(item("fldCheckbox", ">", true, { isSymbol: true })))[0]?.message).toBe(
      "must be one of = for this field",
    );
  });
});

/** Arbitrary values that are often valid filters. */
const { group: anyFilter } = fc.letrec((tie) => ({
  group: fc.record({
    conjunction: fc.constantFrom("and", "or"),
    filterSet: fc.array(
      fc.oneof({ maxDepth: 4 }, tie("item"), tie("group"), { weight: 1, arbitrary: fc.jsonValue() }),
      { maxLength: 5 },
    ),
  }),
  item: fc.record(
    {
      fieldId: fc.constantFrom(...knownFields.map(({ id }): string => id), "fldNone", "__proto__"),
      operator: fc.constantFrom("is", "isEmpty", "contains", "isWithIn", "hasAnyOf", "isAnyOf", ">", "IN"),
      value: fc.oneof(
        fc.constantFrom("light", "red", "Me", 1, true, null),
        fc.array(fc.constantFrom("light", "red", "Me", 1, true)),
        fc.record(
          {
            mode: fc.constantFrom("today", "pastWeek", "daysAgo"),
            timeZone: fc.constantFrom("UTC", "x"),
            numberOfDays: fc.integer(),
          },
          { requiredKeys: ["mode"] },
        ),
        fc.jsonValue(),
      ),
      isSymbol: fc.boolean(),
    },
    { requiredKeys: ["fieldId", "operator", "value"] },
  ),
}));

test("never throws, and a valid filter is kept as sent", () => {
  fc.assert(
    fc.property(fc.oneof(anyFilter, fc.jsonValue()), (sent) => {
      const filter = JSON.parse(JSON.stringify(sent));
      const parsed = Filter.safeParse(filter);
      if (!parsed.success) return;
      expect(parsed.data).toEqual(filter);
      for (const { path } of checkFilter(parsed.data, keys, ["filter"]))
        expect(path).toMatch(/^filter\.filterSet\[/);
    }),
    { numRuns: 1000 },
  );
});

test("its JSON Schema refers to itself", () => {
  const schema = z.toJSONSchema(Filter, { io: "input" });
  expect(JSON.stringify(schema)).toContain('"$ref":"#/$defs/Filter"');
});
