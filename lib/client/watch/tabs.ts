/*
 * Pages of one origin that follow the same base with the same token: one of them leads.
 *
 *   has the lock        asks, has the socket, and tells the others what it gets, before it handles it itself
 *   waits for the lock  takes what follows its own cursor; asks for itself if that does not follow, or is not what it asks for
 *
 * The lock is free when its page is closed or crashes. A page takes it away from one that does not answer, because it is frozen or busy. A page
 * that is shown also takes it from one that is hidden and polls: browsers hold the timers of hidden pages back, but not what a socket gets.
 */
import { type AskedFor, chooseTables, type HeardChanges, type WatchedChange } from "./changes.ts";
import type { Follower, WatchState } from "./follow.ts";
import { holdLock, isPageHidden, listenForWaking, type TabChannel } from "./runtime.ts";

export type TabMessage =
  | { type: "heard"; heard: HeardChanges; asked: AskedFor; next?: AskedFor | undefined }
  | { type: "lead"; state: WatchState; isUnseen: boolean; isNew: boolean }
  | { type: "ask"; question: AskedFor; isWoken: boolean };

export interface TabsOptions {
  name: string;
  channel: TabChannel<TabMessage>;
  question: AskedFor;
  follower: Follower;
  /** Takes what the tab that leads got. */
  onHeard: (heard: HeardChanges) => void;
  socket: {
    /** Opens it, until the signal ends it. */
    open: (leading: AbortSignal) => void;
    check: () => void;
    replace: () => void;
  };
  signal: AbortSignal;
}

/** Milliseconds. A page that says nothing in two checks is asked, and has until the third. */
const times = { check: 1500, grace: 700 };

/** Whether a hint is about records, whose cells it does not have. */
export const tellsRecords = (changes: readonly WatchedChange[]): boolean =>
  changes.some(({ type }) => type.startsWith("record."));

export class Tabs {
  readonly #options: TabsOptions;
  #isLeading = false;
  #steals = false;
  /** Ends when this tab no longer waits for the lock, or no longer has it. */
  #turn = new AbortController();
  /** What the tab that leads said last. */
  #leader: { state: WatchState; isUnseen: boolean } | undefined;
  /** Checks since the tab that leads said something. */
  #silence = 0;
  /** What the other tabs ask for. */
  readonly #others = new Map<string, AskedFor>();

