/*
 * Reading items as they lie in the store, intents of others too: for store.ts, which shows what is committed of them, and for
 * whoever settles them. Every read is strongly consistent.
 */
import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { client, storeName } from "./client.ts";
import { type Item, type Key, keyText } from "./item.ts";
import { retryRequest } from "./retry.ts";

/** The items that are there, in no order; up to 100 keys are one round trip, more go out together. */
export async function getRawItems(keys: Key[]): Promise<Item[]> {
  const distinct = [...new Map(keys.map(({ pk, sk }) => [keyText({ pk, sk }), { pk, sk }])).values()];
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
    const answer = await retryRequest(() => client().send(new BatchGetCommand(request)));
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
  /** From the last sort key down to the first. */
  backward?: boolean;
  /** Only these attributes are sent, beside the keys; a path of two names is a member of a map. It costs what all of it would. */
  only?: string[][];
}

export const maxItems = 1000;

export interface Page<Found extends Item> {
  items: Found[];
  /** Whether there is more after the last of them. */
  more: boolean;
}

/** One page of a partition, in the order of the sort keys, or against it. */
export async function readRawPage(range: Range): Promise<Page<Item>> {
  const { limit = maxItems, only, backward } = range;
  const { Items, LastEvaluatedKey } = await retryRequest(() =>
    client().send(
      new QueryCommand({
        ...rangeQuery(range),
        Limit: limit,
        ...(backward && { ScanIndexForward: false }),
        ...(only && projection(only)),
      }),
    ),
  );
  return { items: (Items ?? []) as Item[], more: LastEvaluatedKey !== undefined };
}

/** One page: how many items it has, and how many of them are no intents. */
export const countRawPage = (range: Range) =>
  retryRequest(() =>
    client().send(
      new QueryCommand({
        ...rangeQuery(range),
        Limit: range.limit,
        Select: "COUNT",
        FilterExpression: "attribute_not_exists(#commit)",
        ExpressionAttributeNames: { "#commit": "commit" },
      }),
    ),
  );

/** Whoever shows what is committed (intents.ts) needs two attributes more. */
function projection(only: string[][]) {
  const paths = [["pk"], ["sk"], ["commit"], ["next"], ...only];
  const names = [...new Set(paths.flat())];
  const placeOf = new Map(names.map((name, i) => [name, `#${i}`]));
  return {
    ProjectionExpression: paths.map((path) => path.map((name) => placeOf.get(name)).join(".")).join(", "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#${i}`, name])),
  };
}

function rangeQuery({ pk, from = " ", to = "\u{10ffff}" }: Range) {
  return {
    TableName: storeName(),
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
    ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
  };
}
