/*
 * What is ambiguous in texts is decided once for a column, by all of its texts: which sign is the decimal sign, and whether the day or the
 * month is first in a date. A text that stands alone is read by the format of its field, or refused.
 */

export type DecimalMark = "." | ",";

/** The order of day, month and year in dates such as 03/04/2024 and 24-04-03. */
export type DateOrder = "DMY" | "MDY" | "YMD";

/** How the texts of a column are read. `unclear`: as many dates have the day first as the month. */
export interface ColumnReading {
  decimal?: DecimalMark;
  order?: DateOrder | "unclear";
}

/** What the texts of a column prove. Texts are noted one by one, so that a large table needs no memory. */
export interface Evidence {
  note(text: string): void;
  /** How the column is read. Without a `decimal`, or an `order`, nothing was proved. */
  reading(): ColumnReading;
}

/** A text that can be read in two ways, each written so that it has one meaning. */
export class Ambiguous {
  readonly readings: readonly [string, string];

  constructor(readings: readonly [string, string]) {
    this.readings = readings;
  }
}

/** Full-width letters, digits and signs, as East Asian keyboards write them, become plain ones. */
export const toPlainWidth = (text: string): string =>
  /[\u3000\uff01-\uff5e]/.test(text)
    ? text.replace(/[\u3000\uff01-\uff5e]/g, (each) =>
        each === "\u3000" ? " " : String.fromCharCode(each.charCodeAt(0) - 0xfee0),
      )
    : text;
