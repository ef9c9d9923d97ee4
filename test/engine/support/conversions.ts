/* Fields with cells of every type for the property tests of conversions: awkward texts, numbers, days, names. */
import { hash } from "node:crypto";
import fc from "fast-check";
import { compareMeanings } from "#lib/engine/cells/changed-meaning";
import { decideReading } from "#lib/engine/cells/column-texts";
import { isReadAsText, makeTypecast, type Side } from "#lib/engine/cells/convert-cells";
import { formulaOf } from "#lib/engine/field-types/formula";
import {
  type CellContext,
  type Person,
  type StoredCell,
  writeCell,
} from "#lib/engine/field-types/shared/field-type";
import { tellApart } from "#lib/engine/field-types/shared/people";
import { oneLine } from "#lib/engine/field-types/shared/text";
import type { FormerPerson } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import type { UserId } from "#lib/schemas/basics/ids";
import { letter, picture, context as plainContext, typeNamed } from "#test/engine/field-types/support";

const person = (id: string, name: string, email?: string): Person => ({
  id: `usr${id.padEnd(16, "0")}` as UserId,
  name,
  ...(email !== undefined && { email }),
});

/** People whose names are awkward: with commas and quotes, of two people, an address or id of another, a number, a word. */
export const people: Person[] = [
  person("Ann", "Ann", "ann@example.com"),
  person("Bob", "Bob", "bob@example.com"),
  person("Both", "Ann, Bob", "both@example.com"),
  person("Doe", "Doe, Jane", "jane@example.com"),
  person("Doe2", "Doe"),
  person("Quote", 'say "hi", you'),
  person("Lead", '"Q'),
  person("Twin1", "Twin", "twin1@example.com"),
  person("Twin2", "Twin", "twin2@example.com"),
  person("Thief", "ann@example.com", "thief@example.com"),
  person("Me", "me"),
  person("Five", "5"),
  person("Yes", "yes"),
];

const byText = (text: string) => {
  const address = people.find(({ email }) => email === text.toLowerCase());
  const named = people.filter(({ name }) => name === text);
  return address ?? (named.length > 1 ? "several" : named[0]);
};

export const context: CellContext = {
  ...plainContext,
  me: "" as UserId,
  people: tellApart({ byId: (id) => people.find((each) => each.id === id), byText }),
  showEmails: true,
};

/** A field with some of its cells. */
export interface Column extends Side {
  cells: StoredCell[];
}

