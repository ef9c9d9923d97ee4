/*
 * The store: one DynamoDB table; what is stored is the business of the modules beside. Only this module, client.ts and stored.ts
 * talk to it.
 *
 * Every read is strongly consistent, so a caller sees his own finished writes, and shows what is committed (intents.ts).
 */
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { client, storeName } from "./client.ts";
import { isIntent, showCommitted } from "./intents.ts";
import { type Item, type Key, keyText } from "./item.ts";
import { countRawPage, getRawItems, maxItems, type Page, type Range, readRawPage } from "./raw-reads.ts";
import { maxAttempts, pause, retryRequest, unavailable } from "./retry.ts";

export { client, storeName } from "./client.ts";
export { type Item, type Key, keyText } from "./item.ts";
export type { Page } from "./raw-reads.ts";

export async function getItem<Found extends Item>(key: Key): Promise<Found | undefined> {
  const { Item } = await retryRequest(() =>
    client().send(new GetCommand({ TableName: storeName(), Key: key, ConsistentRead: true })),
  );
  const [item] = Item ? await showCommitted([Item as Item]) : [];
  return item as Found | undefined;
}

/** The items that are there, in no order; up to 100 keys are one round trip, more go out together. */
export async function getItems(keys: Key[]): Promise<Item[]> {
  const shown = await showCommitted(await getRawItems(keys));
  return shown.filter((item) => item !== undefined);
}

/** One page of a partition, in the order of the sort keys, or against it. */
export async function readPage<Found extends Item>(range: Range): Promise<Page<Found>> {
  const [only] = await readPages<Found>([range]);
  return only as Page<Found>;
}

/** Pages of several ranges, read side by side: what is committed of all of them is asked for at once. */
export async function readPages<Found extends Item>(ranges: Range[]): Promise<Page<Found>[]> {
  const stored = await Promise.all(ranges.map(readRawPage));
  if (!stored.some(({ items }) => items.some(isIntent))) return stored as Page<Found>[];
  const shown = await showCommitted(stored.flatMap(({ items }) => items));
  const starts = stored.map((_, i) => stored.slice(0, i).reduce((sum, { items }) => sum + items.length, 0));
  return Promise.all(
    stored.map(({ items, more }, i) => {
      const start = starts[i] as number;
      const own = shown.slice(start, start + items.length);
      return filled<Found>(ranges[i] as Range, { shown: own, last: items.at(-1), more });
    }),
  );
}

interface Shown {
  shown: (Item | undefined)[];
  /** Up to here it was read. */
  last: Item | undefined;
  more: boolean;
}

/** A page of which items are hidden goes on, in larger steps, until it is full: no page is empty that has more after it. */
async function filled<Found extends Item>(range: Range, first: Shown): Promise<Page<Found>> {
  const { limit = maxItems } = range;
  const items: Found[] = [];
  for (let { shown, last, more } = first, asked = limit; ; ) {
    const found = shown.filter((item) => item !== undefined) as Found[];
    items.push(...found);
    if (!more || !last || found.length === shown.length || items.length >= limit)
      return { items: items.slice(0, limit), more: more || items.length > limit };
    asked = Math.min(2 * asked, maxItems);
    const rest = range.backward ? { to: keyBefore(last.sk) } : { from: keyAfter(last.sk) };
    const next = await readRawPage({ ...range, ...rest, limit: asked });
    shown = await showCommitted(next.items);
    last = next.items.at(-1);
    more = next.more;
  }
}

/**
 * How many items to ask for after a page that had so many of those asked for. One that its bytes ended early says how many
 * fit: the embedded engine reads as many as it is asked for, whatever it then sends.
 */
export const nextLimit = (asked: number, got: number): number =>
  got < asked ? Math.min(Math.max(2 * got, 8), asked) : asked;

/** All items of a range, page after page: for lists that the limits keep short. */
export async function readAll<Found extends Item>(range: Range): Promise<Found[]> {
  const items: Found[] = [];
  for (let from = range.from; ; ) {
    const next = await readPage<Found>({ ...range, ...(from !== undefined && { from }) });
    items.push(...next.items);
    const last = items.at(-1);
    if (!next.more || !last) return items;
    from = keyAfter(last.sk);
  }
}

