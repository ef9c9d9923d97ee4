/* A DynamoDB at an address. Its changes come from the stream of the table. */
import { StartError } from "#lib/local/process/start-error";
import { connectionOf, type RemoteEnvironment } from "./environment.ts";
import { type OnSettled, streamFollower } from "./follow-stream.ts";
import type { LocalStore } from "./local-store.ts";
import { makeTable } from "./store-table.ts";

export async function openRemote(environment: RemoteEnvironment, onSettled?: OnSettled): Promise<LocalStore> {
  await withTable(environment);
  return {
    tableName: environment.GRIDLESS_STORE,
    environment,
    follow: streamFollower(environment, onSettled),
    connect: () => connect(environment),
    stop: async () => {},
  };
}

async function connect(environment: RemoteEnvironment) {
  const [{ DynamoDBClient }, { DynamoDBDocumentClient }] = await Promise.all([
    loadSdk(),
    import("@aws-sdk/lib-dynamodb"),
  ]);
  return DynamoDBDocumentClient.from(new DynamoDBClient(connectionOf(environment)));
}

async function withTable(environment: RemoteEnvironment): Promise<void> {
  const { DynamoDB } = await loadSdk();
  const client = new DynamoDB({
    ...connectionOf(environment),
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  try {
    await makeTable(client, environment.GRIDLESS_STORE);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { name, message, code } = error as Error & { code?: string };
    const reason = (message || code || name).split("\n", 1)[0];
    throw new StartError(
      `no DynamoDB to work with at ${environment.AWS_ENDPOINT_URL_DYNAMODB} (AWS_ENDPOINT_URL_DYNAMODB): ${reason}`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}

/** Takes 80 ms: an engine can start meanwhile. */
export const loadSdk = () => import("@aws-sdk/client-dynamodb");
