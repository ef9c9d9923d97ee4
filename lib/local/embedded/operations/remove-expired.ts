/* Deletes items whose time is over, in steps. */
import type { Table } from "../storage/tables.ts";
import type { Store } from "./context.ts";
import { writeDecision } from "./write-decision.ts";

const fiveYears = 5 * 365 * 24 * 60 * 60;
const stepSize = 50;

/** Seconds since 1970; as in DynamoDB, what should have expired more than five years ago is no expiry. Gives how many. */
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
