/* The cells of a view in which a text is, in the order of its rows. They are read some at a time. */

export interface Hit {
  /** The place of the record in the list, from 1. */
  index: number;
  recordId: string;
  fieldId: string;
}

interface HitsOptions {
  /** Reads the hits of so many records, after those that are skipped. */
  ask: (take: number, skip: number) => Promise<Hit[]>;
  /** How many hits there are. */
  count: () => Promise<number>;
  /** Whether its cell is in the grid. */
  isShown: (hit: Hit) => boolean;
}

/** Of so many records the hits are read at a time. */
const recordsInPage = 500;

export class Hits {
  readonly #options: HitsOptions;
  readonly #known: Hit[] = [];
  #records = 0;
  #isWhole = false;
  #counted = 0;
  /** The place of the hit that is shown. */
  #at = -1;

  constructor(options: HitsOptions) {
    this.#options = options;
  }

  /** Reads the first ones. */
  async begin(): Promise<void> {
    const [counted] = await Promise.all([this.#options.count(), this.#read()]);
    this.#counted = counted;
  }

  get count(): number {
    return this.#isWhole ? this.#known.length : Math.max(this.#counted, this.#known.length);
  }

  /** The place of the hit that is shown, from 1. */
  get place(): number {
    return this.#at + 1;
  }

  /** The next or the previous hit; after the last one comes the first. Undefined if there is none. */
  async go(step: 1 | -1): Promise<Hit | undefined> {
    let to = this.#at + step;
    // before the first one is the last one, which is known when all are
    while (!this.#isWhole && (to < 0 || to >= this.#known.length)) await this.#read();
    const { length } = this.#known;
    if (length === 0) return undefined;
    to = (to + length) % length;
    this.#at = to;
    return this.#known[to];
  }

  async #read(): Promise<void> {
    const hits = await this.#options.ask(recordsInPage, this.#records);
    const records = new Set(hits.map(({ recordId }) => recordId)).size;
    this.#records += records;
    this.#isWhole = records < recordsInPage;
    this.#known.push(...hits.filter(this.#options.isShown));
  }
}
