/* Requests to the store of a cell. Items are in the form of the wire, so that they are copied as they are. */
import { setTimeout as wait } from "node:timers/promises";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { ReachedCell } from "#lib/local/endpoint/cell/reach-cell";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { copiedMark } from "#lib/store/item";
import type { Key } from "#lib/store/store";

type Attribute = AttributeValue;
/** An item as DynamoDB sends it. */
export type Wire = { [attribute: string]: Attribute };

export const text = (item: Wire | undefined, name: string): string | undefined => item?.[name]?.S;
export const keyOf = (item: Wire): Key => ({ pk: item["pk"]?.S ?? "", sk: item["sk"]?.S ?? "" });
export const wireKey = ({ pk, sk }: Key): Wire => ({ pk: { S: pk }, sk: { S: sk } });
export const versionOf = (item: Wire): string | undefined => item["version"]?.N;

/** Whether the item is one that a staged commit has prepared; it is written again when that ends. */
export const isPrepared = (item: Wire): boolean => item["commit"] !== undefined;

interface Page {
  Items?: Wire[];
  LastEvaluatedKey?: Wire;
}

/** A page of all items, after this key. */
export const scanPage = (
  { call, table: TableName }: ReachedCell,
  after?: Wire,
  more: object = {},
): Promise<Page> =>
  call<Page>("Scan", {
    ...{ TableName, ConsistentRead: true, Limit: 1000 },
    ...(after && { ExclusiveStartKey: after }),
    ...more,
  });

/** All items, page by page. */
export async function* scanPages(cell: ReachedCell, more: object = {}): AsyncGenerator<Wire[]> {
  let after: Wire | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await scanPage(cell, after, more);
    yield Items;
    after = LastEvaluatedKey;
  } while (after);
}

/** All items of a partition whose sort keys begin so. */
export async function queryAll(
  { call, table: TableName }: ReachedCell,
  pk: string,
  start = "",
): Promise<Wire[]> {
  const items: Wire[] = [];
  let after: Wire | undefined;
  do {
    const page: Page = await call<Page>("Query", {
      ...{ TableName, ConsistentRead: true },
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: {
        ":pk": { S: pk },
        ":from": { S: start || " " },
        ":to": { S: `${start}\u{10ffff}` },
      },
      ...(after && { ExclusiveStartKey: after }),
    });
    items.push(...(page.Items ?? []));
    after = page.LastEvaluatedKey;
  } while (after);
  return items;
}

/** The items that exist. */
export async function getMany({ call, table }: ReachedCell, keys: readonly Key[]): Promise<Wire[]> {
  const found: Wire[] = [];
  for (const piece of cutIntoPieces(
    [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()],
    100,
  )) {
    let left = piece.map(wireKey);
    while (left.length > 0) {
      const answer = await call<{
        Responses?: { [table: string]: Wire[] };
        UnprocessedKeys?: { [table: string]: { Keys: Wire[] } };
      }>("BatchGetItem", { RequestItems: { [table]: { Keys: left, ConsistentRead: true } } });
      found.push(...(answer.Responses?.[table] ?? []));
      left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    }
  }
  return found;
}

export const getOne = async (cell: ReachedCell, key: Key): Promise<Wire | undefined> =>
  (await getMany(cell, [key]))[0];

type Write = { PutRequest: { Item: Wire } } | { DeleteRequest: { Key: Wire } };

async function writeMany({ call, table }: ReachedCell, writes: Write[]): Promise<void> {
  for (const piece of cutIntoPieces(writes, 25)) {
    for (let left = piece; left.length > 0; ) {
      const answer = await call<{ UnprocessedItems?: { [table: string]: Write[] } }>("BatchWriteItem", {
        RequestItems: { [table]: left },
      });
      left = answer.UnprocessedItems?.[table] ?? [];
      if (left.length > 0) await wait(100);
    }
  }
}

/** Puts items; of two with the same key the later. */
export const putMany = (cell: ReachedCell, items: readonly Wire[]): Promise<void> =>
  writeMany(cell, [
    ...new Map(items.map((Item) => [JSON.stringify(keyOf(Item)), { PutRequest: { Item } }])).values(),
  ]);

/**
 * Removes items that were copied. Each is first made an item of no kind, because consumers would hear that a record or a webhook was removed.
 */
export async function removeCopies(cell: ReachedCell, keys: readonly Key[]): Promise<void> {
  const ofNoKind = { version: { N: "0" }, [copiedMark]: { N: "0" } };
  await putMany(
    cell,
    keys.map((key) => ({ ...wireKey(key), ...ofNoKind })),
  );
  await writeMany(
    cell,
    keys.map((key) => ({ DeleteRequest: { Key: wireKey(key) } })),
  );
}

export const put = (
  { call, table: TableName }: ReachedCell,
  Item: Wire,
  condition: object = {},
): Promise<object> => call("PutItem", { TableName, Item, ...condition });

/** Whether a condition did not hold. */
export const isUnmet = (error: unknown): boolean =>
  (error as Error).name === "ConditionalCheckFailedException";
