/*
 * A DynamoDB in this process, on a file of SQLite. It has tables with a partition key and an optional sort key; what it
 * does not know (secondary indexes, PartiQL, the parameters before expressions) it refuses by name.
 *
 *   execute ──▶ operations/ ──▶ expressions/   parsed, bound, checked, evaluated
 *                   │
 *                   ├─ reads: storage/turns.ts     at once, a few milliseconds a turn of the event loop
 *                   └─ writes: storage/group.ts    together, one fsync; each change goes into the feed
 */

import type { Input, Output, Store } from "./operations/context.ts";
import { executeOperation } from "./operations/execute.ts";
import { removeExpired } from "./operations/remove-expired.ts";
import { type Change, openChangeLog } from "./storage/change-log.ts";
import { copyFile } from "./storage/copy-file.ts";
import { watchDamage } from "./storage/damage.ts";
import { openGroup } from "./storage/group.ts";
import { openFile, releasePages } from "./storage/open-file.ts";
import { openTableList, type TableList } from "./storage/table-list.ts";
import type { TableDefinition } from "./storage/tables.ts";
import { openTokens } from "./storage/tokens.ts";
import { openTurns } from "./storage/turns.ts";
import { openWatched, type WatchedPartitions } from "./storage/watched.ts";
import { type Codec, wireCodec } from "./values/codec.ts";
import type { Item } from "./values/value.ts";

export interface EngineOptions {
  /** A path, or ":memory:". */
  file: string;
  /** Made if they are not there. */
  tables?: TableDefinition[];
  /** For a table with a feed: whether changes of this item are fed. Default: all are. */
  isFed?: (item: Item) => boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Called once, when the file is found to be damaged: from then on nothing is written. */
  onDamage?: (error: Error) => void;
  /** Without it the last moments before a power loss may be lost: for tests. */
  durable?: boolean;
}

export interface ExecuteOptions {
  signal?: AbortSignal | undefined;
  /** The form of values in requests and answers; the wire's by default. */
  codec?: Codec;
}

export interface Engine {
  /** Answers as DynamoDB does, and throws what the SDK would. */
  execute(operation: string, input: object, options?: ExecuteOptions): Promise<Output>;
  /** Changes after this sequence, at most so many and about a megabyte. */
  readChanges(after: number, limit?: number): Change[];
  /** The sequence of the last change, even if that was removed from the feed. */
  lastChange(): number;
  /** Called after each commit that changed something; gives a function that ends it. */
  onChange(listener: (lastSequence: number) => void): () => void;
  /** Begins to tell of each write of a partition, by the sort key, before the write is answered; gives a function that ends it. */
  watch: WatchedPartitions["watch"];
  /** The same of all partitions. */
  watchAll: WatchedPartitions["watchAll"];
  /** Removes changes up to this sequence, in steps; gives how many. */
  removeChanges(upTo: number): Promise<number>;
  /** Deletes items that have expired; gives how many. `now` is in seconds since 1970. */
  removeExpired(now?: number): Promise<number>;
  /** Copies the file into a new one, as it is between two commits, while others read and write. */
  copyTo(file: string): Promise<void>;
  /** Gives back the memory in which pages of the file are mapped; they are mapped again when they are read. */
  releasePages(): void;
  /** Finishes the writes that wait, and closes the file. */
  close(): void;
}

const stepSize = 1000;

export function openEngine({
  file,
  tables = [],
  isFed = () => true,
  now = Date.now,
  onDamage = () => {},
  durable = true,
}: EngineOptions): Engine {
  const database = openFile({ file, durable });
  const listeners = new Set<(lastSequence: number) => void>();
  const damage = watchDamage(onDamage);
  const list = openTables();
  const changes = openChangeLog(database, (name) => list.find(name)?.definition);
  let told = changes.last();
  const store: Store = {
    tables: list,
    damage,
    watched: openWatched(),
    changes,
    tokens: openTokens(database),
    group: openGroup(database, damage, tellListeners),
    turns: openTurns(),
    longTurns: openTurns(),
    isFed,
    now,
  };

  /** Makes all tables in one transaction, because a start may be interrupted. */
  function openTables(): TableList {
    try {
      const list = openTableList(database, now);
      database.exec("BEGIN");
      for (const definition of tables) list.ensure(definition);
      database.exec("COMMIT");
      return list;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  function tellListeners(): void {
    const last = changes.last();
    if (last === told) return;
    told = last;
    // what a listener throws must not look like a failure of the write
    for (const listener of listeners) queueMicrotask(() => listener(last));
  }

  function onChange(listener: (lastSequence: number) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function removeChanges(upTo: number): Promise<number> {
    let removed = 0;
    for (let found = stepSize; found === stepSize; removed += found)
      found = await store.group.write(() => changes.remove(upTo, stepSize));
    return removed;
  }

  /** One copy at a time: each says how many writes go on beside it. */
  let copying: Promise<unknown> = Promise.resolve();
  function copyTo(target: string): Promise<void> {
    damage.refuseWriting();
    const copied = copying.then(() =>
      copyFile(database, store.group, target).catch((error: unknown) => {
        throw damage.explain(error);
      }),
    );
    copying = copied.catch(() => {});
    return copied;
  }

  function close(): void {
    if (!database.isOpen) return;
    store.group.flush();
    try {
      if (!damage.isFound()) database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA optimize");
    } catch {
      // if the disk is full or fails, written data stays in the WAL and is read from there at the next start
    } finally {
      database.close();
    }
  }

  return {
    execute: (operation, input, { signal, codec = wireCodec } = {}) =>
      executeOperation(operation, input as Input, { store, codec, signal }),
    readChanges: (after, limit = stepSize) => damage.guard(() => changes.read(after, limit)),
    lastChange: changes.last,
    onChange,
    watch: store.watched.watch,
    watchAll: store.watched.watchAll,
    removeChanges,
    removeExpired: (seconds = Math.floor(now() / 1000)) => removeExpired(store, seconds),
    copyTo,
    releasePages: () => releasePages(database),
    close,
  };
}
