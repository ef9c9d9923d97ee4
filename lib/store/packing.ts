/*
 * Packed items: an item of some partitions is stored in fewer bytes than readers and writers see. The module that owns such items defines
 * how (lib/data/records/pack-records.ts). Items are packed on their way into a commit, and unpacked after a read has shown the
 * committed state: intents hold packed items, and whoever settles them need not unpack.
 */
import { type Change, Refused } from "./changes.ts";
import type { Item } from "./item.ts";

export interface Packing {
  /** The partition keys of its items begin so. */
  partitions: string;
  /** Makes the function that gives an item as it is stored; the items are written by these changes. */
  makePacker(changes: readonly Change[]): (item: Item) => Item;
  /** Whether a stored item is packed. It is asked for every item that is read, and so may learn from others how to unpack. */
  isPacked(item: Item): boolean;
  /** Stored items, all of them packed, as readers see them, in the same order; `only` are the members of `cells` that are wanted. */
  unpack(items: Item[], only?: ReadonlySet<string>): Promise<Item[]>;
}

let defined: Packing | undefined;

/** Says how items are packed. Whoever makes the keys of such items imports the module that calls this. */
export function definePacking(packing: Packing): void {
  defined = packing;
}

/** Items as readers see them, in the same order. */
export async function unpackItems<Each extends Item | undefined>(
  items: Each[],
  only?: ReadonlySet<string>,
): Promise<Each[]> {
  if (!defined) return items;
  const { isPacked, unpack } = defined;
  const found = items.flatMap((item, i) => (item && isPacked(item) ? [{ item, i }] : []));
  if (found.length === 0) return items;
  const unpacked = await unpack(
    found.map(({ item }) => item),
    only,
  );
  const shown = [...items];
  for (const [k, { i }] of found.entries()) shown[i] = unpacked[k] as Each;
  return shown;
}

/** The changes of a commit as they are stored; `explain` gives an error of the commit with the changes as the caller made them. */
export function packChanges(changes: Change[]): { stored: Change[]; explain: (error: unknown) => unknown } {
  const originals = new Map<Change, Change>();
  const { partitions = "", makePacker } = defined ?? {};
  const isPacked = (change: Change) => "item" in change && change.item.pk.startsWith(partitions);
  if (!makePacker || !changes.some(isPacked)) return { stored: changes, explain: (error) => error };
  const pack = makePacker(changes);
  const stored = changes.map((change): Change => {
    if (!("item" in change) || !isPacked(change)) return change;
    const made = {
      ...change,
      item: pack(change.item),
      ...("before" in change && { before: pack(change.before) }),
    };
    originals.set(made, change);
    return made;
  });
  const explain = (error: unknown) =>
    error instanceof Refused
      ? new Refused(error.changes.map((change) => originals.get(change) ?? change))
      : error;
  return { stored, explain };
}