/** How many items a range holds; reads them in the store, and sends only numbers as long as none of them is an intent. */
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
    // what is an intent and what is none must be told by one reading
    const { items, more } = await readRawPage({ ...rest, only: [] });
    total += (await showCommitted(items)).filter((item) => item !== undefined).length;
    const last = items.at(-1);
    if (!more || !last) return total;
    from = keyAfter(last.sk);
  }
}

/** The least sort key after this one. */
export const keyAfter = (sk: string) => `${sk}\u0000`;

/** The greatest of our sort keys before this one: none of them holds the last of all characters. */
export const keyBefore = (sk: string) =>
  `${sk.slice(0, -1)}${String.fromCharCode(sk.charCodeAt(sk.length - 1) - 1)}\u{10ffff}`;

/** All sort keys that begin so. begins_with is not used: the embedded engine ignores case there. */
export const keysStartingWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10ffff}` });

/**
 * Adds to the number `n` of an item and gives the sum. Repeated after a lost answer it may count twice: a gap, never a double.
 * Of an item that no commit changes, but one may make it: finishing that leaves the sum as it is.
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

/** Removes items whatever they are by now, in no order: for what nobody can reach any more. Up to 25 are one request. */
export const removeItems = (keys: Key[]): Promise<void> =>
  writeMany(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));

/** Puts items whatever is there, and in no order: for what no commit touches. Up to 25 are one request, of 16 MB at most. */
export function putItems(items: Item[]): Promise<void> {
  const distinct = new Map(items.map((Item) => [keyText(Item), { PutRequest: { Item } }]));
  return writeMany([...distinct.values()]);
}

type Write = { DeleteRequest: { Key: Key } } | { PutRequest: { Item: Item } };

async function writeMany(writes: Write[]): Promise<void> {
  const pieces: Write[][] = [];
  for (let i = 0; i < writes.length; i += 25) pieces.push(writes.slice(i, i + 25));
  const writing = async () => {
    for (let piece = pieces.pop(); piece; piece = pieces.pop()) await writeTogether(piece);
  };
  await Promise.all(Array.from({ length: sideBySide }, writing));
}

const sideBySide = 8;

async function writeTogether(writes: Write[]): Promise<void> {
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

/** Changes an item that no commit touches, if a condition holds; gives whether it did. Repeated after a lost answer it may change it twice. */
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

/** Changes an item if a condition holds, where nobody minds if it stays as it is: sent once, and soon given up. Never fails. */
export async function tryUpdate({ pk, sk }: Key, update: Update): Promise<void> {
  const command = new UpdateCommand({ TableName: storeName(), Key: { pk, sk }, ...update });
  await client()
    .send(command, { abortSignal: AbortSignal.timeout(1000) })
    .catch(() => {});
}

/** What must hold of an item that is there (or not) for it to be written. */
export interface Condition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/* Conditional writes are sent once: whether to send one again is for transaction.ts to say. What refuses one comes with the refusal. */
const withRefuser = { ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;

export const putItem = (item: Item, condition: Condition) =>
  client().send(new PutCommand({ TableName: storeName(), Item: item, ...condition, ...withRefuser }));

export const removeItem = (key: Key, condition: Condition) =>
  client().send(new DeleteCommand({ TableName: storeName(), Key: key, ...condition, ...withRefuser }));

export type Action =
  | { put: Item; condition?: Condition }
  | { remove: Key; condition?: Condition }
  | { update: Key; expression: string; condition: Condition }
  | { check: Key; condition: Condition };

/** Up to 100 actions, all or none. Sent again with the same token, it is done once. */
export function transact(actions: Action[], token: string) {
  const TransactItems = actions.map((action) => {
    const shared = {
      TableName: storeName(),
      ...(action.condition && { ...action.condition, ...withRefuser }),
    };
    if ("put" in action) return { Put: { ...shared, Item: action.put } };
    if ("check" in action) return { ConditionCheck: { ...shared, Key: action.check } as Checking };
    if ("remove" in action) return { Delete: { ...shared, Key: action.remove } };
    return { Update: { ...shared, Key: action.update, UpdateExpression: action.expression } };
  });
  return client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
}

type Checking = Condition & { TableName: string; Key: Key };
