/* Follows the changes of a base: `base.watch(…)`. */
import type { Requests } from "../requests.ts";
import {
  type AskedFor,
  type ChangesAnswer,
  changesPath,
  chooseTables,
  type HeardChanges,
  type WatchedChange,
  type WatchPlace,
  type WatchPresence,
} from "./changes.ts";
import { Follower, type WatchHandlers, type WatchState } from "./follow.ts";
import { hasSockets, hasTabs, openTabChannel } from "./runtime.ts";
import { SocketKeeper, usualTimes } from "./socket.ts";
import { type TabMessage, Tabs, tellsRecords } from "./tabs.ts";
import { usualWaits, type Waits } from "./waits.ts";

export interface WatchOptions extends WatchHandlers {
  /** Only changes of these tables, by their ids or names, and of the base itself; with none only of the base itself. */
  tables?: readonly string[] | undefined;
  /** Where an earlier `watch` ended, as `onCursor` said. Without it `onReset` comes first. */
  since?: string | undefined;
  /** `cells`: each change of a record has the record as it is now. */
  records?: "ids" | "cells" | undefined;
  /**
   * Who looks at the view that `here` named: when that changes, at most every three seconds. Only a socket tells it. Such a follower has a
   * socket of its own, also in a browser with other tabs, because each tab is somewhere else.
   */
  onPresence?: ((presence: WatchPresence) => unknown) | undefined;
  /** `false`: only ask, open no socket. */
  socket?: boolean | undefined;
  /** Ends it, as `close()` does. */
  signal?: AbortSignal | undefined;
}

export interface Watching {
  /** Ends it. A handler that runs goes on to its end. */
  close(): void;
  /** Says where the person looks, to all who look at the same view. It needs `onPresence`. Another place replaces it. */
  here(place: WatchPlace): void;
  /** Resolves when it was closed and the last handler ended. Rejects with the error that ended it: of a handler, or of the server (404 after leaving the base). */
  readonly done: Promise<void>;
  /** The place up to which everything was handled; undefined before the first answer. */
  readonly cursor: string | undefined;
  readonly state: WatchState;
}

/** What is followed. */
export interface WatchedBase {
  requests: Requests;
  baseId: string;
  /** The ids of the tables; undefined for all. It is called again and again. */
  findTableIds: () => Promise<string[] | undefined>;
}

/** Milliseconds for one request. */
const patience = 30_000;

export function watchBase(
  { requests, baseId, findTableIds }: WatchedBase,
  { since, records = "ids", signal, socket = true, onPresence, ...handlers }: WatchOptions,
  waits: Waits = usualWaits,
  times = usualTimes,
): Watching {
  const ending = new AbortController();
  const close = () => ending.abort();
  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();

  /** The ids of the tables, as the last request had them. */
  let tableIds: readonly string[] | undefined;
  let tabs: Tabs | undefined;
  let keeper: SocketKeeper | undefined;
  let place: WatchPlace | undefined;
  const running: Promise<unknown>[] = [];

  const read = async (from: string | undefined): Promise<ChangesAnswer> => {
    tableIds = await findTableIds();
    const asked: AskedFor = tabs?.wanted() ?? { records, tableIds: chooseTables(tableIds) };
    const answer = await requests.send<ChangesAnswer>({
      method: "GET",
      path: changesPath(baseId, { since: from, ...asked }),
      ...{ isOnce: true, signal: ending.signal, timeout: patience },
    });
    if (from !== undefined) {
      tabs?.tell({ from, ...answer }, asked);
      begin();
    }
    return { ...answer, changes: ownOf(answer.changes) };
  };

  /** What this one follows: other tabs may ask for other tables. */
  const ownOf = (changes: WatchedChange[]): WatchedChange[] =>
    tableIds
      ? changes.filter((change) => !("tableId" in change) || tableIds?.includes(change.tableId))
      : changes;

  const follower: Follower = new Follower({
    ...handlers,
    ...{ since, read, waits, renewsToken: requests.renewsToken, signal: ending.signal },
    onCursor: async (cursor) => {
      await handlers.onCursor?.(cursor);
      begin();
    },
    onState: (state, error) => {
      tabs?.say();
      return handlers.onState?.(state, error);
    },
    onWake: (isShown) => {
      keeper?.check();
      tabs?.wake(isShown);
    },
  });

  const hear = ({ changes, ...heard }: HeardChanges) =>
    follower.hear({ ...heard, ...(changes && { changes: ownOf(changes) }) });

  /** Opens a socket until the signal ends it. */
  const open = (leading: AbortSignal) => {
    keeper = new SocketKeeper(
      {
        ...{ requests, baseId, signal: leading },
        tableIds: async () => (tabs ? tabs.wanted(true).tableIds : chooseTables(tableIds)),
        cursor: () => follower.cursor,
        place: () => place,
        onPresence: (presence) => onPresence?.(presence),
        onHeard: (heard, of) => {
          tabs?.tell(heard, { records: "ids", tableIds: of }, tabs.wanted());
          hear(records === "cells" ? withoutThin(heard) : heard);
        },
        onLive: (isLive, isOpening) => follower.setLive(isLive, isOpening),
      },
      times,
    );
    running.push(keeper.run());
  };

  let isAlone = false;
  const followAlone = () => {
    isAlone = true;
    open(ending.signal);
  };
  let joining: Promise<void> | undefined;
  /** Opens a socket, or joins the other tabs, once there is a cursor. */
  const begin = () => {
    if (!socket || isAlone) return;
    if (!hasTabs() || onPresence) followAlone();
    else if (!joining || requests.renewsToken) joining = join().catch(followAlone);
  };
  let leave = () => {};
  const join = async () => {
    // the server took this token: only tabs that have the same one are heard
    const name = await requests.nameShared(baseId);
    if (name === tabs?.name || ending.signal.aborted) return;
    const channel = openTabChannel<TabMessage>(name);
    leave();
    const leaving = new AbortController();
    leave = () => leaving.abort();
    ending.signal.addEventListener("abort", leave);
    follower.setLive(false, true);
    tabs = new Tabs({
      ...{ name, channel, follower, question: { records, tableIds } },
      ...{ onHeard: hear, signal: leaving.signal },
      socket: { open, check: () => keeper?.check(), replace: () => keeper?.replace() },
    });
    running.push(tabs.run());
  };
  if (socket && hasSockets()) follower.setLive(false, true);
  const run = async () => {
    try {
      await follower.run();
    } finally {
      close();
      signal?.removeEventListener("abort", close);
      await Promise.all(running);
    }
  };
  const done = run();
  return {
    ...{ close, done },
    here(next) {
      if (!onPresence) throw new TypeError("gridless: here() needs the option onPresence");
      place = next;
      keeper?.sayPlace();
    },
    get cursor() {
      return follower.cursor;
    },
    get state() {
      return follower.state;
    },
  };
}

/** A hint has no cells: if it is about records, the server is asked for them. */
const withoutThin = ({ changes, ...heard }: HeardChanges): HeardChanges =>
  changes && tellsRecords(changes) ? heard : { ...heard, ...(changes && { changes }) };
