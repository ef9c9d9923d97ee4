/* The changes of twins (item.ts), for the commits that write items which have some. */
import type { Change } from "#lib/store/changes";
import { type Item, type Key, twinKeys, twinned } from "#lib/store/item";

/** The changes of the twins of what these changes write. */
export const twinChanges = (changes: readonly Change[]): Change[] => changes.flatMap(changesBeside);

function changesBeside(each: Change): Change[] {
  const { sk } = "item" in each ? each.item : each.key;
  if (sk !== twinned || each.op === "check") return [];
  const before = each.op === "create" ? undefined : each.before;
  const after = each.op === "delete" ? undefined : each.item;
  const had = before?.["twins"] === undefined ? undefined : before;
  if (after?.["twins"] === undefined) return had ? twinKeys(had).map((key) => ({ op: "delete", key })) : [];
  return twinKeys(after).map((key) => {
    const item = twinOf(after, key);
    return had ? { op: "update", before: twinOf(had, key), item } : { op: "create", item };
  });
}

const twinOf = (item: Item, key: Key): Item => ({ ...item, ...key, entity: "tableTwin" });
