/*
 * What language models fill in an open table. The server is asked when something may have changed, and every few seconds while something is
 * being filled. What this window began is followed to its end, because only its jobs say why a cell kept its value.
 */
import { signal } from "@preact/signals";
import type { Job } from "#lib/schemas/basics/job";
import type { FillTasks, StartedFill } from "#lib/schemas/tables/ai";
import { callApi, describeProblem, isPassing, newCallKey } from "../call.ts";
import type { Heard } from "../live/feed.ts";
import { type FillMark, fillMarks } from "./fill-marks.ts";
import { aiTexts } from "./texts.ts";

/** Milliseconds until it is asked again while something is being filled, and when a table is busy. */
const patience = 1500;

/** Cells that are filled one by one, by the calls of this window: more than these are a field. */
export const mostCells = 200;

export interface FillCell {
  recordId: string;
  fieldId: string;
}

/** What was not filled of a field, and why. */
export interface Unfilled {
  /** By the ids of records. */
  cells: Map<string, string>;
  /** Why all of it ended. */
  error?: string | undefined;
}

const nothing: FillTasks = { cells: [], fieldMap: {}, waitingMap: {}, failedMap: {} };

export class TableFills {
  readonly tasks = signal<FillTasks>(nothing);
  /** By the ids of fields: what was begun here, and could not be filled. */
  readonly unfilled = signal<ReadonlyMap<string, Unfilled>>(new Map());
  /** Cells that were asked for here and are not begun yet. */
  readonly queue = signal<readonly FillCell[]>([]);
  readonly #path: string;
  /** What was begun here and has not ended. */
  readonly #begun = new Map<string, { fieldId: string; recordId?: string }>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | undefined;
  #isDue = false;
  #isSending = false;
  #isEnded = false;

  constructor(tableId: string) {
    this.#path = `/table/${tableId}`;
  }

  /** Cells changed elsewhere: some may be filled. */
  readonly hear = (heard: Heard): void => {
    // cells that have been written since are no longer those that were not filled
    for (const change of heard === "all" ? [] : heard)
      if ("recordId" in change && change.type === "record.updated")
        for (const fieldId of change.fieldIds ?? []) this.#forget({ fieldId, recordId: change.recordId });
    this.readSoon(300);
  };

  /** Reads soon what is being filled. */
  readSoon(within: number): void {
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#timer = setTimeout(() => void this.read(), within);
  }

  read(): Promise<void> {
    this.#isDue = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#isDue && !this.#isEnded) {
      this.#isDue = false;
      try {
        this.tasks.value = await callApi<FillTasks>("GET", `${this.#path}/field/task-status-collection`);
        this.#show();
        await this.#followJobs();
      } catch (error) {
        if (!isPassing(error)) return;
      }
    }
    this.#show();
    const { cells, fieldMap } = this.tasks.value;
    if (cells.length > 0 || Object.keys(fieldMap).length > 0 || this.#begun.size > 0) this.readSoon(patience);
  }

