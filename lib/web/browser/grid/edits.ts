/*
 * Cells that were edited and are not in the store yet.
 *
 *   set ─▶ painted at once ─▶ one request a record at a time; what is set meanwhile goes together with the next
 *            ├─ saved     the answer replaces the row
 *            ├─ refused   the cell shows the reason, and keeps the value until it is edited again or given up
 *            └─ waiting   the server cannot be reached: the same request, with the same key, is sent again
 *
 * What is not saved is kept in the browser, so that it outlives the page (kept/kept-edits.ts).
 */
import type { ListBefore } from "../cells/field-options.ts";
import type { GridRow } from "./answers.ts";

export interface PendingCell {
  value: unknown;
  /** Of a list: what it was before. What others did to it since stays; without this the value replaces the cell. */
  seen?: ListBefore | undefined;
  state: "saving" | "waiting" | "refused";
  reason?: string;
}

export interface EditsOptions {
  /**
   * Writes cells of a record, and moves its row if there is a place. Two calls with one key are done once. `isAgain`: it was sent
   * before, by this page or by one before it.
   */
  save: (
    recordId: string,
    cells: WrittenCells,
    key: string,
    place: BesideRow | undefined,
    isAgain: boolean,
  ) => Promise<GridRow>;
  newKey: () => string;
  onSaved: (row: GridRow) => void;
  onRefused: (reason: string) => void;
  /** Something is to be painted again. */
  onChange: () => void;
  /** Whether the same request may succeed later, in how many milliseconds, and whether the server answered at all. */
  findPassing: (error: unknown) => Passing | undefined;
  /** Keeps what of a record is not saved; undefined for nothing. */
  keep: (recordId: string, kept: KeptQueue | undefined) => void;
  /** What is wrong with which fields of a request; without fields all of them are meant. */
  explain: (error: unknown, fieldIds: string[]) => { fieldIds: string[]; reason: string };
}

export interface Passing {
  isReached: boolean;
  pause: number;
}

/** The values of cells, and what those that are lists were before. */
export interface WrittenCells {
  values: Record<string, unknown>;
  seen?: Record<string, ListBefore> | undefined;
}

interface SettingCell {
  place?: BesideRow | undefined;
  seen?: ListBefore | undefined;
}

/** Beside which row of a view. */
export interface BesideRow {
  viewId: string;
  anchorId: string;
  position: "before" | "after";
}

/** What of a record is not saved, as JSON. */
export interface KeptQueue {
  /** When the first of it was set, in milliseconds. */
  since: number;
  /** The request that was begun, and may be done. */
  sent?: (WrittenCells & { key: string; place?: BesideRow | undefined }) | undefined;
  /** What goes with the next one, and what lists among it were before. */
  next: Record<string, unknown>;
  seen?: Record<string, ListBefore> | undefined;
  place?: BesideRow | undefined;
  refused: Record<string, { value: unknown; seen?: ListBefore | undefined; reason: string }>;
}

/** The cell of a field. */
interface Sent {
  id: string;
  cell: PendingCell;
}

function cellsOf(sent: readonly Sent[]): WrittenCells {
  const lists = sent.flatMap(({ id, cell: { seen } }) => (seen ? [[id, seen] as const] : []));
  return {
    values: Object.fromEntries(sent.map(({ id, cell }) => [id, cell.value ?? null])),
    ...(lists.length > 0 && { seen: Object.fromEntries(lists) }),
  };
}

interface Queue {
  cells: Map<string, PendingCell>;
  /** Fields that were set after the request began. */
  next: Set<string>;
  /** Where the row goes with the next request. */
  place?: BesideRow | undefined;
  /** The request that is on its way: sent again, it has the same values and the same key. */
  sending?: { sent: Sent[]; key: string; place: BesideRow | undefined } | undefined;
  /** The request has failed for now, and is to be sent again. */
  isWaiting: boolean;
  /** The server has not answered for a while, which is shown. */
  isSlow: boolean;
  /** The person is asked before it is sent. */
  isHeld: boolean;
  since: number;
}

/** Milliseconds until a request that did not reach the server is sent again: at first, and at most. */
const [firstPause, longestPause] = [500, 5000];
/** After so many milliseconds the grid says that the server does not answer. */
const patience = 1500;

const makeQueue = (since: number): Queue => ({
  ...{ cells: new Map(), next: new Set(), since },
  ...{ isWaiting: false, isSlow: false, isHeld: false },
});

/** Whether something is still to be sent. */
export const isUnsent = ({ sent, next, place }: KeptQueue): boolean =>
  sent !== undefined || place !== undefined || Object.keys(next).length > 0;

export class CellEdits {
  readonly #options: EditsOptions;
  readonly #records = new Map<string, Queue>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = firstPause;
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

