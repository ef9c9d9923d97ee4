/*
 * The rows of a stack as they are shown. What this window moves is shown at its new place at once:
 *
 *   moved here, moved away ─▶ saved    the rows are read again; until then it is shown as it was moved
 *                          └▶ refused  it is shown where it was
 */
import type { CardRows } from "../cards/card-rows.ts";
import type { GridRow } from "../grid/answers.ts";
import { type AskPage, type AskPlaces, RowWindow } from "../grid/rows.ts";

/** Beside which record of the stack; undefined: after all others. */
export type StackPlace = { anchorId: string; position: "before" | "after" } | undefined;

interface Moved {
  row: GridRow;
  /** Where it is; "away": in another stack. */
  place: StackPlace | "away";
  /** The requests that began before it was saved do not know of it. */
  savedAt?: number;
}

/** What is another one than in the rows that were read: before which row something is put in, or which row is taken out. */
interface Difference {
  before: number;
  added?: GridRow;
}

interface StackOptions {
  askPage: AskPage;
  askPlaces?: AskPlaces;
  onChange: () => void;
  onProblem: (error: unknown) => void;
}

export class StackRows implements CardRows {
  /** As they were read. */
  readonly window: RowWindow;
  readonly #onChange: () => void;
  readonly #moved = new Map<string, Moved>();
  #differences: Difference[] | undefined;
  #asked = 0;
  #answered = 0;

  constructor({ askPage, askPlaces, onChange, onProblem }: StackOptions) {
    this.#onChange = onChange;
    const ask: AskPage = async (query) => {
      const turn = ++this.#asked;
      const page = await askPage(query);
      this.#answered = Math.max(this.#answered, turn);
      return page;
    };
    this.window = new RowWindow(ask, () => this.#settle(), onProblem, askPlaces);
  }

  get count(): number {
    let { count } = this.window;
    for (const { added } of this.#changes()) count += added ? 1 : -1;
    return Math.max(0, count);
  }

  at(index: number): GridRow | undefined {
    let shift = 0;
    for (const { before, added } of this.#changes()) {
      const place = before + shift;
      if (index < place) break;
      if (added && index === place) return added;
      shift += added ? 1 : -1;
    }
    return this.window.at(index - shift);
  }

  indexOf(recordId: string): number | undefined {
    const base = this.#moved.has(recordId) ? undefined : this.window.indexOf(recordId);
    let shift = 0;
    for (const { before, added } of this.#changes()) {
      if (added?.id === recordId) return before + shift;
      if (base !== undefined && before > base) break;
      shift += added ? 1 : -1;
    }
    return base === undefined ? undefined : base + shift;
  }

  want(first: number, last: number): void {
    const more = this.#moved.size;
    this.window.want(Math.max(0, first - more), last + more);
  }

  /** Shows a record in this stack, or elsewhere in it. */
  putIn(row: GridRow, place: StackPlace): void {
    this.#moved.delete(row.id);
    this.#moved.set(row.id, { row, place });
    this.#change();
  }

  /** Shows a record no longer. */
  takeOut(row: GridRow): void {
    this.#moved.delete(row.id);
    this.#moved.set(row.id, { row, place: "away" });
    this.#change();
  }

  /** It was saved: it is shown as it was moved until the rows were read again. */
  keep(recordId: string): void {
    const moved = this.#moved.get(recordId);
    if (!moved) return;
    moved.savedAt = this.#asked;
    // until they were read again there are as many as before
    this.window.setCount(this.window.count);
    this.window.refresh({ hasMoved: true, recordIds: undefined });
  }

  /** It was refused: it is shown where it was. */
  putBack(recordId: string): void {
    if (this.#moved.delete(recordId)) this.#change();
  }

  #settle(): void {
    for (const [id, { savedAt }] of this.#moved)
      if (savedAt !== undefined && this.#answered > savedAt) this.#moved.delete(id);
    this.#change();
  }

  #change(): void {
    this.#differences = undefined;
    this.#onChange();
  }

  #changes(): Difference[] {
    this.#differences ??= this.#compare();
    return this.#differences;
  }

  #compare(): Difference[] {
    const taken: Difference[] = [];
    const added: Required<Difference>[] = [];
    for (const [id, { row, place }] of this.#moved) {
      const base = this.window.indexOf(id);
      if (base !== undefined) taken.push({ before: base });
      if (place === "away") continue;
      const isAfter = place?.position === "after";
      const beside = place ? added.findIndex((other) => other.added.id === place.anchorId) : -1;
      if (beside !== -1) {
        const before = added[beside]?.before ?? 0;
        added.splice(isAfter ? beside + 1 : beside, 0, { before, added: row });
        continue;
      }
      const anchor = place && this.window.indexOf(place.anchorId);
      const before = anchor === undefined ? this.window.count : anchor + (isAfter ? 1 : 0);
      // right behind its anchor: before what else was put in there
      const first = added.findIndex((other) => other.before === before);
      added.splice(anchor !== undefined && isAfter && first !== -1 ? first : added.length, 0, {
        before,
        added: row,
      });
    }
    // at one place what is put in comes before the row that is taken out
    return [...added, ...taken].sort((a, b) => a.before - b.before || Number(!a.added) - Number(!b.added));
  }
}
