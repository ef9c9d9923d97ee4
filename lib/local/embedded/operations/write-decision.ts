/* Writes the decided change, and its record in the feed; a write that changes nothing has no record. */

import type { TableDefinition } from "../storage/tables.ts";
import { areEqual } from "../values/compare.ts";
import { getMember, type Item } from "../values/value.ts";
import type { Store } from "./context.ts";
import type { Decision } from "./write-action.ts";

export function writeDecision({ action, old, item, size }: Decision, store: Store, byService = false): void {
  const { table, key, isCheck } = action;
  if (isCheck || (!old && !item) || (old && item && areEqual(old.item, item))) return;
  let body: string | null = null;
  if (item) body = table.rows.put(key, item, size, expiryOf(item, table.definition));
  else table.rows.remove(key);
  store.watched.tell(table.definition.name, key);
  if (!table.definition.feed || !store.isFed((item ?? old?.item) as Item)) return;
  const { name } = table.definition;
  store.changes.add({ table: name, time: store.now(), byService, old: old?.body ?? null, new: body });
}

/** The second from which an item may be deleted; null if it never expires. */
export function expiryOf(item: Item, { expiryAttribute }: TableDefinition): number | null {
  if (expiryAttribute === undefined) return null;
  const value = getMember(item, expiryAttribute);
  return typeof value === "number" ? Math.floor(value) : null;
}
