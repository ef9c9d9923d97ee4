/* Formulas over one record, whose fields have short names in place of ids. */
import { compileFormula } from "#lib/engine/formula/compile";
import { type FormulaCell, prepareFormula } from "#lib/engine/formula/evaluate";
import { regexpEngine } from "#lib/engine/formula/regexp";
import type { CompiledFormula, FormulaRecord, Kind, Value } from "#lib/engine/formula/shared/kinds";

interface SampleField {
  kind: Kind;
  isList: boolean;
  isLate?: true;
  value: Value;
  /** As the field shows it; a list has the texts of its elements. */
  text: string | readonly string[] | undefined;
}

const one = (kind: Kind, value?: Value, text?: string): SampleField => ({ kind, isList: false, value, text });
const several = (kind: Kind, value?: readonly Value[], text?: readonly string[]): SampleField => ({
  kind,
  isList: true,
  value: value as Value,
  text,
});
const instant = Date.parse("2024-03-30T12:00:00.000Z");

export const sampleFields: Record<string, SampleField> = {
  n: one("number", 12, "12.00"),
  zero: one("number", 0, "0.00"),
  en: one("number"),
  e: one("text"),
  t: one("text", "Ann Lee", "Ann Lee"),
  num: one("text", "12", "12"),
  d: one("date", instant, "2024-03-30"),
  ed: one("date"),
  c: one("boolean", true, "true"),
  ec: one("boolean"),
  tags: several("text", ["a", "b"], ["a", "b"]),
  one: several("text", ["7"], ["7"]),
  etags: several("text"),
  nums: several("number", [1, 2, 2], ["1.00", "2.00", "2.00"]),
  single: several("number", [5], ["5.00"]),
  gaps: several("number", [1, undefined, 3], ["1.00", "", "3.00"]),
  enums: several("number"),
  days: several("date", [Date.parse("2024-03-29"), Date.parse("2024-04-01")], ["29.3.2024", "1.4.2024"]),
  checks: several("boolean", [true, undefined], ["true", ""]),
  late: { ...one("date", instant, "2024-03-30"), isLate: true },
};

export const sampleNow = Date.parse("2024-06-01T22:30:00.000Z");

/** Throws what the answer of a request would say. */
export async function compile(source: string): Promise<CompiledFormula> {
  const compilation = await compileFormula(source, {
    find: (id) => sampleFields[id],
    idOf: (name) => ({ Price: "fldPrice00000000" })[name],
    names: ["Price"],
  });
  if ("issues" in compilation) throw new Error(compilation.issues.join("\n"));
  return compilation.compiled;
}

export const issuesOf = (source: string): Promise<string> =>
  compile(source).then(
    () => "none",
    (error: Error) => error.message,
  );

/** The cell that a formula gives for the record; null if it is empty. */
export async function evaluate(
  source: string,
  timeZone = "UTC",
): Promise<FormulaCell | FormulaCell[] | null> {
  const compiled = await compile(source);
  const stored: CompiledFormula = JSON.parse(JSON.stringify(compiled));
  return (
    prepareFormula(stored, { now: sampleNow, timeZone, regexp: regexpEngine })(recordOf(compiled)) ?? null
  );
}

/** The record, with the values of the sample fields or with others. */
export function recordOf(
  { uses }: Pick<CompiledFormula, "uses">,
  values: Record<string, Value> = {},
): FormulaRecord {
  const idOf = (n: number) => uses[n] ?? "";
  const textsOf = (n: number) => sampleFields[idOf(n)]?.text;
  return {
    id: "recSampleRecord000",
    autoNumber: 7,
    createdTime: Date.parse("2024-01-01T00:00:00.000Z"),
    value: (n) => (idOf(n) in values ? values[idOf(n)] : sampleFields[idOf(n)]?.value),
    text(n) {
      const text = textsOf(n);
      return typeof text === "object" ? text.join(", ") : text;
    },
    texts(n) {
      const text = textsOf(n);
      return typeof text === "object" ? text : [];
    },
  };
}
