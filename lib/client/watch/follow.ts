/*
 * The loop of a follower: one answer after another, each handled before the next.
 *
 *   ask, or hear ──▶ onReset or onChanges ──▶ the cursor moves ──▶ onCursor ──▶ wait ──▶ …
 *
 * What is heard is taken only if it follows the own cursor. Else the follower asks, so what was lost, doubled or late does no harm.
 */
import { GridlessError } from "../errors.ts";
import { pauseClient } from "../requests.ts";
import type { ChangesAnswer, HeardChanges, WatchedChange } from "./changes.ts";
import { isPageHidden, listenForWaking } from "./runtime.ts";
import { chooseWait, type WaitState, type Waits } from "./waits.ts";

/**
 * `connecting`: there was no answer yet. `live`: changes come as they happen. `polling`: the server is asked again and again. `offline`:
 * the last request failed; it goes on by itself.
 */
export type WatchState = "connecting" | "live" | "polling" | "offline";

export interface WatchHandlers {
  /** Changes, oldest first, never none. */
  onChanges: (changes: WatchedChange[]) => unknown;
  /** Read everything now. It comes first without `since`, and when the place of the cursor is no longer known. */
  onReset: () => unknown;
  /** The place up to which everything was handled: keep it, and give it as `since` the next time. It comes after the handler ended. */
  onCursor?: ((cursor: string) => unknown) | undefined;
  /** The state is another one. `error` says why it is `offline`. */
  onState?: ((state: WatchState, error?: unknown) => unknown) | undefined;
}

export interface FollowerOptions extends WatchHandlers {
  since: string | undefined;
  /** What is after a cursor; without one the cursor of now. */
  read: (since: string | undefined) => Promise<ChangesAnswer>;
  /** A 401 may be gone with the next token. */
  renewsToken: boolean;
  waits: Waits;
  signal: AbortSignal;
  /** Called when the page or the computer was woken. `isShown`: the page was only hidden. */
  onWake?: (isShown: boolean) => void;
}

