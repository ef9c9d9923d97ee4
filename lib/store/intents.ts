/*
 * Intents: items that a staged commit has prepared. A reader sees each one as it was before the commit, or as it is after it,
 * depending on the state of the commit.
 *
 *            stored                               reader sees: not committed (yet)   committed
 *  create    the new item + commit                nothing                            the item
 *  update    the old item + commit, next          the old item                       the old item with the difference `next`
 *  delete    the old item + commit, next = null   the old item                       nothing
 *
 * Readers never write. They read the commits of all intents that they met, with one BatchGet. A commit item may be missing because
 * the commit has ended and expired since the intent was read. So the item is read once more: if it is still the intent of that
 * commit, the commit never took effect, and the reader sees the old state.
 */
import { type CommitItem, commitKey } from "./commit-items.ts";
import { applyDifference, type Difference } from "./difference.ts";
import { type Item, keyText } from "./item.ts";
import { getRawItems } from "./raw-reads.ts";

/** An item that a staged commit has prepared; `commit` is the id of that commit. */
export interface Intent extends Item {
  commit: string;
  next?: Difference | null;
}

export const isIntent = (item: Item): item is Intent => item["commit"] !== undefined;

/** The item before the commit; `undefined` if the commit creates it. */
const revertIntent = (intent: Intent): Item | undefined =>
  "next" in intent ? withoutIntent(intent) : undefined;

/** The item after the commit; `undefined` if the commit deletes it. */
export function applyIntent(intent: Intent): Item | undefined {
  if (intent.next === null) return undefined;
  return applyDifference(withoutIntent(intent), intent.next ?? {}) as Item;
}

function withoutIntent({ commit: _, next: __, ...item }: Intent): Item {
  return item as Item;
}

/** Each item as a reader sees it; `undefined` where the reader sees none. */
export async function showCommitted(items: Item[]): Promise<(Item | undefined)[]> {
  let intents = [...items.entries()].flatMap(([index, item]) => (isIntent(item) ? [{ index, item }] : []));
  if (intents.length === 0) return items;

  const shown: (Item | undefined)[] = [...items];
  const states = new Map<string, CommitItem["state"] | undefined>();
  // index and commit of each intent that was read a second time
  const reread = new Set<string>();
  while (intents.length > 0) {
    const ids = [...new Set(intents.map(({ item }) => item.commit))].filter((id) => !states.has(id));
    const commits = (ids.length > 0 ? await getRawItems(ids.map(commitKey)) : []) as CommitItem[];
    for (const id of ids) states.set(id, commits.find(({ pk }) => pk === commitKey(id).pk)?.state);

    // intents whose commit item is missing
    const unclear: typeof intents = [];
    for (const { index, item } of intents) {
      const state = states.get(item.commit);
      if (state || reread.has(`${index} ${item.commit}`))
        shown[index] = state === "committed" ? applyIntent(item) : revertIntent(item);
      else unclear.push({ index, item });
    }
    const current = new Map(
      (unclear.length > 0 ? await getRawItems(unclear.map(({ item }) => item)) : []).map((item) => [
        keyText(item),
        item,
      ]),
    );
    intents = unclear.flatMap(({ index, item: { pk, sk, commit } }) => {
      reread.add(`${index} ${commit}`);
      const item = current.get(keyText({ pk, sk }));
      if (item && isIntent(item)) return [{ index, item }];
      shown[index] = item;
      return [];
    });
  }
  return shown;
}
