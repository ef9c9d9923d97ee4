/** The one table of the store, made if it is missing, as lib/stack makes it on AWS. */
import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDB, TableDescription } from "@aws-sdk/client-dynamodb";
import { StartError } from "#lib/local/process/start-error";

/** Returns when the table can be written. */
export async function makeTable(client: DynamoDB, TableName: string): Promise<void> {
  let table = await find(client, TableName);
  if (!table) {
    await create(client, TableName);
    table = await find(client, TableName);
  }
  while (table?.TableStatus !== "ACTIVE") {
    await pause(50);
    table = await find(client, TableName);
  }
  checkShape(table, TableName);
  // at each start: an interrupted start may have made the table without this
  const { TimeToLiveDescription: ttl } = await client.describeTimeToLive({ TableName });
  if (ttl?.TimeToLiveStatus === "ENABLED" || ttl?.TimeToLiveStatus === "ENABLING") return;
  const TimeToLiveSpecification = { AttributeName: "expiresAt", Enabled: true };
  await client.updateTimeToLive({ TableName, TimeToLiveSpecification });
}

async function find(client: DynamoDB, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.describeTable({ TableName })).Table;
  } catch (error) {
    if ((error as Error).name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

async function create(client: DynamoDB, TableName: string): Promise<void> {
  await client.createTable({
    TableName,
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "S" },
    ],
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    BillingMode: "PAY_PER_REQUEST",
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
}

function checkShape({ KeySchema = [], StreamSpecification }: TableDescription, name: string): void {
  const keys = KeySchema.map(({ AttributeName }) => AttributeName).join();
  if (keys !== "pk,sk" || StreamSpecification?.StreamViewType !== "NEW_AND_OLD_IMAGES")
    throw new StartError(
      `the DynamoDB table ${name} is none of Gridless (it needs the keys pk and sk, and a stream of new and old images): set GRIDLESS_STORE to another name`,
    );
}
