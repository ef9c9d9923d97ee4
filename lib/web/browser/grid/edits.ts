/*
 * Cells that were edited and are not in the store yet.
 *
 *   set ─▶ painted at once ─▶ one request a record at a time; what is set meanwhile goes together with the next
 *            ├─ saved     the answer replaces the row
 *            ├─ refused   the cell shows the reason, and keeps the value until it is edited again or given up
 *            └─ waiting   the server cannot be reached: the same request, with the same key, is sent again
 */
import type { GridRow } from "./answers.ts";

export interface PendingCell {
  value: unknown;
  state: "saving" | "waiting" | "refused";
  reason?: string;
}

export interface EditsOptions {
  /** Writes cells of a record, and moves its row if there is a place. Two calls with one key are done once. */
  save: (
    recordId: string,
    fields: Record<string, unknown>,
    key: string,
    place: BesideRow | undefined,
  ) => Promise<GridRow>;
  newKey: () => string;
  onSaved: (row: GridRow) => void;
  onRefused: (reason: string) => void;
  /** Something is to be painted again. */
  onChange: () => void;
  isPassing: (error: unknown) => boolean;
  /** What is wrong with which fields of a request; without fields all of them are meant. */
  explain: (error: unknown, fieldIds: string[]) => { fieldIds: string[]; reason: string };
}

/** Beside which row of a view. */
export interface BesideRow {
  viewId: string;
  anchorId: string;
  position: "before" | "after";
}

interface Queue {
  cells: Map<string, PendingCell>;
  /** Fields that were set after the request began. */
  next: Set<string>;
  /** Where the row goes with the next request. */
  place?: BesideRow | undefined;
  /** The request that is on its way: sent again, it has the same values and the same key. */
  sending?:
    | { sent: { id: string; cell: PendingCell }[]; key: string; place: BesideRow | undefined }
    | undefined;
  /** The request did not reach the server, and is to be sent again. */
  isWaiting: boolean;
}

/** Milliseconds until a request that did not reach the server is sent again. */
const pause = 5000;

export class CellEdits {
  readonly #options: EditsOptions;
  readonly #records = new Map<string, Queue>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled: (() => void)[] = [];

  constructor(options: EditsOptions) {
    this.#options = options;
  }

  /** What is shown in place of the stored cell. */
  at(recordId: string, fieldId: string): PendingCell | undefined {
    return this.#records.get(recordId)?.cells.get(fieldId);
  }

  /** How many cells are not saved yet; refused ones do not count. */
  get unsaved(): number {
    let count = 0;
    for (const { cells } of this.#records.values())
      for (const { state } of cells.values()) if (state !== "refused") count++;
    return count;
  }

  get isWaiting(): boolean {
    return [...this.#records.values()].some((queue) => queue.isWaiting);
  }

  /** Sets a cell; with a place the row moves there. */
  set(recordId: string, fieldId: string, value: unknown, place?: BesideRow): void {
    this.setAll(recordId, { [fieldId]: value }, place);
  }

  /** Sets cells of a record, which are sent together. */
  setAll(recordId: string, values: Record<string, unknown>, place?: BesideRow): void {
    const queue: Queue = this.#records.get(recordId) ?? {
      cells: new Map(),
      next: new Set(),
      isWaiting: false,
    };
    this.#records.set(recordId, queue);
    for (const [fieldId, value] of Object.entries(values)) {
      queue.cells.set(fieldId, { value, state: queue.isWaiting ? "waiting" : "saving" });
      queue.next.add(fieldId);
    }
    queue.place = place ?? queue.place;
    this.#options.onChange();
    if (!queue.sending) void this.#send(recordId, queue);
  }

  /** Gives up a value that was refused: the stored cell is shown again. */
  giveUp(recordId: string, fieldId: string): void {
    const queue = this.#records.get(recordId);
    if (queue?.cells.get(fieldId)?.state !== "refused") return;
    queue.cells.delete(fieldId);
    if (queue.cells.size === 0) this.#records.delete(recordId);
    this.#options.onChange();
  }

  /** Sends again at once what waits: the browser is online. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [recordId, queue] of this.#records) if (queue.isWaiting) void this.#send(recordId, queue);
  }

  /** Resolves when nothing is on its way; what waits for the server is not. */
  async settle(): Promise<void> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  #isBusy(): boolean {
    return [...this.#records.values()].some(({ sending, isWaiting }) => sending && !isWaiting);
  }

  async #send(recordId: string, queue: Queue): Promise<void> {
    const { save, newKey, isPassing, explain, onSaved, onRefused } = this.#options;
    queue.sending ??= { sent: this.#take(queue), key: newKey(), place: this.#takePlace(queue) };
    const { sent, key, place } = queue.sending;
    queue.isWaiting = false;
    for (const cell of queue.cells.values()) if (cell.state === "waiting") cell.state = "saving";
    try {
      const values = Object.fromEntries(sent.map(({ id, cell }) => [id, cell.value ?? null]));
      const row = await save(recordId, values, key, place);
      for (const { id, cell } of sent) if (queue.cells.get(id) === cell) queue.cells.delete(id);
      queue.sending = undefined;
      onSaved(row);
    } catch (error) {
      if (isPassing(error)) {
        queue.isWaiting = true;
        for (const cell of queue.cells.values()) if (cell.state === "saving") cell.state = "waiting";
        this.#timer ??= setTimeout(() => this.retry(), pause);
        this.#tell();
        return;
      }
      queue.sending = undefined;
      const { fieldIds: wrong, reason } = explain(
        error,
        sent.map(({ id }) => id),
      );
      for (const { id, cell } of sent) {
        // none of them is written; those that are right are sent again without the others
        if (wrong.length > 0 && !wrong.includes(id)) queue.next.add(id);
        else if (queue.cells.get(id) === cell) Object.assign(cell, { state: "refused", reason });
      }
      onRefused(reason);
    }
    if (queue.next.size > 0) void this.#send(recordId, queue);
    else if (queue.cells.size === 0) this.#records.delete(recordId);
    this.#tell();
  }

  #take({ cells, next }: Queue): { id: string; cell: PendingCell }[] {
    const taken = [...next].flatMap((id) => {
      const cell = cells.get(id);
      return cell ? [{ id, cell }] : [];
    });
    next.clear();
    return taken;
  }

  #takePlace(queue: Queue): BesideRow | undefined {
    const { place } = queue;
    queue.place = undefined;
    return place;
  }

  #tell(): void {
    this.#options.onChange();
    if (this.#isBusy()) return;
    for (const resolve of this.#settled.splice(0)) resolve();
  }
}
