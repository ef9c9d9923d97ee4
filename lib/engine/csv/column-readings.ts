/*
 * Decides how the columns of a file are read. A file is written in one way: if a column does not prove its decimal sign, other columns or
 * the delimiter do. Programs use semicolons as delimiter where the comma is the decimal sign.
 */
import { decideReading } from "#lib/engine/cells/column-texts";
import type { Field } from "#lib/engine/fields/field";
import type { ColumnReading, DecimalMark } from "#lib/engine/values/column-reading";
import { NumberEvidence } from "#lib/engine/values/number-texts";
import type { Line } from "./lines.ts";

/** The decimal sign for columns that do not prove their own. */
export interface FileDecimal {
  decimal: DecimalMark;
  /** Whether other columns with numbers prove it. */
  isProved: boolean;
}

/** `columns`: the texts of the columns that hold numbers. */
export function decimalOfFile(columns: readonly (readonly string[])[], delimiter?: string): FileDecimal {
  const proved = new Set(columns.flatMap((texts) => decimalIn(texts) ?? []));
  const [decimal] = proved;
  if (decimal && proved.size === 1) return { decimal, isProved: true };
  return { decimal: delimiter === ";" ? "," : ".", isProved: false };
}

/** The decimal sign that most of these texts need; undefined if none needs one. */
export function decimalIn(texts: Iterable<string>): DecimalMark | undefined {
  const evidence = new NumberEvidence();
  for (const text of texts) evidence.note(text);
  return evidence.reading().decimal;
}

/** How each column is read into its field; null for a column that has none. */
export function readingsOf(
  fields: readonly (Pick<Field, "type" | "options"> | null)[],
  lines: readonly Line[],
  delimiter: string | undefined,
): ColumnReading[] {
  const texts = fields.map((field, i) => (field ? textsIn(lines, i) : []));
  const isNumeric = (i: number) => /^(number|rating)$/.test(fields[i]?.type ?? "");
  const { decimal } = decimalOfFile(
    texts.filter((_, i) => isNumeric(i)),
    delimiter,
  );
  return fields.map((field, i) => ({
    ...(isNumeric(i) && { decimal }),
    ...(field && decideReading(field, texts[i] ?? [])),
  }));
}

/** The texts of a column. Numbers and dates from a sheet are left out, because programs write them unambiguously. */
const textsIn = (lines: readonly Line[], i: number): string[] =>
  lines.flatMap(({ cells, kinds }) => {
    const text = cells[i] ?? "";
    return text.trim() !== "" && (kinds?.[i] ?? "t") === "t" ? [text] : [];
  });
