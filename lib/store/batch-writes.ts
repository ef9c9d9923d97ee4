/* Writes many items without conditions, for store.ts. In a file of its own, since most functions need it late or not at all. */

import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { client, storeName } from "./client.ts";
import { type Item, type Key, keyText } from "./item.ts";
import { maxAttempts, pause, retryRequest, unavailable } from "./retry.ts";

/** Deletes items without a condition, in no particular order: for items that are no longer reachable. Up to 25 per request. */
export const removeItems = (keys: Key[]): Promise<void> =>
  writeMany(keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })));

/**
 * Puts items without a condition, in no particular order: for items that no commit writes. Up to 25 per request, of 16 MB at
 * most. Of two items with the same key the later is written.
 */
export function putItems(items: Item[]): Promise<void> {
  const distinct = new Map(items.map((Item) => [keyText(Item), { PutRequest: { Item } }]));
  // neighbours are written together: the embedded store writes each page of its file once
  const inOrder = [...distinct].sort(([one], [other]) => (one < other ? -1 : 1));
  return writeMany(inOrder.map(([, write]) => write));
}

type Write = { DeleteRequest: { Key: Key } } | { PutRequest: { Item: Item } };

/** Not by runTogether: after a failure the other pieces go on, because items that are written then need not be written again. */
async function writeMany(writes: Write[]): Promise<void> {
  const batches = inParts(cutIntoPieces(writes, 25));
  const writeBatches = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await writeBatch(batch);
  };
  await Promise.all(Array.from({ length: maxParallelBatches }, writeBatches));
}

/** Reorders the list so that writes at the same time come from different parts of it, and so go to different partitions of the store. */
function inParts<Each>(list: Each[]): Each[] {
  const length = Math.ceil(list.length / parts);
  return Array.from({ length }, (_, i) => list.filter((_, k) => k % length === i)).flat();
}

const parts = 4;

/** More would fill the queue in which other writes wait. */
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
