/* The stacks of a board that were looked at, each with its rows. */
import type { WindowQuery } from "../bars/list-query.ts";
import { addFilter } from "../cards/which.ts";
import { askPagesOf } from "../grid/ask-page.ts";
import { readListPlaces } from "../grid/list-places.ts";
import { StackRows } from "./stack-rows.ts";
import type { Stack } from "./stacks.ts";

interface BoardOptions {
  tableId: string;
  query: WindowQuery;
  /** Whose cells the cards need. */
  fieldIds: readonly string[];
  onChange: () => void;
  onProblem: (error: unknown, retry: () => void) => void;
}

export class BoardRows {
  readonly #options: BoardOptions;
  readonly #stacks = new Map<string, StackRows>();
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(options: BoardOptions) {
    this.#options = options;
  }

  /** The rows of a stack; they are read as they are looked at. */
  open({ key, filter }: Stack): StackRows {
    const known = this.#stacks.get(key);
    if (known) return known;
    const { tableId, query, fieldIds, onChange, onProblem } = this.#options;
    const own = addFilter(query, filter);
    const made: StackRows = new StackRows({
      askPage: askPagesOf(tableId, own, (isBrief) => (isBrief ? fieldIds.slice(0, 1) : fieldIds)),
      askPlaces: () => readListPlaces(tableId, own),
      onChange,
      onProblem: (error) => onProblem(error, () => made.window.retry()),
    });
    this.#stacks.set(key, made);
    const count = this.#counts?.get(key) ?? 0;
    // not while the stack is being drawn
    if (this.#counts) queueMicrotask(() => made.window.setCount(count));
    return made;
  }

  /** The rows of a stack, if it was looked at. */
  find(key: string): StackRows | undefined {
    return this.#stacks.get(key);
  }

  get all(): readonly StackRows[] {
    return [...this.#stacks.values()];
  }

  /** How many records a stack has. */
  countOf(key: string): number {
    const rows = this.#stacks.get(key);
    return rows?.window.isCounted ? rows.count : (this.#counts?.get(key) ?? 0);
  }

  /** Takes what the server counted. */
  setCounts(counts: ReadonlyMap<string, number>): void {
    this.#counts = counts;
    for (const [key, rows] of this.#stacks) rows.window.setCount(counts.get(key) ?? 0);
  }
}
