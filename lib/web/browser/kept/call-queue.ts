/*
 * Calls that are done one after the other within a lane, and outlive the page: each is kept before it is sent, and goes with its answer.
 *
 *   add ─▶ kept ─▶ sent
 *            ├─ done      gone
 *            ├─ refused   given back to who asked for it; otherwise it stays with the reason until it is given up
 *            └─ waiting   the server cannot be reached: it is sent again with the same key
 */
import type { Passing } from "../grid/edits.ts";
import { firstPause, longestPause, patience } from "./pauses.ts";

export interface WaitingCall<Body> {
  readonly key: string;
  readonly body: Body;
  /** When it was asked for, in milliseconds. */
  readonly since: number;
  readonly state: "sending" | "waiting" | "refused";
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** The person is asked before it is sent. */
  readonly isHeld: boolean;
  /** Who asked for it still shows it. */
  readonly isQuiet: boolean;
}

/** What is kept of a call, as JSON. */
export interface KeptCall<Body> {
  key: string;
  body: Body;
  since: number;
  reason?: string | undefined;
}

export interface CallQueueOptions<Body> {
  /** Two calls with one key are done once. `isAgain`: it was sent before, by this page or by one before it. */
  send: (call: WaitingCall<Body>, isAgain: boolean) => Promise<void>;
  newKey: () => string;
  /** Calls of one lane are sent in the order in which they were added. */
  laneOf: (body: Body) => string;
  keep: (call: WaitingCall<Body>, kept: KeptCall<Body> | undefined) => void;
  findPassing: (error: unknown) => Passing | undefined;
  explain: (error: unknown) => string;
  /** The calls are other ones now. */
  onChange: (calls: readonly WaitingCall<Body>[]) => void;
  onDone: (call: WaitingCall<Body>) => void;
  /** It was refused, and stays. */
  onRefused: (call: WaitingCall<Body>) => void;
}

/** What became of a call at first: it was done, it waits, or it was refused and taken back with this reason. */
type Outcome = { is: "done" | "waiting" } | { is: "takenBack"; reason: string };

interface Entry<Body> {
  call: WaitingCall<Body>;
  isOnItsWay: boolean;
  wasSent: boolean;
  /** Whether who asked for it takes it back when it is refused. */
  takesBack: () => boolean;
  tell: (outcome: Outcome) => void;
}

export class CallQueue<Body> {
  readonly #options: CallQueueOptions<Body>;
  /** In the order in which they were added. */
  #entries: Entry<Body>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = firstPause;

  constructor(options: CallQueueOptions<Body>) {
    this.#options = options;
  }

  /** Whether something is still to be sent. */
  get isUnsent(): boolean {
    return this.#entries.some(({ call }) => call.state !== "refused");
  }

  /** Adds a call. Resolves when it is done, waits, or was refused and taken back: then it is no longer here. */
  add(body: Body, takesBack: () => boolean): Promise<Outcome> {
    const { newKey } = this.#options;
    return new Promise((tell) => {
      const call = {
        ...{ key: newKey(), body, since: Date.now(), state: "sending" as const },
        ...{ isHeld: false, isQuiet: true },
      };
      const entry = { call, isOnItsWay: false, wasSent: false, takesBack, tell };
      this.#entries.push(entry);
      // before it is sent: to send it again takes its key
      this.#keep(entry);
      this.#sendNext();
      if (!entry.isOnItsWay) this.#wait(entry);
    });
  }

  /** Takes over what another page kept; it is sent by `retry`. `isHeld`: not before `release`. False if it is here already. */
  restore({ key, body, since, reason }: KeptCall<Body>, isHeld = false): boolean {
    if (this.#entries.some(({ call }) => call.key === key)) return false;
    const state = reason === undefined ? ("waiting" as const) : ("refused" as const);
    this.#entries.push({
      call: { key, body, since, reason, state, isHeld, isQuiet: false },
      ...{ isOnItsWay: false, wasSent: true, takesBack: () => false, tell: () => {} },
    });
    this.#tell();
    return true;
  }

  /** Sends what was held, or gives it up. */
  release(isSent: boolean): void {
    for (const entry of this.#entries.filter(({ call }) => call.isHeld))
      if (isSent) this.#change(entry, { isHeld: false });
      else this.giveUp(entry.call.key);
    this.retry();
  }

  /** Gives up a call. If it is on its way, it may be done nevertheless. */
  giveUp(key: string): void {
    for (const { call } of this.#entries.filter((each) => each.call.key === key))
      this.#options.keep(call, undefined);
    this.#entries = this.#entries.filter(({ call }) => call.key !== key);
    this.#tell();
    this.#sendNext();
  }

  /** Sends again at once what waits: the browser is online. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sendNext();
  }

  #sendNext(): void {
    const lanes = new Set<string>();
    for (const entry of [...this.#entries]) {
      const { call } = entry;
      if (call.state === "refused" || call.isHeld) continue;
      const lane = this.#options.laneOf(call.body);
      if (lanes.has(lane)) continue;
      lanes.add(lane);
      // what has failed is sent again after the pause
      const isPaused = this.#timer !== undefined && entry.wasSent;
      if (!entry.isOnItsWay && !isPaused) void this.#send(entry);
    }
  }

  async #send(entry: Entry<Body>): Promise<void> {
    const { send, findPassing, explain, onDone, onRefused } = this.#options;
    const isAgain = entry.wasSent;
    entry.isOnItsWay = entry.wasSent = true;
    const telling = setTimeout(() => this.#wait(entry), patience);
    try {
      await send(entry.call, isAgain);
      this.#pause = firstPause;
      this.#remove(entry);
      onDone(entry.call);
      entry.tell({ is: "done" });
    } catch (error) {
      const passing = findPassing(error);
      if (passing) {
        this.#wait(entry);
        this.#timer ??= setTimeout(() => this.retry(), Math.max(this.#pause, passing.pause));
        this.#pause = Math.min(2 * this.#pause, longestPause);
      } else if (entry.takesBack()) {
        this.#remove(entry);
        entry.tell({ is: "takenBack", reason: explain(error) });
      } else {
        this.#change(entry, { state: "refused", reason: explain(error), isQuiet: false });
        if (this.#entries.includes(entry)) onRefused(entry.call);
        entry.tell({ is: "waiting" });
      }
    } finally {
      clearTimeout(telling);
      entry.isOnItsWay = false;
    }
    this.#sendNext();
  }

  /** It is shown that it waits. Who asked for it lets it go. */
  #wait(entry: Entry<Body>): void {
    entry.takesBack = () => false;
    this.#change(entry, { state: "waiting", isQuiet: false });
    entry.tell({ is: "waiting" });
  }

  #change(entry: Entry<Body>, change: Partial<WaitingCall<Body>>): void {
    // given up meanwhile
    if (!this.#entries.includes(entry)) return;
    entry.call = { ...entry.call, ...change };
    this.#keep(entry);
    this.#tell();
  }

  #remove(entry: Entry<Body>): void {
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#options.keep(entry.call, undefined);
    this.#tell();
  }

  #keep({ call }: Entry<Body>): void {
    const { key, body, since, reason } = call;
    this.#options.keep(call, { key, body, since, ...(reason !== undefined && { reason }) });
  }

  #tell(): void {
    this.#options.onChange(this.#entries.map(({ call }) => call));
  }
}
