/*
 * The rows of a view, as far as they were looked at: blocks of 200, at most 100 of them.
 *
 *   the cursor of a block is known     the block is read from it
 *   row ≤ 10,000                       the block is read by skipping rows
 *   further, no cursor known           the way there is walked, 1,000 rows a request, with the primary cells only
 *
 * The count comes when it comes: until then there are as many rows as were found, and one block more while the list goes on.
 */
import type { GridPage, GridRow as Row } from "./answers.ts";

export const rowsInBlock = 200;
const blocksKept = 100;
const blocksInStep = 5;
/** The server skips no more rows. */
const mostSkipped = 10_000;

/** Asks for a page of the view. `isBrief`: the cells are not needed. */
export type AskPage = (query: {
  take: number;
  cursor?: string;
  skip?: number;
  isBrief: boolean;
}) => Promise<GridPage>;

export class RowWindow {
  readonly #askPage: AskPage;
  readonly #onChange: () => void;
  readonly #onProblem: (error: unknown) => void;
  /** In the order of their last use. */
  readonly #blocks = new Map<number, Row[]>();
  /** Block → the cursor before its first row. */
  readonly #cursors = new Map<number, string>();
  #known = 0;
  #end: number | undefined;
  #counted: number | undefined;
  #wanted: number[] = [];
  #isReading = false;
  #hasFailed = false;

  constructor(askPage: AskPage, onChange: () => void, onProblem: (error: unknown) => void) {
    this.#askPage = askPage;
    this.#onChange = onChange;
    this.#onProblem = onProblem;
  }

  /** How many rows there are, as far as it is known. */
  get count(): number {
    return this.#end ?? Math.max(this.#counted ?? 0, this.#known);
  }

  /** Whether the number is that of all rows. */
  get isCounted(): boolean {
    return this.#end !== undefined || this.#counted !== undefined;
  }

  setCount(count: number): void {
    this.#counted = count;
    this.#onChange();
  }

  /** The row at a place; undefined until it was read. */
  at(index: number): Row | undefined {
    return this.#blocks.get(Math.floor(index / rowsInBlock))?.[index % rowsInBlock];
  }

  /** These rows are looked at: what is missing of them is read next. Earlier wishes that were not met are forgotten. */
  want(first: number, last: number): void {
    const blocks: number[] = [];
    for (let block = Math.floor(first / rowsInBlock); block * rowsInBlock <= last; block++) {
      const kept = this.#blocks.get(block);
      if (kept) {
        this.#blocks.delete(block);
        this.#blocks.set(block, kept);
      } else if (this.#end === undefined || block * rowsInBlock < this.#end) blocks.push(block);
    }
    this.#wanted = blocks;
    if (!this.#isReading && !this.#hasFailed) void this.#read();
  }

  /** Goes on after a problem. */
  retry(): void {
    this.#hasFailed = false;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      for (let [block] = this.#wanted; block !== undefined; [block] = this.#wanted) {
        if (await this.#reach(block)) await this.#readBlock(block);
        this.#wanted = this.#wanted.filter((each) => !this.#blocks.has(each) && !this.#isBeyond(each));
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#onProblem(error);
    }
    this.#isReading = false;
  }

  #isBeyond(block: number): boolean {
    return this.#end !== undefined && block * rowsInBlock >= this.#end;
  }

  /** Whether the block can be read now; otherwise it comes one step nearer. */
  async #reach(block: number): Promise<boolean> {
    if (this.#cursors.has(block) || block * rowsInBlock <= mostSkipped) return true;
    const from = Math.max(
      mostSkipped / rowsInBlock,
      ...[...this.#cursors.keys()].filter((each) => each < block),
    );
    const step = Math.min(blocksInStep, block - from);
    await this.#readFrom(from, step * rowsInBlock, true);
    return this.#cursors.has(block);
  }

  async #readBlock(block: number): Promise<void> {
    const rows = await this.#readFrom(block, rowsInBlock, false);
    this.#blocks.set(block, rows);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= blocksKept) break;
      this.#blocks.delete(oldest);
    }
    this.#onChange();
  }

  /** Reads so many rows, or to the end, and keeps the cursor after them. A page may be short without being the last. */
  async #readFrom(block: number, most: number, isBrief: boolean): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor = this.#cursors.get(block);
    const first = block * rowsInBlock;
    while (rows.length < most) {
      const from = cursor === undefined ? { skip: first } : { cursor };
      const page = await this.#askPage({ take: most - rows.length, isBrief, ...from });
      rows.push(...page.records);
      const { nextCursor } = page;
      this.#known = Math.max(this.#known, first + rows.length + (nextCursor === null ? 0 : rowsInBlock));
      if (nextCursor === null) {
        this.#end = first + rows.length;
        break;
      }
      cursor = nextCursor;
    }
    if (rows.length === most && cursor !== undefined && this.#end === undefined)
      this.#cursors.set(block + most / rowsInBlock, cursor);
    return rows;
  }
}
