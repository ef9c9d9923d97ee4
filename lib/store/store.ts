/*
 * The store: reads and writes of the one DynamoDB table. Only this module, raw-reads.ts, writes.ts, batch-writes.ts and client.ts send requests to it.
 * Which items exist is defined in lib/data, by the module that owns their keys.
 *
 * Reads are strongly consistent, so callers see their own finished writes, and they show only committed state (intents.ts), unpacked (packing.ts).
 * Each read casts the item to the type that its caller names: the module that owns an item's key declares its type. No other
 * module casts items.
 */

import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { client, storeName } from "./client.ts";
import { isIntent, showCommitted } from "./intents.ts";
import { type Item, type Key, keyText, showTwin } from "./item.ts";
import { unpackItems } from "./packing.ts";
import { countRawPage, getRawItems, maxItems, type Page, type Range, readRawPage } from "./raw-reads.ts";
import { retryRead } from "./retry.ts";
import { chooseTwin, learnTwins } from "./twins/known-twins.ts";

export { client, storeName } from "./client.ts";
export { type Item, isEntity, type Key, keyText } from "./item.ts";
export type { Page } from "./raw-reads.ts";
export {
  type Action,
  addAtLeast,
  addToNumber,
  type Condition,
  countApart,
  isConditionUnmet,
  putItem,
  removeItem,
  transact,
  tryUpdate,
  updateIf,
} from "./writes.ts";

/** The item with this key, read from this twin of it if one is given (item.ts); `undefined` if it does not exist. */
export async function getItem<Entity extends Item>(key: Key, twin = key): Promise<Entity | undefined> {
  const { Item } = await retryRead((options) =>
    client().send(new GetCommand({ TableName: storeName(), Key: twin, ConsistentRead: true }), options),
  );
  const [found] = Item ? await showCommitted([Item as Item]) : [];
  const [item] = await unpackItems([found && twin !== key ? showTwin(found, key) : found]);
  return item as Entity | undefined;
}

/** As `getItem`, by turns from the item and its twins, if this process knows that it has some. */
export async function getByTurns<Entity extends Item>(key: Key): Promise<Entity | undefined> {
  const twin = chooseTwin(key);
  // without its twins it was deleted, or an older Gridless has changed it
  const found = twin && twin !== key ? await getItem<Entity>(key, twin) : undefined;
  if (found) return found;
  const item = await getItem<Entity>(key);
  learnTwins(key, item);
  return item;
}

/** The items that exist, in no particular order. Up to 100 keys are one request; more requests run in parallel. */
export async function getItems<Entity extends Item = Item>(keys: Key[]): Promise<Entity[]> {
  const shown = await showCommitted(await getRawItems(keys));
  return (await unpackItems(shown.filter((item) => item !== undefined))) as Entity[];
}

/**
 * For each key its item, or `undefined` if it does not exist: `getEach<[UserItem, SessionItem]>([userKey(id), sessionKey(…)])`.
 * Costs what `getItems` costs.
 */
export async function getEach<Entity extends Item[]>(
  keys: {
    [At in keyof Entity]: Key;
  },
): Promise<{ [At in keyof Entity]: Entity[At] | undefined }> {
  const find = makeFinder(await getItems(keys));
  return keys.map((key) => find(key)) as { [At in keyof Entity]: Entity[At] | undefined };
}

/** Finds the item with a key among items that were already read. */
export type Finder = <Entity extends Item>(key: Key) => Entity | undefined;
export function makeFinder(items: Item[]): Finder {
  const found = new Map(items.map((item) => [keyText(item), item]));
  return <Entity extends Item>(key: Key) => found.get(keyText(key)) as Entity | undefined;
}

/** One page of a partition, in ascending order of the sort keys, or descending if `backward`. */
export async function readPage<Entity extends Item>(range: Range): Promise<Page<Entity>> {
  const [only] = await readPages<Entity>([range]);
  return only as Page<Entity>;
}

/** One page of each range, read in parallel. The commits of all intents in them are read with one request. */
export async function readPages<Entity extends Item>(ranges: Range[]): Promise<Page<Entity>[]> {
  const rawPages = await Promise.all(ranges.map(readUnpacked));
  if (!rawPages.some(({ items }) => items.some(isIntent))) return rawPages as Page<Entity>[];
  const shown = await showCommitted(rawPages.flatMap(({ items }) => items));
  const starts = rawPages.map((_, i) =>
    rawPages.slice(0, i).reduce((sum, { items }) => sum + items.length, 0),
  );
  return Promise.all(
    rawPages.map(({ items, more }, i) => {
      const start = starts[i] as number;
      const own = shown.slice(start, start + items.length);
      return fillPage<Entity>(ranges[i] as Range, { shown: own, last: items.at(-1), more });
    }),
  );
}

/** A page whose items are unpacked if none is an intent: one page after the other, since all of them fill the memory twice. */
async function readUnpacked(range: Range): Promise<Page<Item>> {
  const page = await readRawPage(range);
  return page.items.some(isIntent) ? page : { ...page, items: await unpackItems(page.items, range.cells) };
}