export const hostileNumbers = [
  ...[
    "0",
    "-0",
    "1",
    "7",
    "007",
    "+5",
    "-5",
    "−5",
    "5-",
    "1e5",
    "1E+3",
    "1e400",
    "0x10",
    "1_000",
    "1,234",
    "1.234",
  ],
  ...[
    "1 234,5",
    "1\u00a0234,5",
    "1\u202f234,5",
    "1.234,50",
    "1,234.50",
    "1.234.567",
    "12,34,567",
    "1'234.50",
    "12,5",
    "0,75",
  ],
  ...[
    "(5)",
    "($5.00)",
    "(-5)",
    "5%",
    "12,5%",
    "% 5",
    "$5",
    "-$5",
    "$-5",
    "5 €",
    "EUR 5",
    "US$ 5",
    "1/2",
    "3:30",
    "7 apples",
  ],
  ...[
    "5 6",
    "5(3)",
    "1.2.3",
    "10k",
    "１２",
    "１，５",
    "٣",
    "٣٫٥",
    "१२",
    "½",
    "²",
    "Ⅷ",
    "9007199254740993",
    "0.1",
    ".5",
    "5.",
    ",",
  ],
  ...[
    "NaN",
    "Infinity",
    "-",
    "+",
    "$",
    "%",
    "()",
    "1e",
    "e5",
    "1.23456",
    "1e-7",
    "0.005",
    "4.6",
    "1,5,0",
    "-1,234",
    "1 234",
  ],
];
export const hostileDates = [
  ...[
    "2024-02-29",
    "2024-02-30",
    "2023-02-29",
    "31/12/2024",
    "12/31/2024",
    "03/04/2024",
    "3.4.24",
    "31.12.2024",
    "24-04-03",
  ],
  ...[
    "2024-03-31 02:30",
    "2024-10-27 02:30",
    "2024-03-10T02:30",
    "2024-12-31 12:60",
    "2024-12-31 24:00",
    "2024-12-31 25:00",
  ],
  ...[
    "2016-12-31T23:59:60Z",
    "2024-01-01T00:00:00.000Z",
    "2024-01-01T23:30:00+14:00",
    "2024-01-01T00:00:00-12:00",
  ],
  ...[
    "20240403",
    "2024",
    "2024-04",
    "Apr 3 2024",
    "3 Apr 2024",
    "Mon, 3 Apr 2024",
    "April",
    "now",
    "today",
    "12:30",
    "12:30 PM",
    "13:30 PM",
  ],
  ...[
    "２０２４-０４-０３",
    "٢٠٢٤-٠٤-٠٣",
    "2024-04-03 ",
    "\u00a02024-04-03",
    "0000-01-01",
    "9999-12-31",
    "12345-01-01",
    "00/00/2024",
  ],
  ...[
    "1712102400000",
    "2024-04-03T10:00:00.123456Z",
    "2024-W14",
    "2024-094",
    "3rd April 2024",
    "30 Feb 2024",
    "29 Feb 2023",
  ],
];
export const hostileWords = [
  ...[
    "TRUE ",
    "true",
    "FALSE",
    "on",
    "off",
    "yes",
    "no",
    "n",
    "ja",
    "☐",
    "☑",
    "tr ue",
    "truefalse",
    "1.0",
    "ｔｒｕｅ",
  ],
  ...[
    "Ann",
    "ann",
    "Ann, Bob",
    '"Ann, Bob"',
    "Ann,Bob",
    "Bob, nobody",
    "Doe, Jane",
    '"Doe, Jane", Ann',
    "Twin",
    "me",
    "ann@example.com",
  ],
  ...[
    "ann@example.com, bob@example.com",
    "ANN@EXAMPLE.COM",
    'say "hi", you',
    '"say ""hi"", you"',
    '"Q',
    ",",
    ", ,",
    '""',
    '"',
  ],
  ...[
    "a",
    "b",
    "a, b",
    '"a, b"',
    "a,b,a",
    "x\ny",
    "x\r\ny",
    "\u200b",
    " a",
    "a\u00a0",
    "__proto__",
    "constructor",
    "usrAnn0000000000000",
  ],
  ...[
    "dot.png (Pict000000SecretSecret00)",
    "dot.png",
    "actPict000000a1B2c3",
    "a,b.png (Lett000000SecretSecret00)",
    "null",
    "undefined",
    "[object Object]",
  ],
];

