/*
 * Cells that were edited and are not in the store yet.
 *
 *   set ─▶ painted at once ─▶ one request a record at a time; what is set meanwhile goes together with the next
 *            ├─ saved     the answer replaces the row
 *            ├─ refused   the cell shows the reason, and keeps the value until it is edited again or given up
 *            └─ waiting   the server cannot be reached: the same request, with the same key, is sent again
 *
 * A record that is to be made has an id of its own until it is stored; its cells are sent after it.
 *
 * What is not saved is kept in the browser, so that it outlives the page (kept/kept-edits.ts).
 */
import type { ListBefore } from "../cells/field-options.ts";
import { firstPause, longestPause, patience } from "../kept/pauses.ts";
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
  /** Makes a record, as `save` writes one. */
  make: (
    values: Record<string, unknown>,
    key: string,
    place: BesideRow | undefined,
    isAgain: boolean,
  ) => Promise<GridRow>;
  newKey: () => string;
  onSaved: (row: GridRow) => void;
  /** A record is stored that had this id until now. */
  onMade: (newId: string, row: GridRow) => void;
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
  /** The record is to be made at first. */
  making?: KeptMaking | undefined;
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

/** The request that makes a record, and may be done. */
export interface KeptMaking {
  key: string;
  values: Record<string, unknown>;
  place?: BesideRow | undefined;
  /** Why it was refused. */
  reason?: string | undefined;
}

interface Making extends KeptMaking {
  /** What is shown in its place. */
  row: GridRow;
  /** Who waits for it, until it is shown that it waits. */
  asker?: { resolve: (id: string) => void; reject: (error: unknown) => void } | undefined;
}

interface Queue {
  making?: Making | undefined;
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

const makeQueue = (since: number): Queue => ({
  ...{ cells: new Map(), next: new Set(), since },
  ...{ isWaiting: false, isSlow: false, isHeld: false },
});

/** Whether something is still to be sent. */
export const isUnsent = ({ making, sent, next, place }: KeptQueue): boolean =>
  making
    ? making.reason === undefined
    : sent !== undefined || place !== undefined || Object.keys(next).length > 0;

/** What the ids of records begin with that are not stored. */
const newPrefix = "new";

/** Whether a record is not stored. */
export const isNewId = (recordId: string): boolean => recordId.startsWith(newPrefix);

export class CellEdits {
  readonly #options: EditsOptions;
  readonly #records = new Map<string, Queue>();
  /** What the records that were made here are now, by the ids that they had. */
  readonly #made = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = firstPause;
  #settled: (() => void)[] = [];

  constructor(options: EditsOptions) {
    this.#options = options;
  }

  /** What is shown in place of the stored cell. */
  at(recordId: string, fieldId: string): PendingCell | undefined {
    const { making, cells, isSlow } = this.#records.get(this.idOf(recordId)) ?? {};
    const cell = cells?.get(fieldId);
    if (!making) return cell;
    const value = cell ? cell.value : making.values[fieldId];
    if (making.reason !== undefined) return { value, state: "refused", reason: making.reason };
    if (cell || value === undefined) return cell;
    return { value, state: isSlow ? "waiting" : "saving" };
  }

  /** The id of a record: of one that was made here, that with which it is stored, as soon as it is. */
  idOf(recordId: string): string {
    return this.#made.get(recordId) ?? recordId;
  }

  /** The records that wait to be made, or were refused, in the order in which they were added. */
  newRows(): GridRow[] {
    return [...this.#records.values()].flatMap(({ making, isSlow }) =>
      making && (isSlow || making.reason !== undefined) ? [making.row] : [],
    );
  }

