/*
 * Packed items: an item of some partitions is stored in fewer bytes than readers and writers see. The module that owns such items defines
 * how (lib/data/records/pack-records.ts). Items are packed on their way into a commit (changes.ts), and unpacked after a read has shown
 * the committed state: intents hold packed items, and settling them unpacks nothing.
 */
import { copiedMark, type Item } from "./item.ts";

export interface Packing {
  /** The partition keys of its items begin so. */
  partitions: string;
  /** Makes the function that gives an item as it is stored; all these items are written together. */
  makePacker(written: readonly Item[]): (item: Item) => Item;
  /** Whether a stored item is packed. It is asked for every item that is read, and so may learn from others how to unpack. */
  isPacked(item: Item): boolean;
  /** Begins to unpack items that are read together; `only` are the members of `cells` that are wanted. */
  startUnpacking(only?: ReadonlySet<string>): Unpacking;
}

interface Unpacking {
  /** A packed item as readers see it, or as it is if something has to be read first. */
  unpack(item: Item): Item;
  /** Reads what was missing; true if there was something. After it `unpack` gives no item as it is. */
  learn(): Promise<boolean>;
}

let defined: Packing | undefined;

/** Says how items are packed. The module that makes the keys of such items calls this. */
export function definePacking(packing: Packing): void {
  defined = packing;
}

/** Makes the function that gives an item as it is stored; all these items are written together. */
export function startPacking(written: readonly Item[]): (item: Item) => Item {
  const pack = defined?.makePacker(written);
  return (item) => (pack && defined && item.pk.startsWith(defined.partitions) ? pack(item) : item);
}

/** Learns from items that were written what it would learn from reading them. */
export const hearWritten = (items: readonly Item[]): void => {
  for (const item of items) defined?.isPacked(item);
};

/** Stored items as readers see them, in the same order. */
export async function unpackItems<Each extends Item | undefined>(
  items: Each[],
  only?: ReadonlySet<string>,
): Promise<Each[]> {
  const shown = items.some((item) => item?.[copiedMark]) ? items.map(withoutCopiedMark) : items;
  if (!defined) return shown;
  const { isPacked, startUnpacking } = defined;
  const { unpack, learn } = startUnpacking(only);
  const unpackAll = (some: Each[]) =>
    some.map((item) => (item && isPacked(item) ? (unpack(item) as Each) : item));
  const unpacked = unpackAll(shown);
  return (await learn()) ? unpackAll(unpacked) : unpacked;
}

/** No writer of ours writes the mark again, because none reads it. */
function withoutCopiedMark<Each extends Item | undefined>(item: Each): Each {
  const shown = item && { ...item };
  if (shown) delete shown[copiedMark];
  return shown;
}
