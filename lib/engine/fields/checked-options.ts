/* Checks the options of formulas and rollups, which decide how the result is shown. */
import { isDeepStrictEqual } from "node:util";
import type { FormulaOptions } from "#lib/engine/field-types/formula";
import { NumberShowAs, NumbersShowAs, TextShowAs } from "#lib/engine/field-types/shared/show-as";
import type { FormulaField, Kind, Result } from "#lib/engine/formula/shared/kinds";
import { DateFormatting, initialDateFormatting } from "#lib/engine/values/dates";
import { initialNumberFormatting, NumberFormatting } from "#lib/engine/values/numbers";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { issuesOf } from "#lib/schemas/issues/issues";

/** A formula field that the request creates or changes. */
export interface SentFormula {
  /** The path of its options in the request. */
  at: PropertyKey[];
  /** The options in the request; options that are left out get a default. */
  sent: Partial<FormulaOptions>;
}

const formattings: Partial<Record<Kind, typeof NumberFormatting | typeof DateFormatting>> = {
  number: NumberFormatting,
  date: DateFormatting,
};

const showAsOf = ({ kind, isList }: Result) => {
  if (kind === "text") return TextShowAs;
  return kind === "number" ? (isList ? NumbersShowAs : NumberShowAs) : undefined;
};

const words: Record<Kind, string> = {
  text: "text",
  number: "a number",
  boolean: "true or false",
  date: "a date",
};

/** The members of a formula's result that decide how it is shown. */
export type ShownResult = Pick<FormulaField, "kind" | "isList" | "isWhole" | "timeZone">;

/** The formatting of a result for which the request has none. */
function initialFormatting(result: ShownResult, { timeZone = result.timeZone }: FormulaOptions) {
  const { kind, isWhole } = result;
  if (kind === "number")
    return isWhole ? { ...initialNumberFormatting(), precision: 0 } : initialNumberFormatting();
  return kind === "date" ? { ...initialDateFormatting(), ...(timeZone && { timeZone }) } : undefined;
}

/**
 * The options with defaults; `before` is the former result of the formula. Adds issues if a formatting or showAs in the request does not
 * fit the result.
 */
export function checkedOptions(
  options: FormulaOptions,
  result: ShownResult,
  { at, sent }: SentFormula,
  issues: Issue[],
  before?: ShownResult,
): FormulaOptions {
  const { formatting, showAs, ...rest } = options;
  const fits = { formatting: formattings[result.kind], showAs: showAsOf(result) };
  for (const member of ["formatting", "showAs"] as const) {
    // null removes the member
    if (sent[member] === undefined || sent[member] === null) continue;
    const schema = fits[member];
    const path = [...at, member];
    if (!schema) {
      const message = `must be left out: the formula gives ${words[result.kind]}`;
      issues.push({ path: pathOf(path), message });
      continue;
    }
    const parsed = schema.safeParse(sent[member]);
    if (!parsed.success) issues.push(...issuesOf(parsed.error, path));
  }
  const initial = initialFormatting(result, options);
  const isKept = (member: "formatting" | "showAs") => fits[member]?.safeParse(options[member]).success;
  // a default formatting is replaced when the result changes: counts, for example, have no decimals
  const isDefault =
    before !== undefined &&
    sent.formatting === undefined &&
    isDeepStrictEqual(formatting, initialFormatting(before, options));
  return {
    ...rest,
    ...(isKept("formatting") && !isDefault ? { formatting } : initial && { formatting: initial }),
    ...(isKept("showAs") && { showAs }),
  };
}
