/* Twins (lib/store/item.ts): whether those that a test has written are equal to their items at its end. */
import { isDeepStrictEqual } from "node:util";
import { hasEqualTwins, type Item, keyText, ownTwinKeys, twinned } from "#lib/store/item";

/** Remembers items that were written; `wrong` names those with twins that are not equal to them. */
export function makeTwinCheck() {
  const written = new Map<string, Item>();
  const plain = ({ pk: _, entity: __, ...rest }: Partial<Item>) => rest;
  return {
    note: (item: Item) => {
      if (twinned.has(item.sk)) written.set(keyText(item), item);
    },
    wrong: () =>
      [...written.values()]
        .filter((item) => hasEqualTwins(item) && item["commit"] === undefined)
        .filter(({ entity }) => !entity.endsWith("Twin"))
        .filter((item) =>
          ownTwinKeys(item)
            .map((key) => written.get(keyText(key)) ?? {})
            .some((twin) => !("commit" in twin) && !isDeepStrictEqual(plain(twin), plain(item))),
        )
        .map(keyText),
  };
}
