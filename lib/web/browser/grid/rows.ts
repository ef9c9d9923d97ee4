/*
 * The rows of a view, as far as they were looked at: blocks of 200, at most 100 of them.
 *
 *   the cursor of a block is known     the block is read from it
 *   row ≤ 10,000                       the block is read by skipping rows
 *   further, no cursor known           the server is asked once for a cursor about each 1,000 rows; the block is read from the one before it
 *   a list without such places         the way there is walked, 1,000 rows a request, with the primary cells only
 *
 * The count comes when it comes: until then there are as many rows as were found, and one block more while the list goes on.
 *
 * Rows that are not stored yet come after all others.
 *
 * Rows that changed elsewhere are shown as they were until their block was read again: at once if it is looked at, otherwise when it is.
 */
import { type GridPage, isOlderThan, type GridRow as Row } from "./answers.ts";

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

/** A row that is another one than before, by the ids of the record and of the fields whose cells are. */
export interface RowChanged {
  recordId: string;
  fieldIds: string[];
}

/** A cursor, and the row with which its page begins. */
export interface ListPlace {
  row: number;
  cursor: string | null;
}

/** Asks for places in the list, in their order; none if it has none. */
export type AskPlaces = () => Promise<ListPlace[]>;

/** A walk through the list: the row that was reached, and the one that is looked for. */
export interface WayWalked {
  at: number;
  to: number;
}

export class RowWindow {
  readonly #askPage: AskPage;
  readonly #askPlaces: AskPlaces;
  readonly #onChange: (changed: RowChanged[]) => void;
  readonly #onProblem: (error: unknown) => void;
  /** In the order of their last use. */
  readonly #blocks = new Map<number, Row[]>();
  /** Block → the cursor before its first row. */
  readonly #cursors = new Map<number, string>();
  /** Undefined until they are needed. */
  #places: ListPlace[] | undefined;
  /** The rows that were found, and whether there are more behind them. */
  #known = 0;
  #goesOn = false;
  #end: number | undefined;
  #counted: number | undefined;
  #wanted: number[] = [];
  /** The blocks that are read again before they count as read. */
  readonly #stale = new Set<number>();
  #lookedAt: [first: number, last: number, isSeen?: (block: number) => boolean] = [0, 0];
  #walking: WayWalked | undefined;
  /** The rows that are not stored yet, and before them those that were stored since and are not read yet. */
  #added: readonly Row[] = [];
  #made: readonly Row[] = [];
  /** What the rows are called now that were not stored, by the ids that they had. */
  readonly #ids = new Map<string, string>();
  #isReading = false;
  #hasFailed = false;

  constructor(
    askPage: AskPage,
    onChange: (changed: RowChanged[]) => void,
    onProblem: (error: unknown) => void,
    askPlaces: AskPlaces = async () => [],
  ) {
    this.#askPage = askPage;
    this.#askPlaces = askPlaces;
    this.#onChange = onChange;
    this.#onProblem = onProblem;
  }

  /** How many rows there are, as far as it is known. */
  get count(): number {
    return this.#stored + this.#made.length + this.#added.length;
  }

