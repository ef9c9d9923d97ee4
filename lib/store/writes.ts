/* The writes of the store, for store.ts, which gives them to all others. Commits (commit.ts) are made of conditional writes. */

import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { client, storeName } from "./client.ts";
import type { Item, Key } from "./item.ts";
import { isThrottled, retryRequest } from "./retry.ts";

/**
 * Adds `amount` to the attribute `n` of an item and returns the sum. A retry after a lost answer may add twice: numbers may be
 * skipped, but are never given twice. No commit may change such an item. A staged commit may create it: finishing that commit
 * only removes `commit` and leaves `n` as it is.
 */
export const addToNumber = async (key: Key, amount: number): Promise<number> =>
  (await addAtLeast(key, amount, amount)).sum;

/** The same, but if the store throttles, `more` is added in place of `amount`. Gives what was added, and the sum. */
export async function addAtLeast(
  key: Key,
  amount: number,
  more: number,
): Promise<{ added: number; sum: number }> {
  let added = amount;
  const { Attributes } = await retryRequest(() =>
    client()
      .send(
        new UpdateCommand({
          TableName: storeName(),
          Key: key,
          UpdateExpression: "ADD n :amount",
          ExpressionAttributeValues: { ":amount": added },
          ReturnValues: "UPDATED_NEW",
        }),
      )
      .catch((error: unknown) => {
        if (isThrottled(error)) added = more;
        throw error;
      }),
  );
  return { added, sum: Attributes?.["n"] as number };
}

/**
 * Counts an event at `now`, and gives the count. An event less than `apart` milliseconds after the last counted one is not counted.
 * `expiresAt`: when the item may be deleted (seconds since 1970). For items that no commit writes.
 */
export async function countApart(
  key: Key,
  { now, apart, expiresAt }: { now: string; apart: number; expiresAt: number },
): Promise<number> {
  const command = new UpdateCommand({
    TableName: storeName(),
    Key: key,
    UpdateExpression: "ADD n :one SET countedAt = :now, expiresAt = :expiresAt",
    ConditionExpression: "attribute_not_exists(countedAt) OR countedAt <= :before",
    ExpressionAttributeValues: {
      ...{ ":one": 1, ":now": Date.parse(now), ":before": Date.parse(now) - apart },
      ":expiresAt": expiresAt,
    },
    ReturnValues: "UPDATED_NEW",
    ...withStoredItem,
  });
  try {
    const { Attributes } = await retryRequest(() => client().send(command));
    return Attributes?.["n"] as number;
  } catch (error) {
    const { name, Item: found } = error as { name?: string; Item?: { n?: { N?: string } } };
    if (name !== "ConditionalCheckFailedException" || !found) throw error;
    return Number(found.n?.N);
  }
}

interface Update {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues: Record<string, unknown>;
}

/** Whether a write failed because its condition does not hold. */
export const isConditionUnmet = (error: unknown): boolean =>
  error instanceof Error && error.name === "ConditionalCheckFailedException";

/**
 * Updates an item if its condition holds; `false` if it does not. For items that no commit writes. A retry after a lost answer
 * may apply the update twice. `show` gets the item as it is then.
 */
export async function updateIf(
  key: Key,
  update: Update,
  show?: (item: { [attribute: string]: unknown }) => void,
): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: storeName(),
    Key: key,
    ...(show && { ReturnValues: "ALL_NEW" }),
    ...update,
  });
  try {
    const { Attributes } = await retryRequest(() => client().send(command));
    show?.(Attributes ?? {});
    return true;
  } catch (error) {
    if (isConditionUnmet(error)) return false;
    throw error;
  }
}

/** Updates an item, if its condition holds, best effort: sent once, abandoned after 1 second. Never throws. */
export async function tryUpdate(
  { pk, sk }: Key,
  update: Omit<Update, "ConditionExpression"> & Partial<Update>,
): Promise<void> {
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
