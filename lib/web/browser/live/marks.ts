/* What is marked in a grid: cells that others changed just now, and those at which they are. */
import type { CellMark } from "../grid/lines.ts";
import type { Present } from "./feed.ts";
import { colorOfPerson } from "./person-mark.ts";

type Marks = ReadonlyMap<string, CellMark>;

export class GridMarks {
  readonly #show: (marks: Marks) => void;
  #changed: Marks = new Map();
  #people: Marks = new Map();
  #sent: Marks = new Map();

  constructor(show: (marks: Marks) => void) {
    this.#show = show;
  }

  setChanged(changed: Marks): void {
    this.#changed = changed;
    this.show();
  }

  /** Files are on their way to these cells. */
  readonly setSent = (sent: Marks): void => {
    this.#sent = sent;
    this.show();
  };

  setPeople(people: readonly Present[]): void {
    const before = this.#people;
    this.#people = new Map(
      people.flatMap(({ userId, name, recordId, fieldId }): [string, CellMark][] =>
        recordId && fieldId
          ? [[`${recordId} ${fieldId}`, { who: { name, color: colorOfPerson(userId) } }]]
          : [],
      ),
    );
    if (before.size > 0 || this.#people.size > 0) this.show();
  }

  /** Shows all marks: in a grid that was made just now, too. */
  show(): void {
    const all = new Map(this.#people);
    for (const [key, mark] of [...this.#sent, ...this.#changed]) all.set(key, { ...all.get(key), ...mark });
    this.#show(all);
  }
}