/** Refusals in a row, some half a minute, before a follower whose tokens are renewed gives up. */
const mostRefusals = 8;
/** Hints that wait for a slow handler. If there are more, the server is asked once for all. */
const mostHeard = 100;
/** Milliseconds that a wait takes too long if the computer slept, or the browser held timers back. */
const asleep = 10_000;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #waits: WaitState = {
    ...{ hasMore: false, quiet: 0, failures: 0, retryAfter: undefined },
    ...{ isLive: false, isUnseen: isPageHidden(), isLed: false },
  };
  #cursor: string | undefined;
  /** The cursor after the last change. Between it and the cursor of now there was nothing. */
  #lastChange: string | undefined;
  #heard: HeardChanges[] = [];
  #state: WatchState = "connecting";
  #hasAnswer = false;
  /** Whether hints may come soon, so that it is not yet said to poll. */
  #isOpening = false;
  /** That of the tab that asks for this one. */
  #led: WatchState | undefined;
  #refusals = 0;
  #resets = 0;
  /** The moment to ask, if the waits say a later one: 0 is at once. */
  #due = 0;
  #askedAt = 0;
  #random = 0;
  #pause = new AbortController();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#cursor = options.since;
    this.#lastChange = options.since;
  }

  get cursor(): string | undefined {
    return this.#cursor;
  }

  get state(): WatchState {
    return this.#state;
  }

  /** Follows until the signal ends it. Throws the error of a handler, and of a request that would fail each time. */
  async run(): Promise<void> {
    const { signal, onWake } = this.#options;
    const wake = () => {
      const wasHidden = this.#waits.isUnseen;
      this.#waits.isUnseen = isPageHidden();
      // a page that is hidden need not ask
      if (this.#waits.isUnseen && !wasHidden) return;
      this.hurry();
      onWake?.(wasHidden && !this.#waits.isUnseen);
    };
    const stopListening = listenForWaking(wake);
    signal.addEventListener("abort", this.#endPause);
    try {
      while (!signal.aborted) {
        const heard = this.#heard.shift();
        if (heard) await this.#hear(heard);
        else if (this.#left() <= 0) await this.#ask();
        else if (await this.#sleep()) wake();
      }
    } finally {
      stopListening();
      signal.removeEventListener("abort", this.#endPause);
    }
  }

  /** Asks at once, or after so many milliseconds unless the cursor moves before. */
  hurry(wait = 0): void {
    this.#due = Math.min(this.#due, wait && Date.now() + wait);
    this.#endPause();
  }

  /** Takes what came without asking, after what came before. */
  hear(heard: HeardChanges): void {
    if (this.#heard.length < mostHeard) this.#heard.push(heard);
    else {
      this.#heard = [];
      this.#due = 0;
    }
    this.#endPause();
  }

  /** Says whether hints come, or may come soon. */
  setLive(isLive: boolean, isOpening = false): void {
    const wasLive = this.#waits.isLive;
    this.#waits.isLive = isLive;
    this.#isOpening = isOpening;
    // what was not heard while they did not come
    if (wasLive && !isLive) this.hurry();
    this.#show();
  }

  /** Says that another tab asks, and its state; undefined if this one asks. */
  setLed(state: WatchState | undefined): void {
    this.#led = state;
    this.#waits.isLed = state !== undefined;
    this.#show();
  }

  /** Says that the server just answered another tab. */
  rest(): void {
    this.#askedAt = Date.now();
    this.#succeed();
  }

  /** Milliseconds until the next request. */
  #left(): number {
    const wait = chooseWait(this.#waits, this.#random, this.#options.waits);
    const now = Date.now();
    // the clock may have been set back
    return Math.min(wait, this.#askedAt + wait - now, this.#due - now);
  }

  readonly #endPause = () => this.#pause.abort();

  /** Sleeps a piece of the time that is left, unless something comes. Gives whether it was far longer. */
  async #sleep(): Promise<boolean> {
    this.#pause = new AbortController();
    if (this.#options.signal.aborted) return false;
    const planned = Math.max(0, Math.min(this.#left(), this.#options.waits.slice));
    const began = Date.now();
    await pauseClient(planned, this.#pause.signal);
    return Date.now() - began > planned + asleep;
  }

  async #hear({ changes, ...heard }: HeardChanges): Promise<void> {
    // it came before
    if (heard.cursor === this.#cursor && !heard.more) return;
    if (changes && (heard.from === this.#cursor || heard.from === this.#lastChange))
      await this.#take({ changes, ...heard });
    else this.#due = 0;
  }

  async #ask(): Promise<void> {
    const { read, signal } = this.#options;
    this.#due = Number.POSITIVE_INFINITY;
    const from = this.#cursor;
    const result = await read(from).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    this.#random = Math.random();
    if ("error" in result) this.#fail(result.error);
    else {
      this.#succeed();
      await this.#take({ ...result, reset: result.reset || from === undefined });
    }
    this.#askedAt = Date.now();
  }

  #succeed(): void {
    Object.assign(this.#waits, { failures: 0, retryAfter: undefined });
    this.#refusals = 0;
    this.#hasAnswer = true;
    this.#show();
  }

  /** Throws the error if the request would fail each time. */
  #fail(error: unknown): void {
    const status = error instanceof GridlessError ? error.status : 0;
    this.#refusals = status === 401 ? this.#refusals + 1 : 0;
    const isRefused = status === 401 && (!this.#options.renewsToken || this.#refusals >= mostRefusals);
    if (isRefused || (status !== 401 && !isPassing(error))) throw error;
    this.#waits.failures++;
    this.#waits.retryAfter = error instanceof GridlessError ? error.retryAfter : undefined;
    this.#show(error);
  }

  /** Handles an answer, then moves the cursor. */
  async #take({ changes, cursor, more, reset }: ChangesAnswer): Promise<void> {
    const { onReset, onChanges, onCursor } = this.#options;
    const from = this.#cursor;
    if (reset) await onReset();
    else if (changes.length > 0) await onChanges(changes);
    this.#resets = reset ? this.#resets + 1 : 0;
    this.#waits.hasMore = more;
    this.#waits.quiet = reset ? this.#resets : changes.length > 0 ? 0 : this.#waits.quiet + 1;
    // what changed while everything was read; not at once if the server knows no place at all
    if (this.#resets === 1) this.#due = 0;
    if (cursor === from) return;
    this.#cursor = cursor;
    // what was waited for came
    if (this.#due > 0) this.#due = Number.POSITIVE_INFINITY;
    if (reset || changes.length > 0) this.#lastChange = cursor;
    await onCursor?.(cursor);
  }

  #show(error?: unknown): void {
    const { failures, isLive } = this.#waits;
    const state = failures > 0 ? "offline" : (this.#led ?? (isLive ? "live" : this.#unheard()));
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state, error);
  }

  /** The state while no hints come. Where they may come soon it is not another one, so that a tab that takes over from another stays live. */
  #unheard(): WatchState {
    const isPolling = this.#hasAnswer && (!this.#isOpening || this.#state === "offline");
    return isPolling ? "polling" : this.#isOpening ? this.#state : "connecting";
  }
}

/** Whether the same request may succeed later. What is no error of a request comes from the function that gives the token. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof GridlessError)) return true;
  const { status, code, retryAfter } = error;
  if (status === 409) return retryAfter !== undefined;
  // a network that asks people to sign in answers everything with a page
  return status === 0 || status === 408 || status === 429 || status >= 500 || code === "not_json";
}
