/* The stream of the store's table, if it has one. The SDK's clients are loaded here and not with the start. */
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import { connectionOf, type StoreEnvironment } from "./embedded-store.ts";

interface Found {
  client: DynamoDBStreams;
  stream: string;
}

/** Looks until it knows; what is in the way is said once. Undefined: there is none, and that was said. */
export async function findStream(
  environment: StoreEnvironment,
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

async function look(environment: StoreEnvironment): Promise<Found | undefined> {
  const [{ DynamoDB }, { DynamoDBStreams }] = await Promise.all([
    import("@aws-sdk/client-dynamodb"),
    import("@aws-sdk/client-dynamodb-streams"),
  ]);
  const tables = new DynamoDB(connectionOf(environment));
  const client = new DynamoDBStreams(connectionOf(environment));
  // it goes through all that is read, for a log that nobody keeps
  client.middlewareStack.remove("loggerMiddleware");
  try {
    const { Table } = await tables.describeTable({ TableName: environment.GRIDLESS_STORE });
    const stream = Table?.LatestStreamArn;
    if (!stream) return undefined;
    await client.describeStream({ StreamArn: stream });
    return { client, stream };
  } catch (error) {
    // a stand-in for DynamoDB that has no streams does not know what is asked
    if ((error as Error).name === "UnknownOperationException") return undefined;
    throw error;
  } finally {
    tables.destroy();
  }
}