  /** How many cells and new records are not saved yet; refused ones do not count. */
  get unsaved(): number {
    let count = 0;
    for (const { making, cells } of this.#records.values()) {
      if (making?.reason !== undefined) continue;
      if (making) count++;
      for (const { state } of cells.values()) if (state !== "refused") count++;
    }
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
    shownId: string,
    values: Record<string, unknown>,
    { place, seen = {} }: { place?: BesideRow | undefined; seen?: Record<string, ListBefore> } = {},
  ): void {
    const recordId = this.idOf(shownId);
    // it was given up while its editor was open
    if (isNewId(recordId) && !this.#records.has(recordId)) return;
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
    const { making } = queue;
    // what was refused may have lacked this
    if (making?.reason !== undefined) this.#makeAnew(queue, making);
    else if (making || queue.sending || queue.isHeld) {
      this.#keep(recordId, queue);
      return;
    }
    void this.#send(recordId, queue);
  }

  /**
   * Makes a record. Gives its id when it is stored; if the server does not answer, that with which it waits. Throws if it is refused before
   * that.
   */
  make(values: Record<string, unknown>, place?: BesideRow): Promise<string> {
    const id = newPrefix + this.#options.newKey().replace(/\W/g, "").padStart(16, "0").slice(-16);
    const queue = makeQueue(Date.now());
    // records are made in the order in which they were added
    const isLater = [...this.#records.values()].some(
      ({ making, isSlow, isHeld }) => making && isSlow && !isHeld,
    );
    return new Promise((resolve, reject) => {
      const row = { id, name: "", fields: values };
      queue.making = {
        ...{ key: this.#options.newKey(), values, row, asker: { resolve, reject } },
        place: this.#findPlace(place),
      };
      this.#records.set(id, queue);
      if (!isLater) {
        void this.#send(id, queue);
        return;
      }
      queue.isWaiting = true;
      this.#keep(id, queue);
      this.#showSlow(queue, true);
      this.#tell();
    });
  }

  /** Gives up a record that was not made. If it is on its way, it may be made nevertheless. */
  giveUpNew(recordId: string): void {
    if (!this.#records.get(recordId)?.making) return;
    this.#records.delete(recordId);
    this.#options.keep(recordId, undefined);
    this.#tell();
  }

  /**
   * Takes over what another page kept; it is sent by `retry`. `isHeld`: not before `release`. Gives whether it was taken: a record that
   * has edits already takes none.
   */
  restore(recordId: string, kept: KeptQueue, isHeld = false): boolean {
    if (this.#records.has(recordId)) return false;
    const queue = makeQueue(kept.since);
    this.#records.set(recordId, queue);
    if (kept.making)
      queue.making = { ...kept.making, row: { id: recordId, name: "", fields: kept.making.values } };
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

  /** Gives up a value that was refused: the stored cell is shown again. A new record that was refused is given up. */
  giveUp(shownId: string, fieldId: string): void {
    const recordId = this.idOf(shownId);
    const queue = this.#records.get(recordId);
    if (queue?.making?.reason !== undefined) {
      this.giveUpNew(recordId);
      return;
    }
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
    let isMaking = false;
    for (const [recordId, queue] of [...this.#records]) {
      const isLater = queue.making !== undefined && isMaking;
      if (queue.making && queue.making.reason === undefined && !queue.isHeld) isMaking = true;
      if (queue.isWaiting && !queue.isHeld && !isLater) void this.#send(recordId, queue, true);
    }
  }

  /** Resolves when nothing is on its way; what waits for the server is not. */
  async settle(): Promise<void> {
    if (this.#isBusy()) await new Promise<void>((resolve) => this.#settled.push(resolve));
  }

  #isBusy(): boolean {
    return [...this.#records.values()].some(
      ({ making, sending, isWaiting }) =>
        !isWaiting && (making ? making.reason === undefined : sending !== undefined),
    );
  }

  /** Makes a record. What was set meanwhile is sent when it is stored. */
  async #make(newId: string, queue: Queue, making: Making, isAgain: boolean): Promise<void> {
    const { make, explain, onMade, onRefused, keep } = this.#options;
    queue.isWaiting = false;
    // before it is sent: to send it again takes its key
    this.#keep(newId, queue);
    const telling = this.#beginPatience(queue);
    try {
      const row = await make(making.values, making.key, making.place, isAgain);
      this.#made.set(newId, row.id);
      const isShown = this.#records.delete(newId);
      queue.making = undefined;
      if (isShown && (queue.next.size > 0 || queue.place)) this.#join(row.id, queue);
      // after it is kept under its new id
      keep(newId, undefined);
      this.#pause = firstPause;
      making.asker?.resolve(row.id);
      onMade(newId, row);
    } catch (error) {
      if (this.#waits(queue, error)) return;
      if (this.#records.get(newId) !== queue) {
        // given up meanwhile
      } else if (making.asker) {
        this.#records.delete(newId);
        keep(newId, undefined);
        making.asker.reject(error);
      } else if (queue.next.size > 0 || making.place) {
        // its cells may be what it lacked, and the row beside which it was may be gone
        this.#makeAnew(queue, making);
        void this.#send(newId, queue);
        return;
      } else {
        making.reason = explain(error, []).reason;
        this.#showSlow(queue, false);
        this.#keep(newId, queue);
        onRefused(making.reason);
      }
    } finally {
      clearTimeout(telling);
      this.#tell();
    }
    // records are made one after the other
    const later = [...this.#records].find(([, each]) => each.making && each.isWaiting && !each.isHeld);
    if (later) void this.#send(...later, true);
  }

  /** A call that was refused did nothing: another one makes the record, with all cells that were set meanwhile. */
  #makeAnew(queue: Queue, { values, row }: Making): void {
    const set = this.#take(queue).map(({ id, cell }) => [id, cell.value ?? null]);
    const all = { ...values, ...Object.fromEntries(set) };
    queue.cells.clear();
    queue.making = { key: this.#options.newKey(), values: all, row: { ...row, fields: all } };
  }

  /** Sends the cells of a record that is stored now; another page may have taken them over already. */
  #join(recordId: string, queue: Queue): void {
    const known = this.#records.get(recordId);
    this.#showSlow(queue, false);
    if (known) return;
    this.#records.set(recordId, queue);
    void this.#send(recordId, queue);
  }

  /** Says after a while that the server does not answer. */
  #beginPatience(queue: Queue): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#showSlow(queue, true);
      this.#options.onChange();
    }, patience);
  }

  /** Whether a request may succeed later: then it is sent again. */
  #waits(queue: Queue, error: unknown): boolean {
    const passing = this.#options.findPassing(error);
    if (!passing) return false;
    queue.isWaiting = true;
    if (!passing.isReached || queue.making) this.#showSlow(queue, true);
    this.#timer ??= setTimeout(() => this.retry(), Math.max(this.#pause, passing.pause));
    this.#pause = Math.min(2 * this.#pause, longestPause);
    this.#tell();
    return true;
  }

  async #send(recordId: string, queue: Queue, isAgain = false): Promise<void> {
    if (queue.making) return this.#make(recordId, queue, queue.making, isAgain);
    const { save, newKey, explain, onSaved, onRefused } = this.#options;
    queue.sending ??= { sent: this.#take(queue), key: newKey(), place: this.#takePlace(queue) };
    const { sent, key, place } = queue.sending;
    queue.isWaiting = false;
    // before it is sent: to send it again takes its key
    this.#keep(recordId, queue);
    const telling = this.#beginPatience(queue);
    try {
      const row = await save(recordId, cellsOf(sent), key, place, isAgain);
      for (const { id, cell } of sent) if (queue.cells.get(id) === cell) queue.cells.delete(id);
      queue.sending = undefined;
      onSaved(row);
    } catch (error) {
      if (this.#waits(queue, error)) return;
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
    if (isSlow && queue.making) {
      queue.making.asker?.resolve(queue.making.row.id);
      queue.making.asker = undefined;
    }
    for (const cell of queue.cells.values())
      if (cell.state !== "refused") cell.state = isSlow ? "waiting" : "saving";
  }

  #keep(recordId: string, { making, cells, next, sending, place, since }: Queue): void {
    const kept: KeptQueue = { since, next: {}, place, refused: {} };
    if (making) {
      const { key, values, place: beside, reason } = making;
      kept.making = { key, values, place: beside, reason };
    }
    if (sending) kept.sent = { ...cellsOf(sending.sent), key: sending.key, place: sending.place };
    const unsent: Sent[] = [];
    for (const [id, cell] of cells) {
      const { value, seen, state, reason = "" } = cell;
      if (state === "refused") kept.refused[id] = { value, seen, reason };
      else if (next.has(id)) unsent.push({ id, cell });
    }
    const { values, seen } = cellsOf(unsent);
    Object.assign(kept, { next: values, seen });
    const isKept = isUnsent(kept) || making !== undefined || Object.keys(kept.refused).length > 0;
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
    return this.#findPlace(place);
  }

  /** The place beside a row that is stored; undefined beside one that is not. */
  #findPlace(place: BesideRow | undefined): BesideRow | undefined {
    const anchorId = this.idOf(place?.anchorId ?? "");
    return place && !isNewId(anchorId) ? { ...place, anchorId } : undefined;
  }

  #tell(): void {
    this.#options.onChange();
    if (this.#isBusy()) return;
    for (const resolve of this.#settled.splice(0)) resolve();
  }
}
