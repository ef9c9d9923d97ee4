/* Fills a table directly in the store, without a server, so that the records cause no events. */
import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { counterKey, recordKey } from "#lib/data/records/record-keys";
import { newRecordId, type TableId } from "#lib/schemas/basics/ids";
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
  const numbered = Object.keys(models[0]?.["cells"]).find(
    (id) => typeof models[7]?.["cells"][id] === "number",
  );
  let next = models.length + 1;
  const writer = async () => {
    while (next <= count) {
      const from = next;
      next += 25;
      const puts = Array.from({ length: Math.min(25, count - from + 1) }, (_, i) => {
        const autoNumber = from + i;
        const id = newRecordId(autoNumber);
        const model = models[autoNumber % models.length];
        const cells = { ...model?.["cells"], [numbered ?? ""]: (autoNumber * 7919) % 1_000_003 };
        return { PutRequest: { Item: { ...model, ...recordKey(tableId, id), id, autoNumber, cells } } };
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
