/* Batches of a hundred records over HTTP, compared with the plain SDK, which writes the same items to the same engine. */
import { QueryCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { request } from "../demo/client.ts";
import { type Measured, median } from "./budget.ts";
import { eightFieldTable, hundredRecords } from "./records.ts";
import type { Bench, Sdk } from "./store.ts";

const rounds = 5;
const batches = 24;
/** The number of concurrent batches, on both sides. */
const abreast = 4;

export async function throughput({ dev, sdk: bareSdk }: Bench): Promise<Measured[]> {
  const tableId = await eightFieldTable({ dev });
  const overHttp = () => request(dev, "POST", `/table/${tableId}/record`, hundredRecords);
  await overHttp();
  const bare = await bareWriter(bareSdk, tableId);

  const rates = { http: [] as number[], bare: [] as number[] };
  // alternating, so that other load on the machine affects both alike
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await rate(bare));
    rates.http.push(await rate(overHttp));
  }
  const [http, sdk] = [median(rates.http), median(rates.bare)];
  const ratio = median(rates.http.map((each, i) => each / (rates.bare[i] ?? Number.NaN)));
  return [
    {
      line: `batches of 100 over HTTP ${Math.round(http)} records/s, plain SDK ${Math.round(sdk)}: ${ratio.toFixed(2)} (≥ 0.5)`,
      holds: ratio >= 0.5,
    },
  ];
}

/** Records per second. */
async function rate(write: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let left = batches;
  const writer = async () => {
    while (left-- > 0) await write();
  };
  await Promise.all(Array.from({ length: abreast }, writer));
  return (batches * 100) / ((performance.now() - begun) / 1000);
}

/** Writes the items of the first batch again, under other keys. */
async function bareWriter({ client, TableName }: Sdk, tableId: string): Promise<() => Promise<unknown>> {
  const found = await client.send(
    new QueryCommand({
      TableName,
      Limit: 100,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": `RECORDS#${tableId}#0` },
    }),
  );
  let count = 0;
  return () => {
    const pk = `BENCH#${tableId}#${count++}`;
    const ConditionExpression = "attribute_not_exists(pk)";
    const puts = (found.Items ?? []).map((item) => ({
      Put: { TableName, Item: { ...item, pk }, ConditionExpression },
    }));
    return client.send(new TransactWriteCommand({ TransactItems: puts }));
  };
}