const awkward = fc.constantFrom(...hostileNumbers, ...hostileDates, ...hostileWords);
const aName = fc
  .oneof(awkward, fc.stringMatching(/^[ab",. 1-]{1,6}$/))
  .map(oneLine)
  .filter((text) => text !== "");

const number = fc.oneof(
  fc.constantFrom(
    0,
    1,
    5,
    7,
    1.5,
    0.05,
    0.5,
    1234,
    1.234,
    1234.5,
    -5,
    1e-7,
    1e21,
    123456789012,
    0.1 + 0.2,
    2024,
    20240403,
    1.575,
  ),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((n) => n + 0),
  fc.integer({ min: -20, max: 20 }),
);
const zone = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia");
const dateOptions = fc.record({
  formatting: fc.record({
    date: fc.constantFrom(
      "YYYY-MM-DD",
      "D/M/YYYY",
      "M/D/YYYY",
      "DD.MM.YYYY",
      "MM-DD",
      "YYYY-MM",
      "YYYY",
      "MMM D, YYYY",
      "YY-MM-DD",
      "MM.DD.YYYY",
    ),
    time: fc.constantFrom("None", "HH:mm", "hh:mm A"),
    timeZone: zone,
  }),
});
const instant = fc.oneof(
  fc.constantFrom(
    "2024-03-31T01:00:00.000Z",
    "2024-03-31T00:30:00.000Z",
    "2024-10-27T00:30:00.000Z",
    "2024-10-27T01:30:00.000Z",
    "2024-04-03T00:00:00.000Z",
    "2024-04-02T22:00:00.000Z",
    "2011-12-30T10:00:00.000Z",
    "1890-01-01T00:00:00.000Z",
  ),
  fc
    .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((each) => each.toISOString()),
);
const numberOptions = fc
  .oneof(
    fc.record({ type: fc.constantFrom("decimal", "percent"), precision: fc.integer({ min: 0, max: 5 }) }),
    fc.record({
      type: fc.constant("currency"),
      precision: fc.integer({ min: 0, max: 5 }),
      symbol: fc.constantFrom("$", "€", "kr", "", "-", "1"),
    }),
  )
  .map((formatting) => ({ formatting }));
// the id follows from the whole name: two columns that have a name have it under one id, and two names never share one
const choicesOf = (names: string[]) =>
  names.map((name) => ({ id: `cho${hash("sha256", name).slice(0, 20)}`, name, color: "blue" }));
const selectOptions = fc
  .record({
    names: fc.uniqueArray(aName, { minLength: 1, maxLength: 6 }),
    preventAutoNewOptions: fc.boolean(),
  })
  .map(({ names, preventAutoNewOptions }) => ({ choices: choicesOf(names), preventAutoNewOptions }));
const ratingOptions = fc.record({
  icon: fc.constant("star"),
  color: fc.constant("redBright"),
  max: fc.integer({ min: 1, max: 10 }),
});
const somebody = fc.constantFrom(...people.map(({ id }) => id), "usrGone000000000000");

type Model = { options: fc.Arbitrary<object>; cell(options: never): fc.Arbitrary<StoredCell> };
const text = (type: string): Model => ({
  options: fc.constant({}),
  cell: () =>
    fc
      .oneof(
        { weight: 5, arbitrary: awkward },
        fc.string({ maxLength: 6 }),
        fc.stringMatching(/^[ab",. 1-]{1,6}$/),
      )
      .map((each) => typeNamed(type).read(each, {}, context) as StoredCell)
      .filter((each) => typeof each === "string"),
});
const file = fc
  .record({
    of: fc.constantFrom(picture, letter),
    name: fc.constantFrom("dot.png", "a,b.png", 'x "y".txt', "a (b).txt"),
  })
  .map(({ of, name }) => ({ ...of, id: `act${of.token.slice(0, 10)}a1B2c3`, name }));

/** What cells of each type there are; those of computed types too. */
export const models: Record<string, Model> = {
  singleLineText: text("singleLineText"),
  longText: text("longText"),
  number: { options: numberOptions, cell: () => number },
  rating: { options: ratingOptions, cell: ({ max }: { max: number }) => fc.integer({ min: 1, max }) },
  checkbox: { options: fc.constant({}), cell: () => fc.constant(true) },
  date: { options: dateOptions, cell: () => instant },
  singleSelect: {
    options: selectOptions,
    cell: ({ choices }: { choices: { id: string }[] }) => fc.constantFrom(...choices.map(({ id }) => id)),
  },
  multipleSelect: {
    options: selectOptions,
    cell: ({ choices }: { choices: { id: string }[] }) =>
      fc.subarray(
        choices.map(({ id }) => id),
        { minLength: 1 },
      ),
  },
  user: {
    options: fc.record({ isMultiple: fc.boolean(), shouldNotify: fc.boolean() }),
    cell: ({ isMultiple }: { isMultiple: boolean }) =>
      isMultiple ? fc.uniqueArray(somebody, { minLength: 1, maxLength: 4 }) : somebody,
  },
  attachment: { options: fc.constant({}), cell: () => fc.array(file, { minLength: 1, maxLength: 3 }) },
  button: { options: fc.constant({ label: "B", color: "blue" }), cell: () => fc.integer({ min: 1, max: 9 }) },
  autoNumber: {
    options: fc.constant({ expression: "AUTO_NUMBER()" }),
    cell: () => fc.integer({ min: 1, max: 3000 }),
  },
  createdTime: {
    options: dateOptions.map((each) => ({ expression: "CREATED_TIME()", ...each })),
    cell: () => instant,
  },
  lastModifiedTime: {
    options: dateOptions.map((each) => ({ expression: "LAST_MODIFIED_TIME()", ...each })),
    cell: () => instant,
  },
  createdBy: { options: fc.constant({}), cell: () => somebody },
  lastModifiedBy: { options: fc.constant({}), cell: () => somebody },
};

/** Fields that formulas and lookups give: by the kind of their values, one or a list. */
const results: Record<string, Model> = {
  text: text("longText"),
  number: { options: numberOptions, cell: () => number },
  boolean: { options: fc.constant({}), cell: () => fc.constant(true) },
  date: { options: dateOptions, cell: () => instant },
};

/** Columns of a type; `formula: number`, and with `s` a list: `formula: numbers`. */
export const columnsOf: Record<string, fc.Arbitrary<Column>> = Object.fromEntries([
  ...Object.entries(models).map(([type, { options, cell }]) => [
    type,
    options.chain((each) =>
      fc.record({
        type: fc.constant(typeNamed(type)),
        options: fc.constant<unknown>(each),
        cells: fc.array(cell(each as never), { minLength: 1, maxLength: 6 }),
      }),
    ),
  ]),
  ...Object.entries(results).flatMap(([kind, { options, cell }]) =>
    [false, true].map((isList) => [
      `formula: ${kind}${isList ? "s" : ""}`,
      options.chain((each) => {
        const one = cell(each as never);
        const cells = isList ? fc.array(one as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 }) : one;
        return fc.record({
          type: fc.constant(formulaOf({ kind, isList } as never)),
          options: fc.constant<unknown>(each),
          cells: fc.array(cells, { minLength: 1, maxLength: 6 }),
        });
      }),
    ]),
  ),
]);

/** The types that hold what is written, with their options. */
export const targets: Record<string, fc.Arbitrary<Side>> = Object.fromEntries(
  Object.entries(models)
    .filter(([type]) => !typeNamed(type).isComputed && type !== "button")
    .map(([type, { options }]) => [type, options.map((each) => ({ type: typeNamed(type), options: each }))]),
);

/** What a field remembers of the people of its cells. */
export const formerPeople: FormerPerson[] = people.map((person) => ({
  id: person.id,
  name: context.people.isUnclear?.(person) ? person.id : person.name,
  texts: [...hostileWords, ...people.flatMap(({ name, email = name }) => [name, email])].filter(
    (text) => byText(text) === person,
  ),
}));

/** People as texts have them: one whose name would be read as another person by the id, as lib/data/conversions/survey-conversion.ts has it. */
const textContext: CellContext = {
  ...context,
  people: {
    byId(id) {
      const found = people.find((each) => each.id === id);
      return found && { ...found, name: formerPeople.find((each) => each.id === id)?.name ?? found.name };
    },
    byText,
  },
};

/** A column as a conversion makes it of another, as lib/data/conversions does. */
export function convertColumn(was: Column, into: Side, inTexts = textContext) {
  const texts = was.cells.map((cell) => writeCell(was.type, cell, was.options, inTexts));
  const reading: ColumnReading | undefined = isReadAsText(was, into)
    ? {
        decimal: ".",
        ...decideReading(
          { type: into.type.type, options: into.options } as never,
          was.cells.map((cell) => was.type.text(cell, was.options, inTexts)),
        ),
      }
    : undefined;
  const become = { type: into.type, options: structuredClone(into.options) };
  const convert = makeTypecast(was, become, inTexts, reading);
  const cells = was.cells.map((cell) => convert(cell));
  return { texts, reading, become, cells, isChanged: compareMeanings(was, become, inTexts, reading) };
}

/** All texts that name each thing of a cell. */
export const aliasesIn = ({ type, options }: Side, cell: StoredCell): string[][] =>
  [cell].flat().map((each): string[] => {
    if (typeof each === "object")
      return "token" in each ? [`${each.name} (${each.token})`, each.id.slice(0, 13)] : [each.id];
    const one = (Array.isArray(cell) ? [each] : each) as StoredCell;
    if (!type.peopleIn)
      return [type.elements?.(one, options, context)[0] ?? type.text(one, options, context)];
    const {
      id = String(each),
      name = String(each),
      email = name,
    } = people.find((one) => one.id === each) ?? {};
    return [id, name, email];
  });
