/* Rows as aligned columns, for people. */
import { printable } from "./output.ts";

const widestCell = 40;
const isWide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const isMark = /[\p{Mn}\p{Me}\p{Cf}]/u;

const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += isMark.test(character) ? 0 : isWide.test(character) ? 2 : 1;
  return width;
};

/** The beginning of a text that fits into so many columns. */
function cut(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > most - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Lays rows out. The widths follow from the first rows that it gets, so that pages align. */
export class TextGrid {
  readonly #heads: readonly string[];
  readonly #most: number;
  #widths: number[] | undefined;

  /** `most`: the columns of the terminal. */
  constructor(heads: readonly string[], most: number) {
    this.#heads = heads;
    this.#most = most;
  }

  /** The lines of these rows; before the first ones that of the heads, in a style. */
  lines(
    rows: readonly (readonly string[])[],
    styleHead: (text: string) => string = (text) => text,
  ): string[] {
    const texts = rows.map((row) => row.map((cell) => cut(printable(cell), widestCell)));
    const head: string[] = [];
    if (!this.#widths) {
      const heads = this.#heads.map((text) => cut(printable(text), widestCell));
      this.#widths = heads.map((text, i) =>
        Math.max(widthOf(text), ...texts.map((row) => widthOf(row[i] ?? ""))),
      );
      head.push(styleHead(this.#line(heads)));
    }
    return [...head, ...texts.map((row) => this.#line(row))];
  }

  #line(cells: readonly string[]): string {
    const widths = this.#widths ?? [];
    const padded = cells.map((cell, i) => {
      const width = widths[i] ?? 0;
      const text = cut(cell, width);
      return i === cells.length - 1 ? text : text + " ".repeat(Math.max(0, width - widthOf(text)));
    });
    return cut(padded.join("  "), this.#most);
  }
}
