/*
 * The store: reads and writes of the one DynamoDB table. Only this module, raw-reads.ts and client.ts send requests to DynamoDB.
 * Which items exist is defined in lib/data, by the module that owns their keys.
 *
 * Reads are strongly consistent, so callers see their own finished writes, and they show only committed state (intents.ts).
 * Each read casts the item to the type that its caller names: the module that owns an item's key declares its type. No other
 * module casts items.
 */

import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { client, storeName } from "./client.ts";
import { isIntent, showCommitted } from "./intents.ts";
import { type Item, type Key, keyText } from "./item.ts";
import { countRawPage, getRawItems, maxItems, type Page, type Range, readRawPage } from "./raw-reads.ts";
import { maxAttempts, pause, retryRead, retryRequest, unavailable } from "./retry.ts";

export { client, storeName } from "./client.ts";
export { type Item, isEntity, type Key, keyText } from "./item.ts";
export type { Page } from "./raw-reads.ts";

/** The item with this key; `undefined` if it does not exist. */
export async function getItem<Entity extends Item>(key: Key): Promise<Entity | undefined> {
  const { Item } = await retryRead((options) =>
    client().send(new GetCommand({ TableName: storeName(), Key: key, ConsistentRead: true }), options),
  );
  const [item] = Item ? await showCommitted([Item as Item]) : [];
  return item as Entity | undefined;
}

/** The items that exist, in no particular order. Up to 100 keys are one request; more requests run in parallel. */
export async function getItems<Entity extends Item = Item>(keys: Key[]): Promise<Entity[]> {
  const shown = await showCommitted(await getRawItems(keys));
  return shown.filter((item) => item !== undefined) as Entity[];
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
  const rawPages = await Promise.all(ranges.map(readRawPage));
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

interface ShownPage {
  /** As a reader sees them; `undefined` where an item is hidden. */
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
    const visible = shown.filter((item) => item !== undefined) as Entity[];
    items.push(...visible);
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

/**
 * Adds `amount` to the attribute `n` of an item and returns the sum. A retry after a lost answer may add twice: numbers may be
 * skipped, but are never given twice. No commit may change such an item. A staged commit may create it: finishing that commit
 * only removes `commit` and leaves `n` as it is.
 */
export async function addToNumber(key: Key, amount: number): Promise<number> {
  const { Attributes } = await retryRequest(() =>
    client().send(
      new UpdateCommand({
        TableName: storeName(),
        Key: key,
        UpdateExpression: "ADD n :amount",
        ExpressionAttributeValues: { ":amount": amount },
        ReturnValues: "UPDATED_NEW",
      }),
    ),
  );
  return Attributes?.["n"] as number;
}

/** Deletes items without a condition, in no particular order: for items that are no longer reachable. Up to 25 per request. */
export const removeItems = (keys: Key[]): Promise<void> =>
  writeMany(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));

/**
 * Puts items without a condition, in no particular order: for items that no commit writes. Up to 25 per request, of 16 MB at
 * most. Of two items with the same key the later is written.
 */
export function putItems(items: Item[]): Promise<void> {
  const distinct = new Map(items.map((Item) => [keyText(Item), { PutRequest: { Item } }]));
  return writeMany([...distinct.values()]);
}

type Write = { DeleteRequest: { Key: Key } } | { PutRequest: { Item: Item } };

/** Not by runTogether: after a failure the other pieces go on, since what is written need not be written again. */
async function writeMany(writes: Write[]): Promise<void> {
  const batches = cutIntoPieces(writes, 25);
  const writeBatches = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await writeBatch(batch);
  };
  await Promise.all(Array.from({ length: maxParallelBatches }, writeBatches));
}

const maxParallelBatches = 8;

async function writeBatch(writes: Write[]): Promise<void> {
  const table = storeName();
  let left = writes;
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt >= maxAttempts) throw unavailable(new Error(`${left.length} items were not written`));
    if (attempt > 0) await pause(attempt);
    const request = { RequestItems: { [table]: left } };
    const { UnprocessedItems } = await retryRequest(() => client().send(new BatchWriteCommand(request)));
    left = (UnprocessedItems?.[table] ?? []) as typeof left;
  }
}

interface Update {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * Updates an item if its condition holds; `false` if it does not. For items that no commit writes. A retry after a lost answer
 * may apply the update twice.
 */
export async function updateIf(key: Key, update: Update): Promise<boolean> {
  const command = new UpdateCommand({ TableName: storeName(), Key: key, ...update });
  try {
    await retryRequest(() => client().send(command));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === "ConditionalCheckFailedException") return false;
    throw error;
  }
}

/** Updates an item if its condition holds, best effort: sent once, abandoned after 1 second. Never throws. */
export async function tryUpdate({ pk, sk }: Key, update: Update): Promise<void> {
  const command = new UpdateCommand({ TableName: storeName(), Key: { pk, sk }, ...update });
  await client()
    .send(command, { abortSignal: AbortSignal.timeout(1000) })
    .catch(() => {});
}

/** What must hold for the stored item (or its absence) before a write. */
export interface Condition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/* Conditional writes are sent once; transaction.ts decides about retries. A refusal contains the item that failed the condition. */
const withStoredItem = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

/** Puts an item if the condition holds; throws the SDK's error if not. Sent once. */
export const putItem = (item: Item, condition: Condition) =>
  client().send(new PutCommand({ TableName: storeName(), Item: item, ...condition, ...withStoredItem }));

/** Deletes an item if the condition holds; throws the SDK's error if not. Sent once. */
export const removeItem = (key: Key, condition: Condition) =>
  client().send(new DeleteCommand({ TableName: storeName(), Key: key, ...condition, ...withStoredItem }));

/** One operation of a transaction. */
export type Action =
  | { put: Item; condition?: Condition }
  | { remove: Key; condition?: Condition }
  | { update: Key; expression: string; condition: Condition }
  | { check: Key; condition: Condition };

/**
 * Up to 100 actions, all or none. `token` is the ClientRequestToken: a transaction that is sent twice with one token takes
 * effect once.
 */
export function transact(actions: Action[], token: string) {
  const TransactItems = actions.map((action) => {
    const shared = {
      TableName: storeName(),
      ...(action.condition && { ...action.condition, ...withStoredItem }),
    };
    if ("put" in action) return { Put: { ...shared, Item: action.put } };
    if ("check" in action) return { ConditionCheck: { ...shared, Key: action.check } as ConditionCheck };
    if ("remove" in action) return { Delete: { ...shared, Key: action.remove } };
    return { Update: { ...shared, Key: action.update, UpdateExpression: action.expression } };
  });
  return client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
}

type ConditionCheck = Condition & { TableName: string; Key: Key };