  /** Jobs of this window that no longer run say what they could not fill. */
  async #followJobs(): Promise<void> {
    const { cells, fieldMap } = this.tasks.value;
    const running = new Set<string>([...cells, ...Object.values(fieldMap)].map(({ taskId }) => taskId));
    for (const [jobId, { fieldId, recordId }] of this.#begun) {
      if (running.has(jobId)) continue;
      const job = await callApi<Job>("GET", `${this.#path}/job/${jobId}`);
      if (job.state !== "done" && job.state !== "failed") continue;
      this.#begun.delete(jobId);
      const failed = job.cells ?? [];
      if (failed.length === 0 && !job.error) continue;
      this.#change(fieldId, (unfilled) => {
        for (const { recordId, message } of failed) unfilled.cells.set(recordId, message);
        if (recordId !== undefined && failed.length === 0) unfilled.cells.set(recordId, job.error ?? "");
        else if (failed.length === 0) unfilled.error = job.error;
      });
    }
  }

  #change(fieldId: string, change: (unfilled: Unfilled) => void): void {
    const all = new Map(this.unfilled.value);
    const { cells, error } = all.get(fieldId) ?? { cells: new Map<string, string>() };
    const changed: Unfilled = { cells: new Map(cells), error };
    change(changed);
    if (changed.cells.size > 0 || changed.error) all.set(fieldId, changed);
    else all.delete(fieldId);
    this.unfilled.value = all;
  }

  #forget({ fieldId, recordId }: FillCell): void {
    if (this.unfilled.value.get(fieldId)?.cells.has(recordId))
      this.#change(fieldId, ({ cells }) => cells.delete(recordId));
  }

  /** What was not filled of a field is no longer shown. */
  forgetField(fieldId: string): void {
    this.#change(fieldId, (unfilled) => {
      unfilled.cells.clear();
      unfilled.error = undefined;
    });
    this.#show();
  }

  /** Fills a field: the empty cells of the records of a view, or all of them. */
  async fillField(fieldId: string, body: { mode: "empty" | "all"; viewId?: string }): Promise<void> {
    this.forgetField(fieldId);
    // a key of its own: filling is not undone, so it is no step that could be in the way of one
    const { jobId } = await callApi<StartedFill>(
      "POST",
      `${this.#path}/field/${fieldId}/auto-fill`,
      body,
      newCallKey(),
    );
    this.#begun.set(jobId, { fieldId });
    await this.read();
  }

  /** Fills cells, one by one: the server does some at the same time, the others wait here. Gives what was refused of the first one. */
  async fillCells(cells: readonly FillCell[]): Promise<void> {
    for (const cell of cells) this.#forget(cell);
    this.queue.value = [...this.queue.value, ...cells];
    this.#show();
    await this.#send();
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let [cell] = this.queue.value; cell && !this.#isEnded; [cell] = this.queue.value) {
        const { recordId, fieldId } = cell;
        try {
          const path = `${this.#path}/record/${recordId}/${fieldId}/auto-fill`;
          const { jobId } = await callApi<StartedFill>("POST", path, undefined, newCallKey());
          this.#begun.set(jobId, cell);
        } catch (error) {
          if (isPassing(error)) {
            await new Promise((resolve) => setTimeout(resolve, patience));
            continue;
          }
          this.#change(fieldId, ({ cells }) => cells.set(recordId, describeProblem(error)));
        }
        this.queue.value = this.queue.value.filter((each) => each !== cell);
      }
    } finally {
      this.#isSending = false;
    }
    await this.read();
  }

  /** Stops all that fills a field. */
  async stop(fieldId: string): Promise<void> {
    this.queue.value = this.queue.value.filter((each) => each.fieldId !== fieldId);
    for (const [jobId, of] of this.#begun) if (of.fieldId === fieldId) this.#begun.delete(jobId);
    await callApi("POST", `${this.#path}/field/${fieldId}/stop-fill`, undefined, false);
    await this.read();
  }

  #show(): void {
    const { cells, fieldMap, failedMap } = this.tasks.value;
    const marks = new Map<string, FillMark>();
    for (const [fieldId, unfilled] of [
      ...Object.entries(failedMap).map(
        ([id, { cells }]) =>
          [id, new Map<string, string>(cells.map((each) => [each.recordId, each.message]))] as const,
      ),
      ...[...this.unfilled.value].map(([id, { cells }]) => [id, cells] as const),
    ])
      for (const [recordId, message] of unfilled)
        marks.set(`${recordId} ${fieldId}`, { state: "unfilled", reason: aiTexts.unfilled(message) });
    for (const { recordId, fieldId } of this.queue.value)
      marks.set(`${recordId} ${fieldId}`, { state: "filling", reason: aiTexts.filling });
    for (const { recordId, fieldId, wait } of cells)
      marks.set(`${recordId} ${fieldId}`, { state: "filling", reason: fillingText(wait) });
    // of a field that is filled by itself only some cells are filled, which are named; its counts are always the same
    const whole = Object.entries(fieldMap).filter(
      ([, { completedCount, totalCount }]) => completedCount < totalCount,
    );
    fillMarks.value = {
      cells: marks,
      fields: new Map(whole.map(([id, { wait }]) => [id, { state: "filling", reason: fillingText(wait) }])),
    };
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    fillMarks.value = { cells: new Map(), fields: new Map() };
  }
}

type Wait = FillTasks["fieldMap"][string]["wait"];

export const clockTime = (until: string): string =>
  new Date(until).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

const fillingText = (wait: Wait): string =>
  wait ? aiTexts.fillingWaits(wait.reason, clockTime(wait.until)) : aiTexts.filling;

let open: { tableId: string; fills: TableFills } | undefined;

/** What is filled in a table. One is open at a time. */
export function fillsOf(tableId: string): TableFills {
  if (open?.tableId !== tableId) {
    open?.fills.end();
    open = { tableId, fills: new TableFills(tableId) };
  }
  return open.fills;
}