  /** How many of them are stored and read, or may be read. */
  get #stored(): number {
    if (this.#end !== undefined) return this.#end;
    const counted = this.#counted ?? 0;
    // there are more than were counted, or they are not counted yet
    const more = this.#goesOn && this.#known >= counted ? rowsInBlock : 0;
    return Math.max(counted, this.#known + more);
  }

  /** Whether the number is that of all rows. */
  get isCounted(): boolean {
    return this.#end !== undefined || this.#counted !== undefined;
  }

  /** How far the way to the rows that are looked at is walked; undefined if they are read at once. */
  get walking(): WayWalked | undefined {
    return this.#walking;
  }

  setCount(count: number): void {
    this.#counted = count;
    if (this.#end !== undefined && this.#end > count) this.#end = undefined;
    this.#onChange([]);
  }

  /**
   * Records changed elsewhere; undefined for any. `hasMoved`: records came, went or have another place. Far from the top rows are then still read
   * from where they were, so that what is looked at stays there.
   */
  refresh({ hasMoved, recordIds }: { hasMoved: boolean; recordIds: ReadonlySet<string> | undefined }): void {
    for (const [block, rows] of this.#blocks)
      if (hasMoved || !recordIds || rows.some(({ id }) => recordIds.has(id))) this.#stale.add(block);
    if (hasMoved) {
      this.#end = undefined;
      this.#known = 0;
      if (this.#lookedAt[1] <= mostSkipped) {
        this.#cursors.clear();
        this.#places = undefined;
      }
    }
    this.#hasFailed = false;
    this.want(...this.#lookedAt);
  }

  /** The record as it is now, where it is shown. An answer that comes after a later one changes nothing. */
  replaceRow(row: Row): void {
    for (const rows of this.#blocks.values()) {
      const at = rows.findIndex(({ id }) => id === row.id);
      const known = rows[at];
      if (known && !isOlderThan(known, row)) rows[at] = row;
    }
    this.#onChange([]);
  }

  /** Shows these rows after all others: they are not stored. */
  setAdded(rows: readonly Row[]): void {
    const isSame = rows.length === this.#added.length && rows.every((row, i) => row === this.#added[i]);
    if (isSame) return;
    this.#added = rows;
    this.#onChange([]);
  }

  /** A row that was added is stored now: it stays until the rows were read again. Gives whether it was shown. */
  setMade(newId: string, row: Row): boolean {
    if (!this.#added.some(({ id }) => id === newId)) return false;
    this.#ids.set(newId, row.id);
    this.#added = this.#added.filter(({ id }) => id !== newId);
    this.#made = [...this.#made, row];
    return true;
  }

  /** Reads all again that is looked at, because this window changed it. What was read is shown until then. */
  reload(): void {
    this.refresh({ hasMoved: true, recordIds: undefined });
    this.#onChange([]);
  }

  /** The row at a place; undefined until it was read. */
  at(index: number): Row | undefined {
    const stored = this.#stored;
    if (index >= stored) return this.#made[index - stored] ?? this.#added[index - stored - this.#made.length];
    return this.#blocks.get(Math.floor(index / rowsInBlock))?.[index % rowsInBlock];
  }

  /** The place of a record among the rows that were read. */
  indexOf(shownId: string): number | undefined {
    const recordId = this.#ids.get(shownId) ?? shownId;
    for (const [block, rows] of this.#blocks) {
      const at = rows.findIndex(({ id }) => id === recordId);
      if (at !== -1) return block * rowsInBlock + at;
    }
    const at = [...this.#made, ...this.#added].findIndex(({ id }) => id === recordId);
    return at === -1 ? undefined : this.#stored + at;
  }

  /** The rows between two places, inclusive, as far as there are such. They are read if they were not. */
  async read(first: number, last: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let block = Math.floor(first / rowsInBlock); block * rowsInBlock <= last; block++) {
      let kept = this.#stale.has(block) ? undefined : this.#blocks.get(block);
      while (!kept && !this.#isBeyond(block)) {
        if (!(await this.#reach(block))) continue;
        await this.#readBlock(block);
        kept = this.#blocks.get(block);
      }
      if (!kept) break;
      const begin = block * rowsInBlock;
      rows.push(...kept.slice(Math.max(0, first - begin), last - begin + 1));
    }
    const stored = this.#stored;
    const more = [...this.#made, ...this.#added];
    return [...rows, ...more.slice(Math.max(0, first - stored), Math.max(0, last - stored + 1))];
  }

  /** These rows are looked at: what is missing of them is read next. Earlier wishes that were not met are forgotten. */
  want(first: number, last: number, isSeen: (block: number) => boolean = () => true): void {
    this.#lookedAt = [first, last, isSeen];
    const blocks: number[] = [];
    for (let block = Math.floor(first / rowsInBlock); block * rowsInBlock <= last; block++) {
      if (!isSeen(block)) continue;
      const kept = this.#blocks.get(block);
      if (kept) {
        this.#blocks.delete(block);
        this.#blocks.set(block, kept);
      }
      if (kept) {
        if (this.#stale.has(block)) blocks.push(block);
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
        this.#wanted = this.#wanted.filter(
          (each) => this.#stale.has(each) || !(this.#blocks.has(each) || this.#isBeyond(each)),
        );
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#walking = undefined;
      this.#onProblem(error);
    }
    this.#isReading = false;
    // what the view does not have is not shown any longer
    if (this.#made.length > 0 && !this.#hasFailed) {
      this.#made = [];
      this.#onChange([]);
    }
  }

  #isBeyond(block: number): boolean {
    return this.#end !== undefined && block * rowsInBlock >= this.#end;
  }

  /** Whether the block can be read now; otherwise it comes one step nearer. */
  async #reach(block: number): Promise<boolean> {
    const row = block * rowsInBlock;
    if (this.#cursors.has(block) || row <= mostSkipped) return true;
    this.#places ??= await this.#askPlaces();
    if (this.#placeBefore(row)) return true;
    const from = Math.max(
      mostSkipped / rowsInBlock,
      ...[...this.#cursors.keys()].filter((each) => each < block),
    );
    const step = Math.min(blocksInStep, block - from);
    this.#walking = { at: from * rowsInBlock, to: row };
    this.#onChange([]);
    await this.#readFrom(from, step * rowsInBlock, true);
    return this.#cursors.has(block);
  }

  /** The place from which a row is reached by skipping few others. */
  #placeBefore(row: number): { cursor: string; skip: number } | undefined {
    const place = this.#places?.findLast((each) => each.row <= row);
    return place && place.cursor !== null && row - place.row <= mostSkipped
      ? { cursor: place.cursor, skip: row - place.row }
      : undefined;
  }

  async #readBlock(block: number): Promise<void> {
    this.#walking = undefined;
    // a change that comes meanwhile has it read once more
    this.#stale.delete(block);
    let rows: Row[];
    try {
      rows = await this.#readFrom(block, rowsInBlock, false);
    } catch (error) {
      this.#stale.add(block);
      throw error;
    }
    const former = new Map(this.#blocks.get(block)?.map((row) => [row.id, row]));
    const changed: RowChanged[] = [];
    this.#blocks.set(
      block,
      rows.map((row) => keepSame(former.get(row.id), row, changed)),
    );
    this.#made = this.#made.filter(({ id }) => !rows.some((row) => row.id === id));
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= blocksKept) break;
      this.#blocks.delete(oldest);
      this.#stale.delete(oldest);
    }
    this.#onChange(changed);
  }

  /** Reads so many rows, or to the end, and keeps the cursor after them. A page may be short without being the last. */
  async #readFrom(block: number, most: number, isBrief: boolean): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor = this.#cursors.get(block);
    const first = block * rowsInBlock;
    while (rows.length < most) {
      const from = cursor === undefined ? (this.#placeBefore(first) ?? { skip: first }) : { cursor };
      const page = await this.#askPage({ take: most - rows.length, isBrief, ...from });
      rows.push(...page.records);
      const { nextCursor } = page;
      if (nextCursor === null) {
        // skipping past the end says only that the end is before
        if (rows.length > 0 || first === 0) this.#end = first + rows.length;
        this.#known = this.#end ?? Math.min(this.#known, first);
        this.#goesOn = false;
        cursor = undefined;
        break;
      }
      this.#known = Math.max(this.#known, first + rows.length);
      this.#goesOn = true;
      cursor = nextCursor;
    }
    if (rows.length === most && cursor !== undefined) this.#cursors.set(block + most / rowsInBlock, cursor);
    return rows;
  }
}

/** The former row if it is the same; otherwise the new one, and says what is new of it. */
function keepSame(former: Row | undefined, row: Row, changed: RowChanged[]): Row {
  if (!former) return row;
  const ids = new Set([...Object.keys(former.fields), ...Object.keys(row.fields)]);
  const fieldIds = [...ids].filter(
    (id) => JSON.stringify(former.fields[id]) !== JSON.stringify(row.fields[id]),
  );
  if (fieldIds.length === 0) return former;
  changed.push({ recordId: row.id, fieldIds });
  return row;
}
