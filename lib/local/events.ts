/* What happens after the answer, on one machine: stream, dispatcher, queues and schedules, as lib/stack has them on AWS. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Registry } from "#lib/registry";
import type { StoreEnvironment } from "./embedded-store.ts";
import { follow } from "./follower.ts";
import { memoryQueue } from "./memory-queue.ts";

interface EventsOptions {
  registry: Registry;
  /** Where position and dead letters are kept. */
  folder: string;
  environment: StoreEnvironment;
  log: (line: string) => void;
}

export interface Events {
  /** Finishes what is running; what waits is found again in the stream. */
  stop(): Promise<void>;
}

/** Begins by itself, after the caller: nobody waits for it to have loaded. */
export function startEvents({ registry, folder, environment, log }: EventsOptions): Events {
  const queues = registry.consumers.map(({ operation, handler }) =>
    memoryQueue({
      name: operation,
      consume: handler,
      onDeadLetter(body) {
        appendFileSync(
          join(folder, "dead-letters.jsonl"),
          `${JSON.stringify({ consumer: operation, body })}\n`,
        );
        log(`${operation} could not consume a change: it is in ${join(folder, "dead-letters.jsonl")}`);
      },
    }),
  );
  const destinations = registry.consumers.map(({ operation, handler }) => ({
    queue: operation,
    changes: handler.consumer.changes,
  }));

  const following = (async () => {
    const { client, stream } = await streamOf(environment);
    if (!stream) {
      log(`${environment.AWS_ENDPOINT_URL_DYNAMODB} has no stream: jobs wait, all else works`);
      return undefined;
    }
    const { dispatchTo } = registry.dispatcher.handler;
    return follow({
      ...{ client, stream, log, file: join(folder, "stream.json") },
      async dispatch(Records) {
        const consumed: Promise<void>[] = [];
        const dispatch = dispatchTo(destinations, async (name, messages) => {
          const queue = queues.find((each) => each.name === name);
          for (const message of messages) if (queue) consumed.push(queue.put(message));
          return [];
        });
        await dispatch({ Records });
        return consumed;
      },
    });
  })().catch((error: unknown) => {
    log(`what happens after the answer does not work: ${(error as Error).message}`);
    return undefined;
  });

  const running = new Set<Promise<void>>();
  const timers = registry.schedules.map(({ operation, handler }) => {
    const run = () => {
      const call = handler().catch((error: unknown) => log(`${operation}: ${(error as Error).message}`));
      running.add(call);
      void call.then(() => running.delete(call));
    };
    // what is overdue since the last time this machine ran
    run();
    return setInterval(run, handler.schedule.everyMinutes * 60_000);
  });

  async function stop(): Promise<void> {
    for (const timer of timers) clearInterval(timer);
    await (await following)?.stop();
    await Promise.all([...queues.map((queue) => queue.stop()), ...running]);
  }
  return { stop };
}

async function streamOf({ GRIDLESS_STORE, ...environment }: StoreEnvironment) {
  const [{ DynamoDB }, { DynamoDBStreams }] = await Promise.all([
    import("@aws-sdk/client-dynamodb"),
    import("@aws-sdk/client-dynamodb-streams"),
  ]);
  const options = { endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB, maxAttempts: 1 };
  const tables = new DynamoDB(options);
  const client = new DynamoDBStreams(options);
  try {
    const { Table } = await tables.describeTable({ TableName: GRIDLESS_STORE });
    const stream = Table?.LatestStreamArn;
    if (stream) await client.describeStream({ StreamArn: stream });
    return { client, stream };
  } catch (error) {
    // a stand-in for DynamoDB that has no streams does not know what is asked
    if ((error as Error).name !== "UnknownOperationException") throw error;
    return { client, stream: undefined };
  } finally {
    tables.destroy();
  }
}
