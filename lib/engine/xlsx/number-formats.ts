/* Number formats of workbooks: which kind of number a format shows, and the format for the numbers or dates of a field. */
import type { DateFormatting } from "#lib/engine/values/dates";
import type { NumberFormatting } from "#lib/engine/values/numbers";

/** The kind of number that a format shows. `time`: a time of day; `duration`: hours that go on after 24. */
export type NumberKind = "number" | "percent" | "date" | "time" | "duration";

/** The numbers of built-in formats, which workbooks do not list, from the first to the last. From 27 on they are dates of East Asian languages. */
const builtIn: [first: number, last: number, kind: NumberKind][] = [
  [9, 10, "percent"],
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "date"],
  [27, 36, "date"],
  [45, 45, "time"],
  [46, 46, "duration"],
  [47, 47, "time"],
  [50, 58, "date"],
];

/** The kind by the number of a format, and its code if the workbook lists one. */
export function numberKindOf(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn.find(([first, last]) => id >= first && id <= last)?.[2] ?? "number";
  const [first = ""] = withoutTexts(code.slice(0, longestCode).replace(/general|standard/gi, "")).split(";");
  if (/\[(h|m|s)/i.test(first)) return "duration";
  if (/[dy]|e{2}/i.test(first)) return "date";
  if (/[hs]/i.test(first)) return "time";
  if (/m/i.test(first)) return "date";
  return first.includes("%") ? "percent" : "number";
}

/** Programs write at most so many characters. */
const longestCode = 255;

/** The code without quoted and escaped texts, padding, colors, conditions and languages; `[h]` counts hours and stays. */
const withoutTexts = (code: string): string =>
  code.replace(/"[^"]*"?|\\.|[_*]./gs, "").replace(/\[(?!h+\]|m+\]|s+\])[^\][]*\]/gi, "");

/** The format code of numbers; undefined for numbers that need none. */
export function numberFormatCode(formatting: NumberFormatting): string {
  const { type, precision } = formatting;
  const decimals = precision > 0 ? `.${"0".repeat(precision)}` : "";
  if (type === "percent") return `0${decimals}%`;
  if (type === "decimal") return `0${decimals}`;
  // a format may have 255 characters
  const symbol = formatting.symbol.length > 20 ? "" : quoted(formatting.symbol);
  return `${symbol}#,##0${decimals}`;
}

const quoted = (text: string) => (text === "" ? "" : `"${text.replaceAll('"', '"\\""')}"`);

const dateToken = /\[([^\]]*)\]|YYYY|YY|M{1,4}|D{1,2}|d{3,4}|[^A-Za-z]/g;
const dayCode = "yyyy-mm-dd";

/** The format code of dates: the field's pattern, if a workbook can show it. */
export function dateFormatCode({ date, time }: DateFormatting): string {
  const tokens = [...date.matchAll(dateToken)];
  const isKnown = tokens.map(([token]) => token).join("") === date && /[YMD]/.test(date);
  const day = isKnown ? tokens.map(([token, text]) => tokenCode(token, text)).join("") : dayCode;
  if (time === "None") return day;
  return `${day} ${time === "HH:mm" ? "hh:mm" : "hh:mm AM/PM"}`;
}

const tokenCode = (token: string, text: string | undefined): string =>
  text !== undefined
    ? quoted(text)
    : /^[A-Za-z]/.test(token)
      ? token.toLowerCase()
      : /^[-/. ,]$/.test(token)
        ? token
        : quoted(token);
