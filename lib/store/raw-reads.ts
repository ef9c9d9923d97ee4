/*
 * Raw reads: items exactly as they are stored, including the intents of unfinished commits. Only for store.ts, which shows the
 * committed state of them, and for the modules that settle intents. Every read is strongly consistent.
 */

import { BatchGetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { client, storeName } from "./client.ts";
import { type Item, type Key, keyText } from "./item.ts";
import { pause, retryRead } from "./retry.ts";

/** The items that exist, in no particular order. Up to 100 keys are one request; more requests run in parallel. */
export async function getRawItems(keys: Key[]): Promise<Item[]> {
  const distinct = [...new Map(keys.map(({ pk, sk }) => [keyText({ pk, sk }), { pk, sk }])).values()];
  return (await Promise.all(cutIntoPieces(distinct, 100).map(getBatch))).flat();
}

/** At most 100 keys. */
async function getBatch(keys: Key[]): Promise<Item[]> {
  const table = storeName();
  const found: Item[] = [];
  // an answer holds at most 16 MB, or what the partitions take, and names the keys that are left
  for (let left = keys, attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await pause(attempt - 1);
    const request = { RequestItems: { [table]: { Keys: left, ConsistentRead: true } } };
    const answer = await retryRead((options) => client().send(new BatchGetCommand(request), options));
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
  /** At most this many items; DynamoDB ends a page at 1 MB in any case. */
  limit?: number;
  /** Descending, from the last sort key to the first. */
  backward?: boolean;
  /** Only these attributes are sent, and the keys; a path of two names is a member of a map. It costs as much as the whole item. */
  only?: string[][];
  /** Only these members of `cells` are unpacked (packing.ts). */
  cells?: ReadonlySet<string>;
}

export const maxItems = 1000;

export interface Page<Entity extends Item> {
  items: Entity[];
  /** Whether the range may have more items after the last one. */
  more: boolean;
}

/** One page of a partition, in ascending order of the sort keys, or descending if `backward`. */
export async function readRawPage(range: Range): Promise<Page<Item>> {
  const { limit = maxItems, only, backward } = range;
  const { Items, LastEvaluatedKey } = await retryRead((options) =>
    client().send(
      new QueryCommand({
        ...rangeQuery(range),
        Limit: limit,
        ...(backward && { ScanIndexForward: false }),
        ...(only && projection(only)),
      }),
      options,
    ),
  );
  return { items: (Items ?? []) as Item[], more: LastEvaluatedKey !== undefined };
}

/** Counts one page: `ScannedCount` is its number of items, `Count` the number of those that are not intents. */
export const countRawPage = (range: Range) =>
  retryRead((options) =>
    client().send(
      new QueryCommand({
        ...rangeQuery(range),
        Limit: range.limit,
        Select: "COUNT",
        FilterExpression: "attribute_not_exists(#commit)",
        ExpressionAttributeNames: { "#commit": "commit" },
      }),
      options,
    ),
  );

/** The keys, the two attributes that intents.ts needs to show the committed state, and those that were asked for. */
function projection(only: string[][]) {
  const paths = [["pk"], ["sk"], ["commit"], ["next"], ...only];
  const names = [...new Set(paths.flat())];
  const placeholders = new Map(names.map((name, i) => [name, `#${i}`]));
  return {
    ProjectionExpression: paths
      .map((path) => path.map((name) => placeholders.get(name)).join("."))
      .join(", "),
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
