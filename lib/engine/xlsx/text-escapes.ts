/*
 * Texts in a workbook. XML cannot contain control characters, so they are written as `_x0007_`. If a text itself looks like that, alone or
 * with the text after it, its underscore is escaped.
 */

const looksEscaped = /_(?=x[0-9a-f]{4}[_\p{Cc}\p{Cs}\ufffe\uffff])/giu;
/** Control characters except tab and line feed, halves of surrogate pairs, and U+FFFE and U+FFFF. */
const notInXml = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** The text, escaped so that readers of workbooks read it back. */
export const escapeText = (text: string): string =>
  text
    .replace(looksEscaped, "_x005F_")
    .replace(notInXml, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);

/** The text that was written. */
export const unescapeText = (text: string): string =>
  text.includes("_x") || text.includes("_X")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
