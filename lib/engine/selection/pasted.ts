/* Reads the rows of values in a copied text, and decides how they fill a selection. */

/** The cells of a text: tabs between columns, newlines between rows, quoted as `copiedText` does. A newline at the end does not count. */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = text.replace(/\r\n$|[\r\n]$/, "");
  for (let at = 0; at <= cells.length; ) {
    const { value, next } = readCell(cells, at);
    rows.at(-1)?.push(value);
    if (next < cells.length && cells[next] !== "\t") rows.push([]);
    at = next + (cells.startsWith("\r\n", next) ? 2 : 1);
  }
  return rows;
}

/** The cell that begins at `at`, and where it ends: at a tab, a newline or the end. */
function readCell(text: string, at: number): { value: string; next: number } {
  const end = endOfQuoted(text, at);
  if (end !== undefined) return { value: text.slice(at + 1, end - 1).replaceAll('""', '"'), next: end };
  const plain = /[^\t\r\n]*/y;
  plain.lastIndex = at;
  return { value: plain.exec(text)?.[0] ?? "", next: plain.lastIndex };
}

/**
 * The position where the quoted cell that begins at `at` ends; undefined if it is not quoted. A loop instead of a regular expression,
 * because a cell may have megabytes.
 */
function endOfQuoted(text: string, at: number): number | undefined {
  if (text[at] !== '"') return undefined;
  for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 2)) {
    const next = text[quote + 1];
    if (next === undefined || "\t\r\n".includes(next)) return quote + 1;
    if (next !== '"') return undefined;
  }
  return undefined;
}

export interface Size {
  rows: number;
  columns: number;
}

export const sizeOf = (values: readonly unknown[][]): Size => ({
  rows: values.length,
  columns: Math.max(0, ...values.map((row) => row.length)),
});

/** How many cells are filled: all selected ones if they are a multiple of the content, otherwise as many as the content has. */
export function filledSize(content: Size, selected: Size): Size {
  const isMultiple =
    content.rows > 0 &&
    content.columns > 0 &&
    selected.rows % content.rows === 0 &&
    selected.columns % content.columns === 0;
  return isMultiple ? selected : content;
}
