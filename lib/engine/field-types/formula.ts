/*
 * The type of fields whose cells a formula computes. The result of the formula decides how its cells are read and shown: `formulaOf` gives
 * the type for it.
 */
import * as z from "zod";
import { computed } from "#lib/engine/field-types/shared/computed";
import type { FieldType, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { NumberShowAs, NumbersShowAs, TextShowAs } from "#lib/engine/field-types/shared/show-as";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import type { Kind, Result } from "#lib/engine/formula/shared/kinds";
import { DateFormatting, TimeZone } from "#lib/engine/values/dates";
import { joinList } from "#lib/engine/values/lists";
import { NumberFormatting } from "#lib/engine/values/numbers";
import { removable } from "#lib/schemas/basics/object";
import { checkbox } from "./checkbox.ts";
import { date } from "./date.ts";
import { number } from "./number.ts";
import { singleLineText } from "./single-line-text.ts";

export interface FormulaOptions {
  expression: string;
  timeZone?: string;
  formatting?: unknown;
  showAs?: unknown;
}

/** lib/engine/fields/compile-formulas.ts checks the expression, and that `formatting` and `showAs` fit its result. */
const Options = z.lazy(() =>
  z.strictObject({
    expression: z.string().meta({
      description:
        "The formula. It names fields of its table in braces, by id or name. Answers have the ids, so that it goes on after a field is renamed.",
      example: "ROUND({fld4mSa1Cw6nZ8tQ0Yh} * 1.19, 2)",
    }),
    timeZone: removable(TimeZone).meta({
      description:
        "The time zone in which dates are read and days are counted. Default: that of its date fields if they have the same, else UTC.",
    }),
    formatting: removable(
      z.union(
        [NumberFormatting, DateFormatting],
        "must be {type, precision} for a number, or {date, time, timeZone} for a date",
      ),
    ).meta({ description: "How numbers or dates are shown. Text and checkboxes have none." }),
    showAs: removable(
      z.union([TextShowAs, NumberShowAs, NumbersShowAs], "must be {type} with what that type needs"),
    ).meta({
      description:
        "How clients may draw the cell: text as url, email or phone; a number as bar or ring; a list of numbers as bar or line.",
    }),
  }),
) as unknown as z.ZodType<FormulaOptions>;

export const formula: FieldType<FormulaOptions, StoredCell> = {
  ...computed,
  type: "formula",
  defaultName: () => "Calculation",
  options: Options,
  // never used: a formula field has an expression
  initialOptions: () => ({ expression: "" }),
  needsOptions: true,
  cellValueType: "string",
  dbFieldType: () => "TEXT",
  family: () => "text",
  statistics: () => statisticsOf.text,
  json: (cell) => cell,
  text: String,
};

const typesOfOne = { text: singleLineText, number, boolean: checkbox, date } as Record<Kind, FieldType>;

/** The type of a formula field with this result. */
export const formulaOf = ({ kind, isList }: Result): FieldType => (isList ? lists : ones)[kind];

const perKind = <Each>(make: (kind: Kind) => Each): Record<Kind, Each> => ({
  text: make("text"),
  number: make("number"),
  boolean: make("boolean"),
  date: make("date"),
});

const ones = perKind((kind): FieldType => {
  const { cellValueType, dbFieldType, family, statistics, text } = typesOfOne[kind];
  return { ...(formula as FieldType), cellValueType, dbFieldType, family, statistics, text };
});

/** How a list of values is shown and written, from the texts of its elements. */
export const listTexts = (elements: NonNullable<FieldType["elements"]>) =>
  ({
    elements,
    text: (...cell) => elements(...cell).join(", "),
    written: (...cell) => joinList(elements(...cell).map((each = "") => each)),
  }) satisfies Partial<FieldType>;

const lists = perKind((kind): FieldType => {
  const one = ones[kind];
  return {
    ...one,
    dbFieldType: () => "JSON",
    isMultiple: () => true,
    family: (options) => `${one.family(options)}s` as Family,
    statistics: () => statisticsOf.text,
    ...listTexts((cell, ...how) => (cell as string[]).map((each) => one.text(each, ...how))),
  };
});
