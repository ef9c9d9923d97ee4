/* Deletes expired items, in steps. */
import type { Table } from "../storage/tables.ts";
import type { Store } from "./context.ts";
import { writeDecision } from "./write-decision.ts";

const fiveYears = 5 * 365 * 24 * 60 * 60;
const stepSize = 50;

/** Gives the number of deleted items. `now` is in seconds since 1970. As in DynamoDB, an expiry more than five years ago does not count. */
export async function removeExpired(store: Store, now: number): Promise<number> {
  let removed = 0;
  for (const table of store.tables.list()) {
    for (let found = stepSize; found === stepSize; ) {
      found = await store.group.write(() => removeSome(table, store, now));
      removed += found;
    }
  }
  return removed;
}

function removeSome(table: Table, store: Store, now: number): number {
  const keys = table.rows.findExpired(now - fiveYears, now, stepSize);
  for (const key of keys) {
    const old = table.rows.get(key);
    if (!old) continue;
    const action = {
      ...{ table, key, condition: undefined, showsRefuser: false, isCheck: false, update: undefined },
      change: () => undefined,
    };
    writeDecision({ action, old, holds: true, item: undefined, size: 0 }, store, true);
  }
  return keys.length;
}
