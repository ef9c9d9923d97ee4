/* One table of hostile texts: each way in reads a text as the one reader does, or refuses it. */
import { describe, expect, test } from "vitest";
import { readFileText } from "#lib/engine/cells/column-texts";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { typedValues } from "#lib/engine/fields/typed-values";
import { context, typeNamed } from "#test/engine/field-types/support";
import { hostileDates, hostileNumbers, hostileWords } from "#test/engine/support/awkward";

const all = [...new Set([...hostileNumbers, ...hostileDates, ...hostileWords])];
const formatting = (date: string, timeZone = "UTC") => ({ formatting: { date, time: "HH:mm", timeZone } });
const fields = Object.entries({
  decimal: ["number", { formatting: { type: "decimal", precision: 1 } }],
  percent: ["number", { formatting: { type: "percent", precision: 1 } }],
  dollars: ["number", { formatting: { type: "currency", precision: 2, symbol: "$" } }],
  crowns: ["number", { formatting: { type: "currency", precision: 2, symbol: "kr" } }],
  rating: ["rating", { icon: "star", color: "redBright", max: 7 }],
  checkbox: ["checkbox", {}],
  iso: ["date", formatting("YYYY-MM-DD")],
  "day first": ["date", formatting("D/M/YYYY", "Europe/Berlin")],
  "month first": ["date", formatting("M/D/YYYY", "America/New_York")],
  points: ["date", formatting("MM.DD.YYYY")],
}).map(
  ([name, [type, options]]) =>
    [name, { id: "fldA000000000000000", name, type, options } as unknown as Field] as const,
);

const known = (cell: unknown) => (cell instanceof Refusal ? "refused" : cell);

describe.each(fields)("a field of %s", (_, field) => {
  const { typecast } = typeNamed(field.type);
  const read = (text: string) => known(typecast(text, field.options, context));

  test("reads a text in a form as typecast does", () => {
    for (const text of all) {
      const { values, issues } = typedValues({ [field.id]: text }, [field], context);
      const cell = issues.length > 0 ? "refused" : values[field.id];
      expect([text, cell]).toEqual([text, read(text)]);
    }
  });

  test("reads a text of a file as typecast does, if only one of its readings is asked for", () => {
    for (const text of all) {
      const cell = known(readFileText(field, text, {}, context));
      const own = read(text);
      // typecast rounds ratings, an import lists them
      if (field.type === "rating" && cell === "refused")
        expect([text, own]).toEqual([text, expect.not.stringMatching(/^\d$/)]);
      else
        expect([text, field.type === "checkbox" ? known(typecast(cell, {}, context)) : cell]).toEqual([
          text,
          own,
        ]);
    }
  });

  test("reads its own text again as the same, wherever typecast reads one", () => {
    for (const text of all) {
      const cell = typecast(text, field.options, context);
      if (cell === undefined || cell instanceof Refusal) continue;
      const again = typecast(
        typeNamed(field.type).json(cell, field.options, context),
        field.options,
        context,
      );
      expect([text, again]).toEqual([text, cell]);
    }
  });
});

