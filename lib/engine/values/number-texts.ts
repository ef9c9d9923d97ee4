/*
 * Reads numbers as people and programs write them: the whole text must be a number. Joining the digits of "555 12" or "5(3)" would invent
 * one.
 *
 *   (−) currency (−) digits in groups, decimal sign, digits, exponent currency %        each part at most once, brackets are a minus
 */
import { keepsNumber } from "#lib/schemas/basics/number";
import {
  Ambiguous,
  type ColumnReading,
  type DecimalMark,
  type Evidence,
  toPlainWidth,
} from "./column-reading.ts";
import { shifted } from "./decimals.ts";
import type { NumberFormatting } from "./numbers.ts";

const longestText = 400;

/** A number in the form of JavaScript, and whether a percent sign follows it. */
interface Written {
  digits: string;
  isPercent: boolean;
}

interface Parts {
  sign: string;
  /** The text without signs and currency. */
  core: string;
  isPercent: boolean;
  hasCurrency: boolean;
}

/**
 * The number in a text; undefined if it is no number, and `Ambiguous` if it may be two numbers. `decimal` is the decimal sign of the
 * column. Without it the formatting of the field decides, if it can: a point is a decimal sign, and currencies are shown with commas
 * between thousands.
 */
export function readNumber(
  text: string,
  formatting: NumberFormatting,
  decimal?: DecimalMark,
): number | Ambiguous | undefined {
  const parts = partsOf(text, formatting);
  const found = parts && writtenIn(parts, formatting, decimal);
  if (found === undefined || found instanceof Ambiguous) return found;
  const number = Number(found.digits);
  if (!keepsNumber(found.digits, number)) return undefined;
  return found.isPercent || formatting.type === "percent" ? shifted(number, -2) : number;
}

/** The number of a text in the form of JavaScript, with `%` if the text has one; undefined if it is no number with this decimal sign. */
export function numberText(text: string, decimal: DecimalMark): string | undefined {
  const parts = partsOf(text);
  const digits = parts && digitsOf(parts.core, decimal);
  return digits === undefined ? undefined : parts?.sign + digits + (parts?.isPercent ? "%" : "");
}

/** Collects what the texts of a column prove about its decimal sign. Without a proof the formatting decides: a point. */
export class NumberEvidence implements Evidence {
  #points = 0;
  #commas = 0;
  readonly #formatting: NumberFormatting | undefined;

  constructor(formatting?: NumberFormatting) {
    this.#formatting = formatting;
  }

