import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Field } from "#lib/engine/field";
import { typeOf } from "#lib/engine/field";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { matcher } from "#lib/engine/filtering";
import { arrayOperators } from "#lib/engine/operators";
import type { StoredRecord } from "#lib/engine/present";
import { dayModes, type Filter, type FilterItem, stretchModes } from "#lib/schemas/filter";
import { operatorsOf, plainMatch } from "#test/support/plain-filter";
import { daysLater, wallOf } from "#test/support/plain-table";
import { ann, bob, context } from "./field-types/support.ts";
import {
  aRecord,
  askedOf,
  choiceIds,
  choiceNames,
  datesIn,
  fieldNamed,
  fields,
  midnight,
  records,
  zones,
} from "./support/tables.ts";

const fieldOf = (id: string) => fields.find((field) => field.id === id);
const and = (...filterSet: Filter["filterSet"]): Filter => ({ conjunction: "and", filterSet });
const tried = new Set<string>();
let compared = 0;
afterAll(() => {
  console.log(
    `filters: ${tried.size} combinations of field type, operator, value, ${compared} records compared`,
  );
});

/** The engine lets through what the contract does. */
function compare(filter: Filter, list: StoredRecord[], known = fields, now = context.now): void {
  const at = { ...context, now };
  const match = matcher(filter, (id) => known.find((field) => field.id === id), at);
  for (const record of list) {
    compared++;
    const expected = plainMatch(filter, record, known, askedOf(at)) ?? true;
    if (match(record) !== expected)
      expect({ filter, record, matches: match(record) }).toEqual({ filter, record, matches: expected });
  }
}

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
const day = (mode: string, more = {}) => ({ mode, timeZone: "Asia/Tokyo", ...more }) as FilterItem["value"];

const lists = <Value>(values: Value[]) => [
  values.slice(0, 1),
  values.slice(1, 3),
  values.slice(0, 3),
  [...values, ...values],
];
/** By family: values to ask for. */
const valuesOf: Record<string, FilterItem["value"][]> = {
  text: ["a", "A", "ä", "b ", "$1", "1", "x".repeat(120), ""],
  number: [-1, 0, 0.3, 1, 2.5, 3, 1e21],
  boolean: [true, false],
  dateTime: [day("exactDate", { exactDate: "2024-03-31T00:30:00+02:00" }), day("today"), day("currentYear")],
  choice: [...choiceNames, choiceIds[0] as string],
  person: ["Me", ann.id, bob.id, "usrNobody0000000000"],
};
const listsOf: Record<string, FilterItem["value"][]> = {
  choice: lists([...choiceNames.slice(1), choiceIds[0] as string]),
  person: lists(["Me", bob.id, "usrNobody0000000000"]),
};

