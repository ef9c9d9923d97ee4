/*
 * Packed items: an item of some partitions is stored in fewer bytes than readers and writers see. The module that owns such items defines
 * how (lib/data/records/pack-records.ts). Items are packed on their way into a commit (changes.ts), and unpacked after a read has shown
 * the committed state: intents hold packed items, and whoever settles them need not unpack.
 */
import type { Item } from "./item.ts";

export interface Packing {
  /** The partition keys of its items begin so. */
  partitions: string;
  /** Makes the function that gives an item as it is stored; all these items are written together. */
  makePacker(written: readonly Item[]): (item: Item) => Item;
  /** Whether a stored item is packed. It is asked for every item that is read, and so may learn from others how to unpack. */
  isPacked(item: Item): boolean;
  /** Waits for what it needs to unpack these items; gives the function that does so, for the members of `cells` in `only`. */
  makeUnpacker(packed: readonly Item[], only?: ReadonlySet<string>): Promise<(item: Item) => Item>;
}

let defined: Packing | undefined;

/** Says how items are packed. Whoever makes the keys of such items imports the module that calls this. */
export function definePacking(packing: Packing): void {
  defined = packing;
}

/** Makes the function that gives an item as it is stored, or undefined for one that is not packed; none if no item is. */
export function startPacking(written: readonly Item[]): ((item: Item) => Item | undefined) | undefined {
  if (!defined) return undefined;
  const { partitions, makePacker } = defined;
  const isPacked = ({ pk }: Item) => pk.startsWith(partitions);
  if (!written.some(isPacked)) return undefined;
  const pack = makePacker(written);
  return (item) => (isPacked(item) ? pack(item) : undefined);
}

/** Stored items as readers see them, in the same order. */
export async function unpackItems<Each extends Item | undefined>(
  items: Each[],
  only?: ReadonlySet<string>,
): Promise<Each[]> {
  if (!defined) return items;
  const { isPacked, makeUnpacker } = defined;
  const packed = items.filter((item) => item !== undefined && isPacked(item));
  if (packed.length === 0) return items;
  const unpack = await makeUnpacker(
    packed.filter((item) => item !== undefined),
    only,
  );
  return items.map((item) => (item && isPacked(item) ? (unpack(item) as Each) : item));
}
