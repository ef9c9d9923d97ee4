/* Cells that another person changed are marked for a moment. How, and whether they move, is a matter of the style. */
import type { CellMark } from "../grid/lines.ts";
import type { RowChanged } from "../grid/rows.ts";

/** Milliseconds, as long as the style takes. */
const shownFor = 2000;
/** What changed, but was not read again by then, is no news any longer. */
const mostAge = 10_000;

export class Flashes {
  readonly #show: (marks: ReadonlyMap<string, CellMark>) => void;
  /** Records that another person changed, and when that was heard. */
  readonly #expected = new Map<string, number>();
  readonly #marks = new Map<string, CellMark>();

  constructor(show: (marks: ReadonlyMap<string, CellMark>) => void) {
    this.#show = show;
  }

  /** Another person changed these records: what is new of them when they are read is marked. */
  expect(recordIds: ReadonlySet<string>): void {
    for (const id of recordIds) this.#expected.set(id, Date.now());
  }

  /** Marks what is new of rows that were read again. */
  show(changed: RowChanged[]): void {
    const now = Date.now();
    for (const [id, since] of this.#expected) if (now - since > mostAge) this.#expected.delete(id);
    const keys = changed
      .filter(({ recordId }) => this.#expected.has(recordId))
      .flatMap(({ recordId, fieldIds }) => fieldIds.map((fieldId) => `${recordId} ${fieldId}`));
    if (keys.length === 0) return;
    for (const key of keys) this.#marks.set(key, { isChanged: true });
    this.#show(new Map(this.#marks));
    setTimeout(() => {
      for (const key of keys) this.#marks.delete(key);
      this.#show(new Map(this.#marks));
    }, shownFor);
  }
}
