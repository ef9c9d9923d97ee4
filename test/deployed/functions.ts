/*
 * The environment of deployed functions, and what their roles allow. The emulator runs functions on this machine, so /proc has their
 * environment variables. Their credentials are those of their execution role, as on AWS.
 */
import { readdirSync, readFileSync } from "node:fs";
import { DynamoDB } from "@aws-sdk/client-dynamodb";

type Environment = Record<string, string>;

/** The environments of running functions, by operation. */
export function environments(): Map<string, Environment> {
  const ours = new URL(process.env["AWS_ENDPOINT_URL"] ?? "").port;
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(environmentOf)
    .filter((env) => env["GATEWAY_PORT"] === ours && env["GRIDLESS_OPERATION"]);
  return new Map(all.map((env) => [env["GRIDLESS_OPERATION"] ?? "", env]));
}

function environmentOf(pid: string): Environment {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return Object.fromEntries(
      lines.map((line) => [line.split("=", 1)[0] ?? "", line.slice(line.indexOf("=") + 1)]),
    );
  } catch {
    // the process has ended, or may not be read
    return {};
  }
}

/** The options of a client with the credentials of a function. */
export const clientOptionsOf = (env: Environment) => ({
  region: env["AWS_REGION"] ?? "",
  credentials: {
    accessKeyId: env["AWS_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["AWS_SECRET_ACCESS_KEY"] ?? "",
    sessionToken: env["AWS_SESSION_TOKEN"] ?? "",
  },
  maxAttempts: 1,
});

export const clientOf = (env: Environment) => new DynamoDB(clientOptionsOf(env));

/** Every action that reads or writes items, and some that could damage a table. */
export const attempts = (client: DynamoDB, TableName: string): Record<string, () => Promise<unknown>> => {
  const Key = { pk: { S: "PROBE" }, sk: { S: crypto.randomUUID() } };
  const ConditionExpression = "attribute_not_exists(pk)";
  return {
    BatchGetItem: () => client.batchGetItem({ RequestItems: { [TableName]: { Keys: [Key] } } }),
    BatchWriteItem: () =>
      client.batchWriteItem({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
    ConditionCheckItem: () =>
      client.transactWriteItems({
        TransactItems: [{ ConditionCheck: { TableName, Key, ConditionExpression } }],
      }),
    DeleteItem: () => client.deleteItem({ TableName, Key }),
    DescribeTable: () => client.describeTable({ TableName }),
    GetItem: () => client.getItem({ TableName, Key }),
    PutItem: () => client.putItem({ TableName, Item: Key }),
    Query: () =>
      client.query({
        TableName,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": Key.pk },
      }),
    Scan: () => client.scan({ TableName, Limit: 1 }),
    UpdateItem: () => client.updateItem({ TableName, Key }),
    UpdateTable: () => client.updateTable({ TableName, BillingMode: "PAY_PER_REQUEST" }),
  };
};

/** The actions that are not refused. */
export async function allowed(client: DynamoDB, table: string): Promise<string[]> {
  const found: string[] = [];
  for (const [action, attempt] of Object.entries(attempts(client, table)))
    if (await isAllowed(attempt)) found.push(`dynamodb:${action}`);
  return found;
}

/** Whether it may record the use of a token. The token does not exist, but permissions are checked before the condition. */
export const mayMarkTokens = (client: DynamoDB, TableName: string): Promise<boolean> =>
  isAllowed(() =>
    client
      .updateItem({
        TableName,
        Key: { pk: { S: "TOKEN#probe" }, sk: { S: "TOKEN" } },
        ConditionExpression: "attribute_exists(pk)",
      })
      .catch((error: Error) => {
        if (error.name !== "ConditionalCheckFailedException") throw error;
      }),
  );

async function isAllowed(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    // any other error is a fault of this test
    if ((error as Error).name !== "AccessDeniedException") throw error;
    return false;
  }
}
