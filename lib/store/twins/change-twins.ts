/* The changes of twins (item.ts), for the commits that write items which have some. */
import type { Change } from "#lib/store/changes";
import { keyText, ownTwinKeys, twinned, twinOf } from "#lib/store/item";

/** The changes of the twins of what these changes write. */
export const twinChanges = (changes: readonly Change[]): Change[] => changes.flatMap(changesBeside);

function changesBeside(each: Change): Change[] {
  const { sk } = "item" in each ? each.item : each.key;
  if (!twinned.has(sk) || each.op === "check") return [];
  const before = each.op === "create" ? undefined : each.before;
  const after = each.op === "delete" ? undefined : each.item;
  const had = before ? ownTwinKeys(before) : [];
  const has = after ? ownTwinKeys(after) : [];
  const isIn = (keys: typeof had, key: (typeof had)[number]) =>
    keys.some((other) => keyText(other) === keyText(key));
  return [
    ...had.filter((key) => !isIn(has, key)).map((key): Change => ({ op: "delete", key })),
    ...has.flatMap((key): Change[] => {
      if (!after) return [];
      const item = twinOf(after, key);
      return [
        before && isIn(had, key)
          ? { op: "update", before: twinOf(before, key), item }
          : { op: "create", item },
      ];
    }),
  ];
}
