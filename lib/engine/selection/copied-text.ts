/* Cells as the text that programs exchange through the clipboard: tabs between columns, newlines between rows. */

/** A cell with a tab, a newline or a quotation mark is quoted, and quotation marks in it are doubled. */
export const copiedText = (rows: string[][]): string =>
  rows.map((row) => row.map(quoted).join("\t")).join("\n");

const quoted = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
