/*
 * Where rows and the headers of groups are, in pixels. Rows are counted in the order of the list; lines are what is seen: rows and headers,
 * without the rows of folded groups.
 */
import type { View } from "#lib/schemas/tables/view";

/** By the option `rowHeight` of a grid. What fits the content of each row is not known before the row is drawn, so it is `medium`. */
const heights: Record<string, number> = { short: 36, medium: 56, tall: 96, extraTall: 136, autoFit: 56 };
export const groupHeight = 40;
/** Browsers draw nothing beyond some 17 million pixels (Firefox): with more rows, one pixel of the scroll bar is more than one. */
const mostHeight = 15_000_000;

export const rowHeightOf = (view: Pick<View, "options"> | undefined): number =>
  heights[String(view?.options?.["rowHeight"] ?? "short")] ?? 36;

/** The header of a group. */
export interface GroupHead {
  id: string;
  /** 0 for the outermost. */
  depth: number;
  value: unknown;
  /** How many rows it has, with those of the groups in it. */
  count: number;
  /** Its first row. */
  first: number;
  isFolded: boolean;
}

/** What is on a line. */
export type SeenLine = { top: number; line: number } & (
  | { row: number; group?: never }
  | { group: GroupHead; row?: never }
);

/** A header, or rows one below the other. */
interface Stretch {
  top: number;
  line: number;
  /** The first row, or that before which the header is. */
  first: number;
  rows: number;
  group: GroupHead | undefined;
}

export class RowLayout {
  readonly rowHeight: number;
  /** How many rows there are, also folded ones. */
  readonly rows: number;
  readonly #stretches: readonly Stretch[];
  readonly #height: number;
  /** How many lines there are. */
  readonly lines: number;

  /** Groups are in the order of the list, outer ones before those in them. Rows after the last group have no header. */
  constructor(rows: number, rowHeight: number, groups: readonly GroupHead[] = []) {
    this.rowHeight = rowHeight;
    const stretches: Stretch[] = [];
    let [top, line, first] = [0, 0, 0];
    const addRows = (to: number) => {
      if (to <= first) return;
      stretches.push({ top, line, first, rows: to - first, group: undefined });
      top += (to - first) * rowHeight;
      line += to - first;
      first = to;
    };
    for (const group of groups) {
      // it is in a folded group
      if (group.first < first) continue;
      addRows(group.first);
      stretches.push({ top, line, first, rows: 0, group });
      top += groupHeight;
      line++;
      if (group.isFolded) first = group.first + group.count;
    }
    this.rows = Math.max(rows, ...groups.map((each) => each.first + each.count));
    addRows(this.rows);
    this.#stretches = stretches;
    this.#height = top;
    this.lines = line;
  }

  /** The height of all lines as it is scrolled. */
  get height(): number {
    return Math.min(this.#height, mostHeight);
  }

  /** How many pixels of lines go by for each one that is scrolled: 1, unless there are very many rows. */
  scaleOf(viewHeight: number): number {
    const room = this.height - viewHeight;
    const all = this.#height - viewHeight;
    return all > room && room > 0 ? all / room : 1;
  }

  /** The lines that are between two edges. */
  between(top: number, bottom: number): SeenLine[] {
    const lines: SeenLine[] = [];
    for (let at = this.#find((each) => each.top <= top); at < this.#stretches.length; at++) {
      const each = this.#stretches[at];
      if (!each || each.top >= bottom) break;
      if (each.group) {
        if (each.top + groupHeight > top) lines.push({ top: each.top, line: each.line, group: each.group });
        continue;
      }
      const from = Math.max(0, Math.floor((top - each.top) / this.rowHeight));
      const to = Math.min(each.rows, Math.ceil((bottom - each.top) / this.rowHeight));
      for (let i = from; i < to; i++) lines.push(this.#rowOf(each, i));
    }
    return lines;
  }

  /** The line of a row; undefined if its group is folded. */
  ofRow(row: number): SeenLine | undefined {
    const each = this.#stretches[this.#find(({ first }) => first <= row)];
    return each && row >= each.first && row < each.first + each.rows
      ? this.#rowOf(each, row - each.first)
      : undefined;
  }

  /** The line of the header of a group; undefined if it is in a folded one. */
  ofGroup(id: string): SeenLine | undefined {
    const each = this.#stretches.find(({ group }) => group?.id === id);
    return each?.group && { top: each.top, line: each.line, group: each.group };
  }

  /** The row that is at a height, or that before which the header there is. */
  rowAt(top: number): number {
    const each = this.#stretches[this.#find((one) => one.top <= top)];
    return each ? each.first + Math.floor(Math.max(0, top - each.top) / this.rowHeight) : 0;
  }

  /** What is on a line. */
  at(line: number): SeenLine | undefined {
    const each = this.#stretches[this.#find((one) => one.line <= line)];
    if (!each) return undefined;
    if (each.group) return { top: each.top, line: each.line, group: each.group };
    return line - each.line < each.rows ? this.#rowOf(each, line - each.line) : undefined;
  }

  /** The row that is on this line or on the next one in this direction that has a row; undefined if there is none. */
  rowFrom(line: number, direction: 1 | -1): number | undefined {
    for (let at = line; at >= 0 && at < this.lines; at += direction) {
      const found = this.at(at);
      if (found?.row !== undefined) return found.row;
    }
    return undefined;
  }

  /** The row that is seen nearest to this one, later ones first. */
  nearest(row: number): number | undefined {
    if (this.ofRow(row)) return row;
    const after = this.#stretches.find(({ first, rows }) => rows > 0 && first > row);
    if (after) return after.first;
    const before = this.#stretches.findLast(({ first, rows }) => rows > 0 && first <= row);
    return before && before.first + before.rows - 1;
  }

  /** The first and last row around this one between which no row is folded. */
  runAround(row: number): [first: number, last: number] {
    const at = this.#stretches.findIndex(({ first, rows }) => row >= first && row < first + rows);
    if (at === -1) return [row, row];
    let [from, to] = [at, at];
    const isFolded = (i: number) => this.#stretches[i]?.group?.isFolded === true;
    while (from > 0 && !isFolded(from - 1)) from--;
    while (to < this.#stretches.length - 1 && !isFolded(to + 1)) to++;
    const last = this.#stretches[to];
    return [this.#stretches[from]?.first ?? row, (last?.first ?? row) + (last?.rows ?? 1) - 1];
  }

  #rowOf({ top, line, first }: Stretch, i: number): SeenLine {
    return { top: top + i * this.rowHeight, line: line + i, row: first + i };
  }

  /** The last stretch of which this holds, by halving: it holds for all before one of which it holds. 0 without one. */
  #find(holds: (stretch: Stretch) => boolean): number {
    let [from, to] = [0, this.#stretches.length - 1];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      const each = this.#stretches[middle];
      if (each && holds(each)) from = middle;
      else to = middle - 1;
    }
    return from;
  }
}
