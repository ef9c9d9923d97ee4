/* Cell references of spreadsheets: `B7`. Rows and columns are counted from 1. */

/** The letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** The column and row of a reference; undefined if it is none. */
export function parseReference(text: string): { column: number; row: number } | undefined {
  const [, letters = "", row = ""] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(text) ?? [];
  if (!letters) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(row) };
}

/** A cell, or a whole row, of a sheet: `Fruit!B7`, `'My fruit'!7:7`. */
export function cellName(sheet: string, row: number, column?: number): string {
  const name = /^[\p{L}_][\p{L}\d_]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${column === undefined ? `${row}:${row}` : `${columnLetters(column)}${row}`}`;
}
