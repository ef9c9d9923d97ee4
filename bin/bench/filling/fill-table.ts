/* Fills a table directly in the store, without a server, so that the records cause no events. */
import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { counterKey, recordKey } from "#lib/data/records/record-keys";
import { newRecordId, type TableId } from "#lib/schemas/basics/ids";
import { firstCell, parsePacked } from "#lib/schemas/records/packed-record";
import type { Sdk } from "../store.ts";

/** Copies the first records of the table, which exist, until it has `count`. */
export async function fillTable({ client, TableName }: Sdk, tableId: TableId, count: number): Promise<void> {
  const { Items: models = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `RECORDS#${tableId}#0` },
    }),
  );
  const packed = models.map(({ cells }) => [...parsePacked(cells)]);
  const numbered = packed[7]?.findIndex(
    (value, i) => i >= firstCell && typeof value === "number" && i % 2 > 0,
  );
  if (numbered === undefined || numbered < 0) throw new Error(`${tableId} has no number to fill`);
  let next = models.length + 1;
  const writer = async () => {
    while (next <= count) {
      const from = next;
      next += 25;
      const puts = Array.from({ length: Math.min(25, count - from + 1) }, (_, i) => {
        const autoNumber = from + i;
        const id = newRecordId(autoNumber);
        const model = autoNumber % models.length;
        const cells = JSON.stringify(packed[model]?.with(numbered, (autoNumber * 7919) % 1_000_003));
        return { PutRequest: { Item: { ...models[model], ...recordKey(tableId, id), cells } } };
      });
      await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
  const counter = { ...counterKey(tableId), n: count };
  await client.send(
    new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: counter } }] } }),
  );
}