  note(text: string): void {
    // most texts contain neither sign
    if (!/[.,\uff0c\uff0e]/.test(text)) return;
    const parts = partsOf(text, this.#formatting);
    if (!parts) return;
    const [point, comma] = [digitsOf(parts.core, "."), digitsOf(parts.core, ",")];
    if (point !== undefined && comma === undefined) this.#points++;
    if (comma !== undefined && point === undefined) this.#commas++;
  }

  reading(): ColumnReading {
    if (this.#points === this.#commas) return {};
    return { decimal: this.#commas > this.#points ? "," : "." };
  }
}

function writtenIn(
  { sign, core, isPercent, hasCurrency }: Parts,
  { type }: NumberFormatting,
  decimal: DecimalMark | undefined,
): Written | Ambiguous | undefined {
  const read = (mark: DecimalMark): Written | undefined => {
    const digits = digitsOf(core, mark);
    return digits === undefined ? undefined : { digits: sign + digits, isPercent };
  };
  if (decimal) return read(decimal);
  const [point, comma] = [read("."), read(",")];
  if (!point || !comma || Number(point.digits) === Number(comma.digits)) return point ?? comma;
  // a field with this formatting would show the number in this way
  if (type === "currency" || (core.includes(".") && !hasCurrency)) return point;
  const [small, large] = [point, comma].sort(
    (a, b) => Math.abs(Number(a.digits)) - Math.abs(Number(b.digits)),
  );
  const show = (each = point) => each.digits + (isPercent ? "%" : "");
  return new Ambiguous([show(large), show(small)]);
}

const currencies = new Set(Intl.supportedValuesOf("currency"));
const blank = /\s/;

function partsOf(text: string, formatting?: NumberFormatting): Parts | undefined {
  if (text.length > longestText) return undefined;
  let rest = toPlainWidth(text).trim();
  let sign = "";
  let signs = 0;
  if (rest.startsWith("(") && rest.endsWith(")")) {
    rest = rest.slice(1, -1).trim();
    sign = "-";
    signs++;
  }
  const takeSign = () => {
    const first = rest.charAt(0);
    if (first !== "-" && first !== "+" && first !== "−") return;
    if (first !== "+") sign = "-";
    signs++;
    rest = rest.slice(1).trimStart();
  };
  takeSign();
  const ahead = currencyAhead(rest, formatting);
  rest = rest.slice(ahead).trimStart();
  if (ahead > 0) takeSign();
  if (signs > 1) return undefined;
  const isPercent = rest.endsWith("%");
  if (isPercent) rest = rest.slice(0, -1).trimEnd();
  const behind = ahead > 0 ? 0 : currencyBehind(rest, formatting);
  if (behind > 0) rest = rest.slice(0, -behind).trimEnd();
  if (isPercent && ahead + behind > 0) return undefined;
  return { sign, core: rest, isPercent, hasCurrency: ahead + behind > 0 };
}

/** How many characters at the beginning are a currency: the symbol of the field, a sign like $ or US$, or a code like EUR. */
function currencyAhead(text: string, formatting: NumberFormatting | undefined): number {
  const own = ownSymbol(formatting);
  if (own && text.startsWith(own)) return own.length;
  const sign = /^[A-Z]{0,3}\p{Sc}/u.exec(text)?.[0];
  if (sign) return sign.length;
  return currencies.has(text.slice(0, 3)) && /[\s\d+\-−.,]/.test(text.charAt(3)) ? 3 : 0;
}

function currencyBehind(text: string, formatting: NumberFormatting | undefined): number {
  const own = ownSymbol(formatting);
  if (own && text.endsWith(own)) return own.length;
  const end = text.slice(-6);
  const sign = /(?:\p{Sc}|[A-Z]\p{Sc}|[A-Z]{2}\p{Sc}|[A-Z]{3}\p{Sc})$/u.exec(end)?.[0];
  if (sign) return sign.length;
  return currencies.has(text.slice(-3)) &&
    (blank.test(text.charAt(text.length - 4)) || /\d/.test(text.charAt(text.length - 4)))
    ? 3
    : 0;
}

/**
 * The formatting without a symbol that could be part of a number, so that its texts are read as the same numbers: 5 with the symbol - would
 * be read as -5.
 */
export const readableFormatting = (formatting: NumberFormatting): NumberFormatting =>
  formatting.type === "currency" && ownSymbol(formatting) === undefined
    ? { ...formatting, symbol: "" }
    : formatting;

/** The symbol of the formatting, unless it could be part of a number. */
function ownSymbol(formatting: NumberFormatting | undefined): string | undefined {
  const symbol = formatting?.type === "currency" ? formatting.symbol.trim() : "";
  return symbol === "" || /^[\d\s.,+\-−%()'’]*$/.test(symbol) ? undefined : symbol;
}

/** The digits in the form of JavaScript; undefined if the text is not a number with this decimal sign. */
function digitsOf(core: string, decimal: DecimalMark): string | undefined {
  const at = core.search(/e/i);
  const mantissa = at < 0 ? core : core.slice(0, at);
  const exponent = at < 0 ? "" : core.slice(at);
  if (at >= 0 && !/^e[+-]?\d{1,4}$/i.test(exponent)) return undefined;
  const point = mantissa.indexOf(decimal);
  const whole = ungroup(point < 0 ? mantissa : mantissa.slice(0, point), decimal === "." ? "," : ".");
  const fraction = point < 0 ? "" : mantissa.slice(point + 1);
  if (whole === undefined || !/^\d*$/.test(fraction) || whole + fraction === "") return undefined;
  return `${whole || "0"}${fraction && `.${fraction}`}${exponent}`;
}

/** Separators between groups of digits, besides comma and point: blanks that do not break lines, and apostrophes. */
const groupMarks = [" ", "\u00a0", "\u2007", "\u2009", "\u202f", "'", "’"];

/** The digits without the marks between groups of three (or as in India: 12,34,567); undefined if the groups have other lengths. */
function ungroup(text: string, mark: string): string | undefined {
  if (/^\d*$/.test(text)) return text;
  const used = [mark, ...groupMarks].find((each) => text.includes(each));
  const groups = used === undefined ? [] : text.split(used);
  const [first = "", ...more] = groups;
  if (more.length === 0 || !groups.every((each) => /^\d{1,3}$/.test(each))) return undefined;
  const isWestern = more.every((each) => each.length === 3);
  const isIndian =
    used === "," &&
    more.length > 1 &&
    first.length < 3 &&
    more.every((each, i) => each.length === (i === more.length - 1 ? 3 : 2));
  return (isWestern || isIndian) && !first.startsWith("0") ? groups.join("") : undefined;
}