/** Items as readers see them, and which of them may change without being written: intents, which change when their commit does. */
interface UnsettledRead<Entity extends Item> {
  /** Those that exist, in the order in which they were read. */
  items: Entity[];
  /** The sort keys of intents, hidden ones too. */
  unsettled: string[];
}

interface UnsettledPage<Entity extends Item> extends UnsettledRead<Entity> {
  /** The sort key after which the next page begins; absent if the range has ended. */
  last?: string;
}

/** One page of a range, for readers who keep it. */
export async function readUnsettledPage<Entity extends Item>(range: Range): Promise<UnsettledPage<Entity>> {
  const { items, more } = await readRawPage(range);
  const last = more ? items.at(-1)?.sk : undefined;
  return { ...(await showRead<Entity>(items)), ...(last !== undefined && { last }) };
}

/** The items with these keys that exist. */
export const readUnsettledItems = async <Entity extends Item>(keys: Key[]): Promise<UnsettledRead<Entity>> =>
  showRead<Entity>(await getRawItems(keys));

async function showRead<Entity extends Item>(items: Item[]): Promise<UnsettledRead<Entity>> {
  const shown = (await showCommitted(items)).filter((item) => item !== undefined);
  return {
    items: (await unpackItems(shown)) as Entity[],
    unsettled: items.filter(isIntent).map(({ sk }) => sk),
  };
}

interface ShownPage {
  /** The items as readers see them; `undefined` where an item is hidden. */
  shown: (Item | undefined)[];
  /** The last item that was read, hidden or not. */
  last: Item | undefined;
  more: boolean;
}

/** Reads on, in larger steps, until a page with hidden items is full or the range ends: an empty page is always the last. */
async function fillPage<Entity extends Item>(range: Range, first: ShownPage): Promise<Page<Entity>> {
  const { limit = maxItems } = range;
  const items: Entity[] = [];
  for (let { shown, last, more } = first, readLimit = limit; ; ) {
    const visible = shown.filter((item) => item !== undefined);
    items.push(...((await unpackItems(visible, range.cells)) as Entity[]));
    if (!more || !last || visible.length === shown.length || items.length >= limit)
      return { items: items.slice(0, limit), more: more || items.length > limit };
    readLimit = Math.min(2 * readLimit, maxItems);
    const rest = range.backward ? { to: keyBefore(last.sk) } : { from: keyAfter(last.sk) };
    const next = await readRawPage({ ...range, ...rest, limit: readLimit });
    shown = await showCommitted(next.items);
    last = next.items.at(-1);
    more = next.more;
  }
}

/**
 * The limit for the next page, after a page with limit `asked` that held `got` items. A page that ended early, at 1 MB, shows
 * how many items fit. This saves work in the embedded engine: it reads as many items as the limit says, even if it sends fewer.
 */
export const nextLimit = (asked: number, got: number): number =>
  got < asked ? Math.min(Math.max(2 * got, 8), asked) : asked;

/** All items of a range, page after page: for lists that product limits keep short. */
export async function readAll<Entity extends Item>(range: Range): Promise<Entity[]> {
  const items: Entity[] = [];
  for (let from = range.from; ; ) {
    const next = await readPage<Entity>({ ...range, ...(from !== undefined && { from }) });
    items.push(...next.items);
    const last = items.at(-1);
    if (!next.more || !last) return items;
    from = keyAfter(last.sk);
  }
}

/** How many items a range holds. DynamoDB counts each page and sends only the number, unless the page contains intents. */
export async function countItems(range: Range): Promise<number> {
  let total = 0;
  let limit = maxItems;
  for (let from = range.from; ; ) {
    const rest = { ...range, limit, ...(from !== undefined && { from }) };
    const { Count = 0, ScannedCount = 0, LastEvaluatedKey } = await countRawPage(rest);
    limit = nextLimit(limit, ScannedCount);
    if (Count === ScannedCount) {
      total += Count;
      if (!LastEvaluatedKey) return total;
      from = keyAfter(LastEvaluatedKey["sk"] as string);
      continue;
    }
    // the page contains intents: read it again and count only what is shown, as items may have changed since the count
    const { items, more } = await readRawPage({ ...rest, only: [] });
    total += (await showCommitted(items)).filter((item) => item !== undefined).length;
    const last = items.at(-1);
    if (!more || !last) return total;
    from = keyAfter(last.sk);
  }
}

/** The smallest sort key that is greater than this one. */
export const keyAfter = (sk: string) => `${sk}\u0000`;

/** A bound between this sort key and the greatest one before it: no sort key of ours contains U+10FFFF. */
export const keyBefore = (sk: string) =>
  `${sk.slice(0, -1)}${String.fromCharCode(sk.charCodeAt(sk.length - 1) - 1)}\u{10ffff}`;

/** The range of all sort keys with a prefix. `begins_with` is not used, because the embedded engine ignores case there. */
export const keysStartingWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10ffff}` });