  /** Whether something waits because the server does not answer. */
  get isWaiting(): boolean {
    return [...this.#records.values()].some(({ isSlow }) => isSlow);
  }

  /** Sets a cell; with a place the row moves there. `seen`: what the list was of which the value is made. */
  set(recordId: string, fieldId: string, value: unknown, how: SettingCell = {}): void {
    const { place, seen } = how;
    this.setAll(recordId, { [fieldId]: value }, { place, ...(seen && { seen: { [fieldId]: seen } }) });
  }

  /** Sets cells of a record, which are sent together. */
  setAll(
    recordId: string,
    values: Record<string, unknown>,
    { place, seen = {} }: { place?: BesideRow | undefined; seen?: Record<string, ListBefore> } = {},
  ): void {
    const queue = this.#records.get(recordId) ?? makeQueue(Date.now());
    this.#records.set(recordId, queue);
    for (const [fieldId, value] of Object.entries(values)) {
      const former = queue.cells.get(fieldId);
      const isSent = queue.sending?.sent.some(({ cell }) => cell === former) === true;
      // the server has not got the former value: it knows the list from before that
      const known = former && !isSent ? former.seen : seen[fieldId];
      queue.cells.set(fieldId, { value, seen: known, state: queue.isSlow ? "waiting" : "saving" });
      queue.next.add(fieldId);
    }
    queue.place = place ?? queue.place;
    this.#options.onChange();
    if (queue.sending || queue.isHeld) this.#keep(recordId, queue);
    else void this.#send(recordId, queue);
  }

  /**
   * Takes over what another page kept; it is sent by `retry`. `isHeld`: not before `release`. Gives whether it was taken: a record that
   * has edits already takes none.
   */
  restore(recordId: string, kept: KeptQueue, isHeld = false): boolean {
    if (this.#records.has(recordId)) return false;
    const queue = makeQueue(kept.since);
    this.#records.set(recordId, queue);
    const put = ({ values, seen = {} }: WrittenCells) =>
      Object.entries(values).map(([id, value]) => {
        const cell: PendingCell = { value, seen: seen[id], state: "waiting" };
        queue.cells.set(id, cell);
        return { id, cell };
      });
    if (kept.sent) queue.sending = { sent: put(kept.sent), key: kept.sent.key, place: kept.sent.place };
    for (const { id } of put({ values: kept.next, seen: kept.seen })) queue.next.add(id);
    for (const [id, refused] of Object.entries(kept.refused))
      queue.cells.set(id, { ...refused, state: "refused" });
    queue.place = kept.place;
    queue.isWaiting = queue.isSlow = isUnsent(kept);
    queue.isHeld = isHeld;
    this.#options.onChange();
    return true;
  }

  /** Sends what was held, or gives it up. */
  release(isSent: boolean): void {
    for (const [recordId, queue] of this.#records) {
      if (!queue.isHeld) continue;
      queue.isHeld = false;
      if (isSent) continue;
      this.#records.delete(recordId);
      this.#options.keep(recordId, undefined);
    }
    this.#tell();
    this.retry();
  }

  /** Gives up a value that was refused: the stored cell is shown again. */
  giveUp(recordId: string, fieldId: string): void {
    const queue = this.#records.get(recordId);
    if (queue?.cells.get(fieldId)?.state !== "refused") return;
    queue.cells.delete(fieldId);
    if (queue.cells.size === 0) this.#records.delete(recordId);
    this.#keep(recordId, queue);
    this.#options.onChange();
  }

  /** Sends again at once what waits: the browser is online. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [recordId, queue] of this.#records)
      if (queue.isWaiting && !queue.isHeld) void this.#send(recordId, queue, true);
  }

  /** Resolves when nothing is on its way; what waits for the server is not. */
  async settle(): Promise<void> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  #isBusy(): boolean {
    return [...this.#records.values()].some(({ sending, isWaiting }) => sending && !isWaiting);
  }

  async #send(recordId: string, queue: Queue, isAgain = false): Promise<void> {
    const { save, newKey, findPassing, explain, onSaved, onRefused } = this.#options;
    queue.sending ??= { sent: this.#take(queue), key: newKey(), place: this.#takePlace(queue) };
    const { sent, key, place } = queue.sending;
    queue.isWaiting = false;
    // before it is sent: to send it again takes its key
    this.#keep(recordId, queue);
    const telling = setTimeout(() => {
      this.#showSlow(queue, true);
      this.#options.onChange();
    }, patience);
    try {
      const row = await save(recordId, cellsOf(sent), key, place, isAgain);
      for (const { id, cell } of sent) if (queue.cells.get(id) === cell) queue.cells.delete(id);
      queue.sending = undefined;
      onSaved(row);
    } catch (error) {
      const passing = findPassing(error);
      if (passing) {
        queue.isWaiting = true;
        if (!passing.isReached) this.#showSlow(queue, true);
        this.#timer ??= setTimeout(() => this.retry(), Math.max(this.#pause, passing.pause));
        this.#pause = Math.min(2 * this.#pause, longestPause);
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
        const now = queue.cells.get(id);
        // a later value was made of the one that is not written
        if (now?.seen) now.seen = cell.seen;
      }
      onRefused(reason);
    } finally {
      clearTimeout(telling);
    }
    this.#pause = firstPause;
    this.#showSlow(queue, false);
    if (queue.next.size > 0 || queue.place) void this.#send(recordId, queue);
    else {
      if (queue.cells.size === 0) this.#records.delete(recordId);
      this.#keep(recordId, queue);
    }
    this.#tell();
  }

  #showSlow(queue: Queue, isSlow: boolean): void {
    queue.isSlow = isSlow;
    for (const cell of queue.cells.values())
      if (cell.state !== "refused") cell.state = isSlow ? "waiting" : "saving";
  }

  #keep(recordId: string, { cells, next, sending, place, since }: Queue): void {
    const kept: KeptQueue = { since, next: {}, place, refused: {} };
    if (sending) kept.sent = { ...cellsOf(sending.sent), key: sending.key, place: sending.place };
    const unsent: Sent[] = [];
    for (const [id, cell] of cells) {
      const { value, seen, state, reason = "" } = cell;
      if (state === "refused") kept.refused[id] = { value, seen, reason };
      else if (next.has(id)) unsent.push({ id, cell });
    }
    const { values, seen } = cellsOf(unsent);
    Object.assign(kept, { next: values, seen });
    const isKept = isUnsent(kept) || Object.keys(kept.refused).length > 0;
    this.#options.keep(recordId, isKept ? kept : undefined);
  }

  #take({ cells, next }: Queue): Sent[] {
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
