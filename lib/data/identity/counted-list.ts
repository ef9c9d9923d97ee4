/*
 * A list with a limit that is exact under any concurrency. Beside its entries is an item whose version changes with each new entry: of
 * concurrent additions one goes first, the others conflict and count again.
 *
 *  entity       pk  sk      cost
 *  countedList  …   <NAME>  of entries <NAME>#<id>: read with them in one Query, before them; written with each new entry 2 WCU. The first makes it
 */
import { type Change, change, commit, insert, retryOnConflictFrom } from "#lib/store/commit";
import { type Item, readAll } from "#lib/store/store";

export interface Counted {
  pk: string;
  name: string;
  /** Absent before the first entry, or with entries of an earlier version only. */
  list: Item | undefined;
  count: number;
}

/** Counts the entries. The list comes first in the Query: `addCounted` notices entries that are made after it was read. */
export async function countEntries(pk: string, name: string): Promise<Counted> {
  const found = await readAll({ pk, from: name, to: `${name}#\u{10ffff}` });
  const list = found.find(({ sk }) => sk === name);
  const entries = found.filter(({ sk }) => sk.startsWith(`${name}#`));
  return { pk, name, list, count: entries.length };
}

/**
 * Commits the changes that add an entry. `refuse` gets the number of entries and throws if there are too many; it is called again after a
 * conflict, and so may look at anything else that makes the commit fail.
 */
export const addCounted = (
  start: Counted,
  refuse: (count: number) => void | Promise<void>,
  changes: Change[],
): Promise<void> =>
  retryOnConflictFrom(
    start,
    () => countEntries(start.pk, start.name),
    async ({ pk, name, list, count }) => {
      await refuse(count);
      const taken = list ? change(list, {}) : insert({ pk, sk: name, entity: "countedList" });
      await commit([taken, ...changes]);
    },
  );
