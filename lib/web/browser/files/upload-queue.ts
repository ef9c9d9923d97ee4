/*
 * Files on their way to cells.
 *
 *   added ─▶ queued ─▶ sending (so many at once) ─▶ sent ─▶ with all that came with it in one write of the cell ─▶ gone from the list
 *               ▲         ├─ cancelled: gone from the list
 *               └─ retry ─┴─ failed: stays, with the reason
 *
 * Files that were added together are one write, so one step of undo. Those that failed keep the others waiting only while they are sent.
 */

/** The cell that gets a file. */
export interface CellPlace {
  tableId: string;
  recordId: string;
  fieldId: string;
}

export interface CellUpload<Sent = unknown> {
  readonly id: number;
  readonly place: CellPlace;
  /** Those with the same number were added together. */
  readonly batch: number;
  readonly file: File;
  readonly state: "queued" | "sending" | "sent" | "failed";
  /** How much has gone, from 0 to 1. */
  readonly share: number;
  /** Why it failed. */
  readonly reason?: string | undefined;
  /** Absent: another try is of no use. */
  readonly mayRetry?: boolean | undefined;
  /** What the server said, once all bytes are there. */
  readonly sent?: Sent | undefined;
}

interface QueueOptions<Sent> {
  /** Sends the bytes. Rejects after `signal`. */
  send: (file: File, sending: { signal: AbortSignal; onSent: (share: number) => void }) => Promise<Sent>;
  /** Adds files to a cell. */
  keep: (place: CellPlace, files: { file: File; sent: Sent }[]) => Promise<void>;
  /** Why a file cannot be sent; undefined if it can. */
  examine: (file: File) => string | undefined;
  /** What an error says to a person. */
  explain: (error: unknown) => string;
  /** The list is another one. */
  onChange: (uploads: readonly CellUpload<Sent>[]) => void;
  /** So many are sent at once. */
  most?: number;
}

export class UploadQueue<Sent> {
  readonly #options: QueueOptions<Sent>;
  readonly #running = new Map<number, AbortController>();
  #uploads: readonly CellUpload<Sent>[] = [];
  #last = 0;
  /** Writes of cells, one after the other: each begins with what the one before it has left. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: QueueOptions<Sent>) {
    this.#options = options;
  }

  /** Adds files to a cell, in this order. */
  add(place: CellPlace, files: readonly File[]): void {
    const batch = this.#last + 1;
    const added = files.map((file): CellUpload<Sent> => {
      const reason = this.#options.examine(file);
      const state = reason === undefined ? "queued" : "failed";
      return { id: ++this.#last, place, batch, file, share: 0, state, reason };
    });
    this.#show([...this.#uploads, ...added]);
    this.#begin();
  }

  /** Takes an upload out of the list, and stops it. */
  cancel(id: number): void {
    const upload = this.#find(id);
    if (!upload) return;
    this.#running.get(id)?.abort(new DOMException("cancelled", "AbortError"));
    this.#show(this.#uploads.filter((each) => each.id !== id));
    this.#settle(upload.batch);
  }

  /** Tries again what failed. */
  retry(id: number): void {
    const upload = this.#find(id);
    if (upload?.state !== "failed" || !upload.mayRetry) return;
    // the bytes of some are there already
    this.#change(id, { state: upload.sent ? "sent" : "queued", share: 0, reason: undefined });
    this.#begin();
    this.#settle(upload.batch);
  }

  #find = (id: number) => this.#uploads.find((each) => each.id === id);

  #show(uploads: readonly CellUpload<Sent>[]): void {
    this.#uploads = uploads;
    this.#options.onChange(uploads);
  }

  #change(id: number, change: Partial<CellUpload<Sent>>): void {
    if (this.#find(id))
      this.#show(this.#uploads.map((each) => (each.id === id ? { ...each, ...change } : each)));
  }

  #begin(): void {
    const { most = 3 } = this.#options;
    for (const { id, state, file, batch } of this.#uploads) {
      if (this.#running.size >= most) return;
      if (state === "queued") void this.#send(id, file, batch);
    }
  }

  async #send(id: number, file: File, batch: number): Promise<void> {
    const ending = new AbortController();
    this.#running.set(id, ending);
    this.#change(id, { state: "sending" });
    try {
      const { signal } = ending;
      const sent = await this.#options.send(file, { signal, onSent: (share) => this.#change(id, { share }) });
      this.#change(id, { state: "sent", share: 1, sent });
    } catch (error) {
      this.#fail([id], error);
    }
    this.#running.delete(id);
    this.#begin();
    this.#settle(batch);
  }

  #fail(ids: number[], error: unknown): void {
    const reason = this.#options.explain(error);
    for (const id of ids) this.#change(id, { state: "failed", reason, mayRetry: true });
  }

  /** Writes what has been sent, once nothing that came with it is on its way. */
  #settle(batch: number): void {
    const write = async () => {
      const together = this.#uploads.filter((each) => each.batch === batch);
      if (together.some(({ state }) => state === "queued" || state === "sending")) return;
      const ready = together.filter(({ state }) => state === "sent");
      const [first] = ready;
      if (!first) return;
      const ids = ready.map(({ id }) => id);
      try {
        const files = ready.flatMap(({ file, sent }) => (sent === undefined ? [] : [{ file, sent }]));
        await this.#options.keep(first.place, files);
        this.#show(this.#uploads.filter(({ id }) => !ids.includes(id)));
      } catch (error) {
        this.#fail(ids, error);
      }
    };
    this.#turn = this.#turn.then(write);
  }
}
