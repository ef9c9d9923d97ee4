/*
 * Which items have twins (item.ts), as this process knows: it has read so in the item. It reads the item itself in one of seven turns, so it
 * soon knows when an older Gridless has left the twins behind.
 *
 *   three twins   item 1 2 3 1 2 3      the item of a table has its counter and its schema in the same partition
 *   two           item 1 2
 */
import { hasEqualTwins, type Item, type Key, keyText, ownTwinKeys, type Twinned } from "#lib/store/item";

const known = new Map<string, readonly Key[]>();
/** Above so many all are forgotten, and read once more. */
const mostKnown = 1000;

/** Notes what an item says of its twins; `undefined`: it does not exist. */
export function learnTwins(key: Key, item: (Item & Twinned) | undefined): void {
  const twins = item && hasEqualTwins(item) ? ownTwinKeys(item) : [];
  if (known.size >= mostKnown) known.clear();
  if (twins.length === 0) known.delete(keyText(key));
  else known.set(keyText(key), twins);
}

let turns = 0;

/** The key of the item or of one of its twins, by turns; `undefined` if it is not known to have some. */
export function chooseTwin(key: Key): Key | undefined {
  const twins = known.get(keyText(key));
  if (!twins) return undefined;
  const round = twins.length === 3 ? [key, ...twins, ...twins] : [key, ...twins];
  return round[++turns % round.length];
}
