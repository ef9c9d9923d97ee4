/*
 * Texts in a workbook. XML has no control characters, so they are written as `_x0007_`; and a text that looks like that begins with an
 * escaped underscore.
 */

const looksEscaped = /_(?=x[0-9a-f]{4}_)/gi;
/** Halves of surrogate pairs, and the two characters that are none. Control characters are escaped by the library. */
const notInXml = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g;

/** A text so that readers of workbooks read it back. */
export const escapeText = (text: string): string =>
  text
    .replace(looksEscaped, "_x005F_")
    .replace(notInXml, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase()}_`);

/** The text that was written. */
export const unescapeText = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
