/* Follows the changes of a base: `base.watch(…)`. */
import type { Requests } from "../requests.ts";
import { type ChangesAnswer, changesPath, type HeardChanges } from "./changes.ts";
import { Follower, type WatchHandlers, type WatchState } from "./follow.ts";
import { hasSockets } from "./runtime.ts";
import { SocketKeeper, usualTimes } from "./socket.ts";
import { usualWaits, type Waits } from "./waits.ts";

export interface WatchOptions extends WatchHandlers {
  /** Only changes of these tables, by their ids or names, and of the base itself. */
  tables?: readonly string[] | undefined;
  /** Where an earlier `watch` ended, as `onCursor` said. Without it `onReset` comes first. */
  since?: string | undefined;
  /** `cells`: each change of a record has the record as it is now. */
  records?: "ids" | "cells" | undefined;
  /** `false`: only ask, open no socket. */
  socket?: boolean | undefined;
  /** Ends it, as `close()` does. */
  signal?: AbortSignal | undefined;
}

export interface Watching {
  /** Ends it. A handler that runs goes on to its end. */
  close(): void;
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
  { since, records, signal, socket = true, ...handlers }: WatchOptions,
  waits: Waits = usualWaits,
  times = usualTimes,
): Watching {
  const ending = new AbortController();
  const close = () => ending.abort();
  signal?.addEventListener("abort", close);
  if (signal?.aborted) close();

  const read = async (from: string | undefined): Promise<ChangesAnswer> => {
    const ids = await findTableIds();
    return requests.send({
      method: "GET",
      path: changesPath(baseId, { since: from, records, tableIds: ids }),
      ...{ isOnce: true, signal: ending.signal, timeout: patience },
    });
  };

  const follower: Follower = new Follower({
    ...handlers,
    ...{ since, read, waits, renewsToken: requests.renewsToken, signal: ending.signal },
    onCursor: async (cursor) => {
      await handlers.onCursor?.(cursor);
      begin();
    },
    onWake: () => keeper.check(),
  });
  const keeper = new SocketKeeper(
    {
      ...{ requests, baseId, tableIds: findTableIds, signal: ending.signal },
      cursor: () => follower.cursor,
      onHeard: (heard) => follower.hear(records === "cells" ? withoutThin(heard) : heard),
      onLive: (isLive, isOpening) => follower.setLive(isLive, isOpening),
    },
    times,
  );
  let begun: Promise<void> | undefined;
  /** Opens the socket once there is a cursor. */
  const begin = () => {
    if (socket) begun ??= keeper.run();
  };
  if (socket && hasSockets()) follower.setLive(false, true);
  if (since !== undefined) begin();
  const run = async () => {
    try {
      await follower.run();
    } finally {
      close();
      signal?.removeEventListener("abort", close);
      await begun;
    }
  };
  const done = run();
  return {
    ...{ close, done },
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
  changes?.some(({ type }) => type.startsWith("record.")) ? heard : { ...heard, ...(changes && { changes }) };
