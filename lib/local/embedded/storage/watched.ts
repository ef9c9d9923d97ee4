/* Partitions whose writes a reader in this process hears of, so that it may keep in memory what it has read of them. */
import type { KeyColumn } from "../values/key-value.ts";
import type { RowKey } from "./item-rows.ts";

/** Called with the sort key of an item that is written, before the write is answered and before another read can see it. */
type Hear = (sort: KeyColumn) => void;

/** The same of all partitions. */
type HearAll = (table: string, key: RowKey) => void;

export type WatchedPartitions = ReturnType<typeof openWatched>;

export function openWatched() {
  const listeners = new Map<string, Set<Hear>>();
  const ofAll = new Set<HearAll>();
  const nameOf = (table: string, partition: KeyColumn) => `${table} ${partition}`;

  /** Begins to tell of the writes of a partition; gives a function that ends it. */
  function watch(table: string, partition: string, hear: Hear): () => void {
    const name = nameOf(table, partition);
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all);
    all.add(hear);
    return () => {
      all.delete(hear);
      if (all.size === 0 && listeners.get(name) === all) listeners.delete(name);
    };
  }

  /** Begins to tell of every write; gives a function that ends it. */
  function watchAll(hear: HearAll): () => void {
    ofAll.add(hear);
    return () => ofAll.delete(hear);
  }

  function tell(table: string, key: RowKey): void {
    const { partition, sort } = key;
    for (const hear of ofAll) hear(table, key);
    if (listeners.size === 0) return;
    for (const hear of listeners.get(nameOf(table, partition)) ?? []) hear(sort);
  }

  return { watch, watchAll, tell };
}
