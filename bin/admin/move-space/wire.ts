/* Requests to the store of a cell. Items are in the form of the wire, so that they are copied as they are. */
import { setTimeout as wait } from "node:timers/promises";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { copiedMark } from "#lib/store/item";
import type { Key } from "#lib/store/store";
import type { Cell } from "./cells/cell.ts";

/** What requests to a store need. */
type Reached = Pick<Cell, "call" | "table">;

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
  { call, table: TableName }: Reached,
  after?: Wire,
  more: object = {},
): Promise<Page> =>
  call<Page>("Scan", {
    ...{ TableName, ConsistentRead: true, Limit: 1000 },
    ...(after && { ExclusiveStartKey: after }),
    ...more,
  });

/** All items, page by page. */
export async function* scanPages(cell: Reached, more: object = {}): AsyncGenerator<Wire[]> {
  let after: Wire | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await scanPage(cell, after, more);
    yield Items;
    after = LastEvaluatedKey;
  } while (after);
}

/** All items of a partition whose sort keys begin so. */
export async function queryAll({ call, table: TableName }: Reached, pk: string, start = ""): Promise<Wire[]> {
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
export async function getMany({ call, table }: Reached, keys: readonly Key[]): Promise<Wire[]> {
  const found: Wire[] = [];
  for (const piece of cutIntoPieces(
    [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()],
    100,
  )) {
    let left = piece.map(wireKey);
    for (let attempt = 0; left.length > 0; attempt++) {
      await backOff(attempt);
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

export const getOne = async (cell: Reached, key: Key): Promise<Wire | undefined> =>
  (await getMany(cell, [key]))[0];

/** DynamoDB leaves a part of a batch undone where it throttles. Before the first attempt there is nothing to wait for. */
const backOff = (attempt: number): Promise<void> | void =>
  attempt === 0 ? undefined : wait(Math.min(50 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2));

type Write = { PutRequest: { Item: Wire } } | { DeleteRequest: { Key: Wire } };

async function writeMany({ call, table }: Reached, writes: Write[]): Promise<void> {
  for (const piece of cutIntoPieces(writes, 25)) {
    for (let left = piece, attempt = 0; left.length > 0; attempt++) {
      await backOff(attempt);
      const answer = await call<{ UnprocessedItems?: { [table: string]: Write[] } }>("BatchWriteItem", {
        RequestItems: { [table]: left },
      });
      left = answer.UnprocessedItems?.[table] ?? [];
    }
  }
}

/** Puts items; of two with the same key the later. */
export const putMany = (cell: Reached, items: readonly Wire[]): Promise<void> =>
  writeMany(cell, [
    ...new Map(items.map((Item) => [JSON.stringify(keyOf(Item)), { PutRequest: { Item } }])).values(),
  ]);

/**
 * Removes items that were copied. Each is first made an item of no kind, because consumers would hear that a record or a webhook was removed.
 */
export async function removeCopies(cell: Reached, keys: readonly Key[]): Promise<void> {
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
  { call, table: TableName }: Reached,
  Item: Wire,
  condition: object = {},
): Promise<object> => call("PutItem", { TableName, Item, ...condition });

export const remove = (
  { call, table: TableName }: Reached,
  key: Key,
  condition: object = {},
): Promise<object> => call("DeleteItem", { TableName, Key: wireKey(key), ...condition });

/** The condition that the item still has this version; undefined: that there is none. */
export const ifVersion = (version: string | undefined): object =>
  version === undefined
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : {
        ConditionExpression: "#version = :version",
        ExpressionAttributeNames: { "#version": "version" },
        ExpressionAttributeValues: { ":version": { N: version } },
      };

/** Whether a condition did not hold. */
export const isUnmet = (error: unknown): boolean =>
  (error as Error).name === "ConditionalCheckFailedException";