/** All that may be asked of a field. */
function itemsOf(field: Field): FilterItem[] {
  const family = typeOf(field).family(field.options);
  const kind = { choices: "choice", people: "person" }[family as "choices"] ?? family;
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

test("there is a field of each type that can be filtered by", () => {
  expect([...new Set(fields.map(({ type }) => type)), "button"].toSorted()).toEqual(
    fieldTypeNames.toSorted(),
  );
});

test("every field type, operator and value lets through what the contract does", () => {
  fc.assert(
    fc.property(records(6), (list) => {
      for (const item of items) {
        const { type } = fieldOf(item.fieldId) as Field;
        tried.add(JSON.stringify([type, item.operator, item.value]));
        compare(and(item), list);
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

test("groups in groups, with items that are left out", () => {
  fc.assert(
    fc.property(group, records(4), (filter, list) => compare(filter, list)),
    { numRuns: 300 },
  );
});

/** Instants at the borders of days, some of which have 23 or 25 hours, and in zones that skipped one. */
const dates = fc
  .record({
    zone: fc.constantFrom(...zones),
    start: fc.oneof(
      fc
        .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
        .map((date) => date.toJSON()),
      fc.constantFrom("2024-03-31T00:30:00.000Z", "2024-10-27T00:30:00.000Z", "2011-12-30T11:00:00.000Z"),
      fc.constantFrom("2018-11-04T03:00:00.000Z", "2018-02-18T02:30:00.000Z", "2024-02-29T12:00:00.000Z"),
    ),
    days: fc.uniqueArray(
      fc.oneof(fc.integer({ min: -32, max: 32 }), fc.constantFrom(-367, -366, -365, 365, 366, 367)),
      { minLength: 6, maxLength: 6 },
    ),
    numberOfDays: fc.integer({ min: 1, max: 32 }),
  })
  .map(({ zone, start, days, numberOfDays }) => {
    const today = wallOf(start, zone).day;
    const borders = days.flatMap((count) => {
      const begin = midnight(daysLater(today, count), zone);
      return [begin - 1, begin].map((instant) => new Date(instant).toISOString());
    });
    return { zone, now: start, numberOfDays, instants: [...borders, start] };
  });

test("every mode of a date means days by the calendar of the field's time zone", () => {
  fc.assert(
    fc.property(dates, ({ zone, now, numberOfDays, instants }) => {
      const known = datesIn(zone, "YYYY", "MM").filter(({ name }) => name.endsWith("None"));
      const list = [undefined, ...instants].map((instant) =>
        aRecord(instant ? Object.fromEntries(known.map(({ id }) => [id, instant])) : {}),
      );
      for (const field of known)
        for (const operator of operatorsOf(field).filter((name) => !name.endsWith("Empty")))
          for (const mode of operator === "isWithIn" ? stretchModes : dayModes) {
            if (field !== known[0] && mode !== "exactFormatDate") continue;
            tried.add(`${mode} ${operator}`);
            const value = day(mode, { numberOfDays, exactDate: instants[0] });
            compare(and({ fieldId: field.id, operator, value }), list, known, now);
          }
    }),
    { numRuns: 30 },
  );
});

const one = (item: Filter["filterSet"][number], record: StoredRecord, now = context.now) =>
  matcher(and(item), fieldOf, { ...context, now })(record);
const date = fieldNamed("date Europe/Berlin YYYY-MM-DD None");
const at = (instant: string) => aRecord({ [date.id]: instant });

test("a day on which clocks are put on has 23 hours, by the field's time zone and not the value's", () => {
  const today = { fieldId: date.id, operator: "is", value: day("today") };
  const isOn = (instant: string) => one(today, at(instant), "2024-03-31T10:00:00.000Z");
  expect(["2024-03-30T22:59:59.999Z", "2024-03-30T23:00:00.000Z"].map(isOn)).toEqual([false, true]);
  expect(["2024-03-31T21:59:59.999Z", "2024-03-31T22:00:00.000Z"].map(isOn)).toEqual([true, false]);
});

test("weeks begin on Monday", () => {
  const week = { fieldId: date.id, operator: "is", value: day("currentWeek") };
  const isIn = (instant: string) => one(week, at(instant), "2024-03-10T22:59:00.000Z");
  const days = [
    "2024-03-03T22:59:59.999Z",
    "2024-03-03T23:00:00.000Z",
    "2024-03-10T22:59:59.999Z",
    "2024-03-10T23:00:00.000Z",
  ];
  expect(days.map(isIn)).toEqual([false, true, true, false]);
});

test("days outside of the years that cells may be in come before or behind all of them", () => {
  const holding = (exactDate: string, instant: string) =>
    ["isBefore", "is", "isAfter"].filter((operator) =>
      one({ fieldId: date.id, operator, value: day("exactDate", { exactDate }) }, at(instant)),
    );
  const [first, last] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];
  expect(["0000-01-01T00:00:00+14:00", first, last].map((exact) => holding(exact, first))).toEqual([
    ["isAfter"],
    ["is"],
    ["isBefore"],
  ]);
  expect(["0000-01-01T00:00:00+14:00", first, last].map((exact) => holding(exact, last))).toEqual([
    ["isAfter"],
    ["isAfter"],
    ["is"],
  ]);
});

test.each([
  ["a field that is not there", "fldNone", "is", 1],
  ["an operator of other fields", "fldnumber", "contains", "1"],
  ["a value of other fields", "fldnumber", "is", "1"],
  ["a choice that is not there", "fldsingleSelect", "is", "dark"],
  ["a value with isEmpty", "fldnumber", "isEmpty", 1],
])("what a view said before the fields were changed is left out: %s", (_, fieldId, operator, value) => {
  expect(one({ fieldId, operator, value }, aRecord())).toBe(true);
  expect(one({ fieldId, operator, value }, aRecord({ fldnumber: 1 }))).toBe(true);
  const or: Filter = {
    conjunction: "or",
    filterSet: [
      { fieldId, operator, value },
      { fieldId: "fldnumber", operator: "is", value: 1 },
    ],
  };
  expect([{}, { fldnumber: 1 }].map((cells) => one(or, aRecord(cells)))).toEqual([false, true]);
});

test("cells of a choice that was removed are empty", () => {
  const empty = ["fldsingleSelect", "fldmultipleSelect"].map((fieldId) => ({
    fieldId,
    operator: "isEmpty",
    value: null,
  }));
  const removed = aRecord({ fldsingleSelect: "choGone", fldmultipleSelect: ["choGone"] });
  expect(empty.map((item) => one(item, removed))).toEqual([true, true]);
  const exactly = { fieldId: "fldmultipleSelect", operator: "isExactly", value: ["red"] };
  expect(one(exactly, aRecord({ fldmultipleSelect: ["choGone", choiceIds[0] as string] }))).toBe(true);
});