  constructor(options: TabsOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  async run(): Promise<void> {
    const { channel, signal } = this.#options;
    channel.addEventListener("message", ({ data }) => this.#receive(data));
    const stopListening = listenForWaking(() => (this.#isLeading ? this.say() : this.#consider()));
    const checks = setInterval(() => this.#check(), times.check);
    const end = () => this.#turn.abort();
    signal.addEventListener("abort", end);
    while (!signal.aborted) await this.#takeTurn();
    signal.removeEventListener("abort", end);
    clearInterval(checks);
    stopListening();
    channel.close();
  }

  /** Waits for the lock and leads, until one of them ends. */
  async #takeTurn(): Promise<void> {
    const { name, follower, signal } = this.#options;
    const turn = new AbortController();
    this.#turn = turn;
    const options = this.#steals ? { steal: true } : { signal: turn.signal };
    const lead = () => this.#lead(turn.signal);
    // a tab that took the lock away may have said so before this one knew
    if (!this.#steals) this.#ask();
    // without locks it leads alone
    await holdLock(name, options, lead).catch(() => (this.#isLeading ? undefined : lead()));
    if (options.steal) this.#steals = false;
    turn.abort();
    if (!this.#isLeading) return;
    this.#isLeading = false;
    this.#others.clear();
    if (!signal.aborted) follower.setLive(false, true);
  }

  async #lead(turn: AbortSignal): Promise<void> {
    const { follower, socket } = this.#options;
    if (turn.aborted) return;
    this.#isLeading = true;
    this.#steals = false;
    if (this.#leader) follower.hurry();
    this.#leader = undefined;
    follower.setLed(undefined);
    socket.open(turn);
    this.say(true);
    await new Promise<void>((resolve) => turn.addEventListener("abort", () => resolve()));
  }

  #steal(): void {
    // it already does
    if (this.#steals) return;
    this.#silence = 0;
    this.#steals = true;
    this.#turn.abort();
  }

  /** Something woke this tab. `isShown`: it was only hidden. */
  wake(isShown: boolean): void {
    if (this.#isLeading) return;
    this.#consider(!isShown);
    this.#ask(true);
  }

  /** Leads in place of a hidden tab whose timers would slow this one. `isWoken`: its socket may have ended unseen. */
  #consider(isWoken = false): void {
    const { isUnseen, state } = this.#leader ?? {};
    if (isUnseen && !isPageHidden() && (isWoken || state !== "live")) this.#steal();
  }

  #check(): void {
    if (this.#isLeading) return;
    this.#silence++;
    if (this.#silence === 2) this.#ask();
    else if (this.#silence > 2) this.#steal();
  }

  /** What this tab asks for, and so do those for which it asks. `isSocket`: also those that want records in another form. */
  wanted(isSocket = false): AskedFor {
    const { records, tableIds } = this.#options.question;
    const lists = [tableIds];
    for (const other of this.#others.values())
      if (isSocket || other.records === records) lists.push(other.tableIds);
    const ids = new Set(lists.flatMap((list) => list ?? []));
    return { records, tableIds: chooseTables(lists.every(Boolean) ? [...ids] : undefined) };
  }

  /** Tells the others what came. `next`: what this tab asks, if it does not take that. */
  tell(heard: HeardChanges, asked: AskedFor, next?: AskedFor): void {
    if (this.#isLeading) this.#post({ type: "heard", heard, asked, next });
  }

  /** Tells the others that this tab leads, and its state. */
  say(isNew = false): void {
    if (!this.#isLeading) return;
    this.#post({ type: "lead", state: this.#options.follower.state, isUnseen: isPageHidden(), isNew });
  }

  #ask(isWoken = false): void {
    this.#post({ type: "ask", question: this.#options.question, isWoken });
  }

  #post(message: TabMessage): void {
    const { channel, signal } = this.#options;
    if (!signal.aborted) channel.postMessage(message);
  }

  #receive(message: TabMessage): void {
    if (this.#options.signal.aborted) return;
    if (this.#isLeading) {
      if (message.type === "ask") this.#answer(message);
      return;
    }
    if (message.type === "ask") return;
    this.#silence = 0;
    if (message.type === "heard") this.#hear(message);
    else {
      this.#leader = message;
      this.#options.follower.setLed(message.state);
      if (message.isNew) this.#ask();
      this.#consider();
    }
  }

  #answer({ question, isWoken }: TabMessage & { type: "ask" }): void {
    const { socket } = this.#options;
    const before = String(this.wanted(true).tableIds);
    this.#others.set(JSON.stringify(question), question);
    if (String(this.wanted(true).tableIds) !== before) socket.replace();
    if (isWoken) socket.check();
    this.say();
  }

  #hear({ heard, asked, next }: TabMessage & { type: "heard" }): void {
    const { follower, question, onHeard } = this.#options;
    const isThin = !heard.changes || (question.records === "cells" && tellsRecords(heard.changes));
    const isWhole = next ? !isThin && hasTables(asked, question) : isFor(asked, question);
    if (isWhole && !next) follower.rest();
    if (isWhole) onHeard(heard);
    // the tab that leads asks the same
    else if (heard.cursor !== follower.cursor)
      follower.hurry(next && isFor(next, question) ? times.grace * (1 + Math.random()) : 0);
  }
}

const hasTables = (asked: AskedFor, { tableIds }: AskedFor): boolean =>
  !asked.tableIds || (tableIds?.every((id) => asked.tableIds?.includes(id)) ?? false);

/** Whether the answer to a question has what another asks for. */
const isFor = (asked: AskedFor, question: AskedFor): boolean =>
  asked.records === question.records && hasTables(asked, question);
