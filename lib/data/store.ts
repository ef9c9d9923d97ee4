/*
 * The store: one DynamoDB table. The only module that talks to it; what is stored is the business of the modules beside.
 *
 * Every read is strongly consistent, so a caller sees his own finished writes. Retrying is ours (retry.ts) and not the
 * SDK's: a transaction must know whether an earlier attempt got no answer (see commit.ts).
 */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { metered } from "./meter.ts";
import { attempts, pause, retried, unavailable } from "./retry.ts";

export interface Key {
  pk: string;
  sk: string;
}
/** `entity` says what it is; `version` counts its changes (optimistic lock); `commit` marks the intent of a long commit. */
export interface Item extends Key {
  entity: string;
  version: number;
  [attribute: string]: unknown;
}

let opened: DynamoDBDocumentClient | undefined;

/** The client, made at the first use: importing an endpoint does nothing. */
export function client(): DynamoDBDocumentClient {
  opened ??= open();
  return opened;
}

function open(): DynamoDBDocumentClient {
  const opened = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 1,
      // the six attempts of a commit end before the 29 s of a function do
      requestHandler: { connectionTimeout: 2_000, requestTimeout: 4_500, throwOnRequestTimeout: true },
    }),
    {
      marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
      unmarshallOptions: { wrapNumbers: Number },
    },
  );
  const step = { step: "initialize", name: "meter" } as const;
  opened.middlewareStack.add((next) => (args) => metered(() => next(args)), step);
  return opened;
}

export const storeName = () => process.env["GRIDLESS_STORE"] ?? "gridless";

export const keyText = ({ pk, sk }: Key) => `${pk} ${sk}`;

export async function get<Found extends Item>(key: Key): Promise<Found | undefined> {
  const { Item } = await retried(() =>
    client().send(new GetCommand({ TableName: storeName(), Key: key, ConsistentRead: true })),
  );
  return Item as Found | undefined;
}

/** The items that are there, in no order; up to 100 keys are one round trip, more go out together. */
export async function getMany(keys: Key[]): Promise<Item[]> {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const pieces: Promise<Item[]>[] = [];
  for (let i = 0; i < distinct.length; i += 100) pieces.push(getHundred(distinct.slice(i, i + 100)));
  return (await Promise.all(pieces)).flat();
}

async function getHundred(keys: Key[]): Promise<Item[]> {
  const table = storeName();
  const found: Item[] = [];
  // DynamoDB answers at most 16 MB at once and names what is left
  for (let left = keys; left.length > 0; ) {
    const request = { RequestItems: { [table]: { Keys: left, ConsistentRead: true } } };
    const answer = await retried(() => client().send(new BatchGetCommand(request)));
    found.push(...((answer.Responses?.[table] ?? []) as Item[]));
    left = (answer.UnprocessedKeys?.[table]?.Keys ?? []) as Key[];
  }
  return found;
}

export interface Range {
  pk: string;
  /** Sort keys from this one (included) … */
  from?: string;
  /** … up to this one (included). */
  to?: string;
  /** At most this many items; a page of DynamoDB ends at 1 MB in any case. */
  limit?: number;
  /** Only the sort keys are sent. */
  keysOnly?: boolean;
}

const mostItems = 1000;

/** One page of a partition, in the order of the sort keys, and whether there is more after its last item. */
export async function page<Found extends Item>(range: Range): Promise<{ items: Found[]; more: boolean }> {
  const { limit = mostItems, keysOnly } = range;
  const { Items, LastEvaluatedKey } = await retried(() =>
    client().send(
      new QueryCommand({
        ...rangeQuery(range),
        Limit: limit,
        ...(keysOnly && { ProjectionExpression: "sk" }),
      }),
    ),
  );
  return { items: (Items ?? []) as Found[], more: LastEvaluatedKey !== undefined };
}

/**
 * How many items to ask for after a page that had so many of those asked for. One that its bytes ended early says how many
 * fit: the embedded engine reads as many as it is asked for, whatever it then sends.
 */
