/*
 * All texts of a column decide together how ambiguous ones are read: which sign is the decimal sign, and whether a date begins with the day
 * or the month. A single text is read by the format of its field, or refused.
 */

export type DecimalMark = "." | ",";

/** The order of day, month and year in dates such as 03/04/2024 and 24-04-03. */
export type DateOrder = "DMY" | "MDY" | "YMD";

/** How the texts of a column are read. `unclear`: as many dates have the day first as have the month first. */
export interface ColumnReading {
  decimal?: DecimalMark;
  order?: DateOrder | "unclear";
}

/** Collects what the texts of a column prove. Texts are added one by one, so that a large table needs no memory. */
export interface Evidence {
  note(text: string): void;
  /** How the column is read. Without `decimal` or `order`, nothing was proved about it. */
  reading(): ColumnReading;
}

/** A text that can be read in two ways: `readings` writes each way so that it is clear. */
export class Ambiguous {
  readonly readings: readonly [string, string];

  constructor(readings: readonly [string, string]) {
    this.readings = readings;
  }
}

/** Converts full-width letters, digits and signs, which East Asian keyboards write, to plain ones. */
export const toPlainWidth = (text: string): string =>
  /[\u3000\uff01-\uff5e]/.test(text)
    ? text.replace(/[\u3000\uff01-\uff5e]/g, (each) =>
        each === "\u3000" ? " " : String.fromCharCode(each.charCodeAt(0) - 0xfee0),
      )
    : text;
