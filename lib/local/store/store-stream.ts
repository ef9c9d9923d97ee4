/* The stream of the store's table, if it has one. Loads the SDK's clients only when called. */
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import { connectionOf, type RemoteEnvironment } from "./environment.ts";

interface Found {
  client: DynamoDBStreams;
  stream: string;
}

/** Tries again until the store answers, and logs the first failure. Undefined if the table has no stream, which is logged too. */
export async function findStream(
  environment: RemoteEnvironment,
  { signal, log }: { signal: AbortSignal; log: (line: string) => void },
): Promise<Found | undefined> {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const found = await look(environment);
      if (!found) log(`${environment.AWS_ENDPOINT_URL_DYNAMODB} has no stream: jobs wait, all else works`);
      return found;
    } catch (error) {
      if (tries === 0) log(`the stream cannot be found: ${(error as Error).message}`);
      await wait(5000, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

async function look(environment: RemoteEnvironment): Promise<Found | undefined> {
  const [{ DynamoDB }, { DynamoDBStreams }] = await Promise.all([
    import("@aws-sdk/client-dynamodb"),
    import("@aws-sdk/client-dynamodb-streams"),
  ]);
  const tables = new DynamoDB(connectionOf(environment));
  const client = new DynamoDBStreams(connectionOf(environment));
  // this middleware goes through each answer for a log that is not used
  client.middlewareStack.remove("loggerMiddleware");
  try {
    const { Table } = await tables.describeTable({ TableName: environment.GRIDLESS_STORE });
    const stream = Table?.LatestStreamArn;
    if (!stream) return undefined;
    await client.describeStream({ StreamArn: stream });
    return { client, stream };
  } catch (error) {
    // another engine without streams does not know the operation
    if ((error as Error).name === "UnknownOperationException") return undefined;
    throw error;
  } finally {
    tables.destroy();
  }
}
