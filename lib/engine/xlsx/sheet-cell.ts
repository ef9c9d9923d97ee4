/* A cell of a sheet as the text that CSV would have for it, with the kind of its value. */
import { quoteText } from "#lib/engine/field-types/shared/text";
import { exactNumber } from "#lib/engine/values/format-number";
import { limits } from "#lib/schemas/basics/limits";
import type { NumberKind } from "./number-formats.ts";
import { serialText } from "./serial-dates.ts";
import { fitText } from "./shared-strings.ts";
import { unescapeText } from "./text-escapes.ts";

/** text, number, percent, date (perhaps with a time), yes or no. */
export type CellKind = "t" | "n" | "p" | "d" | "b";

/** A cell that is not empty. */
export type SheetCell = { text: string; kind: CellKind } | { problem: string };

/** A cell as its XML has it. */
export interface RawCell {
  /** The attribute `t`. */
  type: string;
  style: number;
  /** The content of `<v>`; undefined without that element. */
  value: string | undefined;
  /** The text of `<is>`. */
  inline: string;
  hasFormula: boolean;
}

/** The parts of a workbook to which cells refer. */
export interface CellContext {
  texts: readonly string[];
  kinds: readonly NumberKind[];
  is1904: boolean;
}

/** The cell; undefined for an empty one. */
export function sheetCell(raw: RawCell, context: CellContext): SheetCell | undefined {
  const { type, value, inline, hasFormula } = raw;
  if (type === "inlineStr") return textCell(inline);
  // a formula may result in an empty text
  if (type === "str" && value !== undefined) return textCell(fitText(unescapeText(value)));
  const bare = value?.trim() ?? "";
  if (bare === "" && hasFormula)
    return {
      problem: "has a formula without its result; open the file in a spreadsheet program and save it",
    };
  if (type === "e") return { problem: `holds the error ${quoteText(bare)}` };
  if (bare === "") return undefined;
  switch (type) {
    case "s":
      return sharedCell(bare, context.texts);
    case "b":
      return { text: bare === "1" || bare === "true" ? "true" : "false", kind: "b" };
    case "d":
      return dateCell(bare);
    case "":
    case "n":
      return numberCell(bare, raw.style, context);
    default:
      return { problem: `has the unknown type ${quoteText(type)}` };
  }
}

function textCell(text: string): SheetCell | undefined {
  if (text === "") return undefined;
  return text.length > limits.textLength
    ? { problem: `must have at most ${limits.textLength} characters` }
    : { text, kind: "t" };
}

function sharedCell(index: string, texts: readonly string[]): SheetCell | undefined {
  const text = /^\d+$/.test(index) ? texts[Number(index)] : undefined;
  return text === undefined
    ? { problem: `names the shared text ${quoteText(index)}, which the file does not have` }
    : textCell(text);
}

const isoDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?)?$/;

function dateCell(text: string): SheetCell {
  const [, day = "", clock] = isoDate.exec(text) ?? [];
  if (!day) return { text: fitText(text), kind: "t" };
  return { text: clock && !/^[0:.]+$/.test(clock) ? `${day} ${clock}` : day, kind: "d" };
}

function numberCell(text: string, style: number, { kinds, is1904 }: CellContext): SheetCell {
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return { problem: `${quoteText(text)} is not a number` };
  const kind = kinds[style] ?? "number";
  const date = kind === "number" || kind === "percent" ? undefined : serialText(number, kind, is1904);
  // a time of day without a date is text
  if (date !== undefined) return { text: date, kind: date.includes("-") ? "d" : "t" };
  if (kind === "percent") return { text: exactNumber(number, { type: "percent", precision: 0 }), kind: "p" };
  return { text: String(number), kind: "n" };
}