export const nextLimit = (asked: number, got: number): number =>
  got < asked ? Math.min(Math.max(2 * got, 8), asked) : asked;

/** All items of a range, page after page: for lists that the limits keep short. */
export async function all<Found extends Item>(range: Range): Promise<Found[]> {
  const items: Found[] = [];
  for (let from = range.from; ; ) {
    const next = await page<Found>({ ...range, ...(from !== undefined && { from }) });
    items.push(...next.items);
    const last = items.at(-1);
    if (!next.more || !last) return items;
    from = after(last.sk);
  }
}

/** How many items a range holds; reads them in the store, and sends only numbers. */
export async function count(range: Range): Promise<number> {
  let total = 0;
  let limit = mostItems;
  for (let start: Key | undefined; ; ) {
    const answer = await retried(() =>
      client().send(
        new QueryCommand({ ...rangeQuery(range), Limit: limit, Select: "COUNT", ExclusiveStartKey: start }),
      ),
    );
    total += answer.Count ?? 0;
    limit = nextLimit(limit, answer.Count ?? 0);
    if (!answer.LastEvaluatedKey) return total;
    start = answer.LastEvaluatedKey as Key;
  }
}

/** The least sort key after this one. */
export const after = (sk: string) => `${sk}\u0000`;

/** All sort keys that begin so. begins_with is not used: the embedded engine ignores case there. */
export const startingWith = (prefix: string) => ({ from: prefix, to: `${prefix}\u{10ffff}` });

function rangeQuery({ pk, from = " ", to = "\u{10ffff}" }: Range) {
  return {
    TableName: storeName(),
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
  };
}

/** Adds to the number `n` of an item and gives the sum. Repeated after a lost answer it may count twice: a gap, never a double. */
export async function add(key: Key, amount: number): Promise<number> {
  const { Attributes } = await retried(() =>
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

/** Removes items whatever they are by now, and in no order: for what nobody can reach any more. Up to 25 are one request. */
export async function removeMany(keys: Key[]): Promise<void> {
  const pieces: Key[][] = [];
  for (let i = 0; i < keys.length; i += 25) pieces.push(keys.slice(i, i + 25));
  const removing = async () => {
    for (let piece = pieces.pop(); piece; piece = pieces.pop()) await removeTogether(piece);
  };
  await Promise.all(Array.from({ length: sideBySide }, removing));
}

const sideBySide = 8;

async function removeTogether(keys: Key[]): Promise<void> {
  const table = storeName();
  let left = keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt >= attempts) throw unavailable(new Error(`${left.length} items were not removed`));
    if (attempt > 0) await pause(attempt);
    const request = { RequestItems: { [table]: left } };
    const { UnprocessedItems } = await retried(() => client().send(new BatchWriteCommand(request)));
    left = (UnprocessedItems?.[table] ?? []) as typeof left;
  }
}

interface Update {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/** Changes an item if a condition holds; gives whether it did. Repeated after a lost answer it may change it twice. */
export async function updateIf(key: Key, update: Update): Promise<boolean> {
  const command = new UpdateCommand({ TableName: storeName(), Key: key, ...update });
  try {
    await retried(() => client().send(command));
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
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/* Conditional writes are sent once: whether to send one again is for commit.ts to say. */
export const put = (item: Item, condition: Condition) =>
  client().send(new PutCommand({ TableName: storeName(), Item: item, ...condition }));

export const remove = (key: Key, condition: Condition) =>
  client().send(new DeleteCommand({ TableName: storeName(), Key: key, ...condition }));

type Action = ({ put: Item } | { remove: Key } | { check: Key }) & { condition: Condition };

/** Up to 100 actions, all or none. Sent again with the same token, it is done once. */
export function transact(actions: Action[], token: string) {
  const TableName = storeName();
  const TransactItems = actions.map(({ condition, ...action }) => {
    if ("put" in action) return { Put: { TableName, Item: action.put, ...condition } };
    if ("check" in action) return { ConditionCheck: { TableName, Key: action.check, ...condition } };
    return { Delete: { TableName, Key: action.remove, ...condition } };
  });
  return client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token }));
}
