/*
 * What a reader sees of an item that a staged commit has laid hands on: as it was, or as it will be; never something between.
 *
 *            stored                        not committed (yet)   committed
 *  create    the final item + commit       nothing               the item
 *  update    as it was + commit, next      as it was             with `next`, which is what differs
 *  delete    as it was + commit, next null as it was             nothing
 *
 * A reader never writes: he asks for the commits, all at once. One that is missing was settled long ago, if the item was read
 * long ago; so the item is read once more, and if it still says the same, the commit never came to its end.
 */
import { type CommitItem, commitKey } from "./commit-items.ts";
import { applyDifference, type Difference } from "./difference.ts";
import { type Item, keyText } from "./item.ts";
import { getRawItems } from "./raw-reads.ts";

export interface Intent extends Item {
  commit: string;
  next?: Difference | null;
}

export const isIntent = (item: Item): item is Intent => item["commit"] !== undefined;

const asItWas = (intent: Intent): Item | undefined => ("next" in intent ? withoutIntent(intent) : undefined);
export function applyIntent(intent: Intent): Item | undefined {
  if (intent.next === null) return undefined;
  return applyDifference(withoutIntent(intent), intent.next ?? {}) as Item;
}

function withoutIntent({ commit: _, next: __, ...item }: Intent): Item {
  return item as Item;
}

/** Each of the items as a reader sees it, undefined where he sees none. */
export async function showCommitted(items: Item[]): Promise<(Item | undefined)[]> {
  const shown: (Item | undefined)[] = items;
  let open = [...items.entries()].flatMap(([at, item]) => (isIntent(item) ? [{ at, item }] : []));
  if (open.length === 0) return shown;

  const seen = [...shown];
  const states = new Map<string, CommitItem["state"] | undefined>();
  const looked = new Set<string>();
  while (open.length > 0) {
    const ids = [...new Set(open.map(({ item }) => item.commit))].filter((id) => !states.has(id));
    const commits = (ids.length > 0 ? await getRawItems(ids.map(commitKey)) : []) as CommitItem[];
    for (const id of ids) states.set(id, commits.find(({ pk }) => pk === commitKey(id).pk)?.state);

    const doubtful: typeof open = [];
    for (const { at, item } of open) {
      const state = states.get(item.commit);
      if (state || looked.has(`${at} ${item.commit}`))
        seen[at] = state === "committed" ? applyIntent(item) : asItWas(item);
      else doubtful.push({ at, item });
    }
    const now = new Map(
      (doubtful.length > 0 ? await getRawItems(doubtful.map(({ item }) => item)) : []).map((item) => [
        keyText(item),
        item,
      ]),
    );
    open = doubtful.flatMap(({ at, item: { pk, sk, commit } }) => {
      looked.add(`${at} ${commit}`);
      const item = now.get(keyText({ pk, sk }));
      if (item && isIntent(item)) return [{ at, item }];
      seen[at] = item;
      return [];
    });
  }
  return seen;
}
