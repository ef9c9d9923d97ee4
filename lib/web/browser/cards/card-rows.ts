/* Where a list of cards gets its rows: all rows of a view, or some of them. */
import type { GridRow } from "../grid/answers.ts";

export interface CardRows {
  /** How many there are, as far as it is known. */
  readonly count: number;
  /** Undefined until it was read. */
  at(index: number): GridRow | undefined;
  indexOf(recordId: string): number | undefined;
  /** These are looked at: what is missing of them is read. */
  want(first: number, last: number): void;
}