/** The texts that are values; all others of the table are refused. */
const values: Record<string, Record<string, unknown>> = {
  decimal: {
    ...{
      "0": 0,
      "-0": 0,
      "1": 1,
      "7": 7,
      "007": 7,
      "+5": 5,
      "-5": -5,
      "−5": -5,
      "1e5": 100000,
      "1E+3": 1000,
      "1.234": 1.234,
    },
    ...{
      "1 234,5": 1234.5,
      "1\u00a0234,5": 1234.5,
      "1\u202f234,5": 1234.5,
      "1.234,50": 1234.5,
      "1,234.50": 1234.5,
    },
    ...{
      "1.234.567": 1234567,
      "12,34,567": 1234567,
      "1'234.50": 1234.5,
      "12,5": 12.5,
      "0,75": 0.75,
      "1 234": 1234,
    },
    ...{
      "(5)": -5,
      "($5.00)": -5,
      "5%": 0.05,
      "12,5%": 0.125,
      $5: 5,
      "-$5": -5,
      "$-5": -5,
      "5 €": 5,
      "EUR 5": 5,
      "US$ 5": 5,
    },
    ...{
      "１２": 12,
      "１，５": 1.5,
      "0.1": 0.1,
      ".5": 0.5,
      "5.": 5,
      "1.23456": 1.23456,
      "1e-7": 1e-7,
      "0.005": 0.005,
      "4.6": 4.6,
      "1.0": 1,
    },
    ...{ "20240403": 20240403, "2024": 2024, "1712102400000": 1712102400000 },
  },
  checkbox: {
    ...{
      "0": false,
      "1": true,
      "TRUE ": true,
      true: true,
      FALSE: false,
      on: true,
      off: false,
      yes: true,
      no: false,
      n: false,
    },
    ...{ ja: true, "☐": false, "☑": true, ｔｒｕｅ: true },
  },
  iso: {
    ...{
      "2024-02-29": "2024-02-29T00:00",
      "31/12/2024": "2024-12-31T00:00",
      "12/31/2024": "2024-12-31T00:00",
      "3.4.24": "2024-04-03T00:00",
    },
    ...{
      "31.12.2024": "2024-12-31T00:00",
      "2024-03-31 02:30": "2024-03-31T02:30",
      "2024-10-27 02:30": "2024-10-27T02:30",
    },
    ...{
      "2024-03-10T02:30": "2024-03-10T02:30",
      "2024-01-01T00:00:00.000Z": "2024-01-01T00:00",
      "2024-01-01T23:30:00+14:00": "2024-01-01T09:30",
    },
    ...{
      "2024-01-01T00:00:00-12:00": "2024-01-01T12:00",
      "20240403": "2024-04-03T00:00",
      "2024-04": "2024-04-01T00:00",
    },
    ...{
      "Apr 3 2024": "2024-04-03T00:00",
      "3 Apr 2024": "2024-04-03T00:00",
      now: "2024-03-10T12:34",
    },
    ...{
      "２０２４-０４-０３": "2024-04-03T00:00",
      "2024-04-03 ": "2024-04-03T00:00",
      "\u00a02024-04-03": "2024-04-03T00:00",
    },
    ...{
      "0000-01-01": "0000-01-01T00:00",
      "9999-12-31": "9999-12-31T00:00",
      "2024-04-03T10:00:00.123456Z": "2024-04-03T10:00",
      "3rd April 2024": "2024-04-03T00:00",
    },
  },
};

test.each(Object.keys(values))("of all texts, a field of %s reads these and no others", (name) => {
  const [, field] = fields.find(([each]) => each === name) as (typeof fields)[number];
  const found = all.map(
    (text) => [text, typeNamed(field.type).typecast(text, field.options, context)] as const,
  );
  const read = found.filter(([, cell]) => !(cell instanceof Refusal));
  const shown = read.map(([text, cell]) => [text, field.type === "date" ? String(cell).slice(0, 16) : cell]);
  expect(Object.fromEntries(shown)).toEqual(values[name]);
});

test.each(["13:30 AM", "12:60", "24:00", "25:00", "23:59:60"])("no clock shows %s", (time) => {
  const read = (text: string) => typeNamed("date").typecast(text, formatting("YYYY-MM-DD"), context);
  expect(read(`2024-04-03 ${time}`)).toBeInstanceOf(Refusal);
  expect(read("2024-04-03 12:30 AM")).toBe("2024-04-03T00:30:00.000Z");
  expect(read("2024-04-03 12:30 PM")).toBe("2024-04-03T12:30:00.000Z");
  expect(read("2024-04-03 13:30 PM")).toBe("2024-04-03T13:30:00.000Z");
});

test("signs that only look like digits or words are none: superscripts, digits in circles, Roman and other digits", () => {
  for (const text of ["①", "²", "ˣ", "ⁿ", "Ⅰ", "٣", "१", "½"])
    for (const [, field] of fields)
      expect([text, typeNamed(field.type).typecast(text, field.options, context)]).toEqual([
        text,
        expect.any(Refusal),
      ]);
});
