/* The stream of the store, the log and the consumers of the socket, in this process, as a server runs them. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { DynamoDBRecord, SQSEvent } from "aws-lambda";
import { afterAll, beforeAll } from "vitest";
import { handler as announceChanges } from "#functions/socket/announce-changes";
import { handler as announcePresence } from "#functions/socket/announce-presence";
import { handler as dispatchChanges } from "#functions/stream/dispatch-changes";
import type { Message, Send } from "#lib/events/change";
import { readStream } from "#test/support/events/log";
import { baseUrl } from "#test/support/run/target";

const consumers = { announceChanges, announcePresence };
type Name = keyof typeof consumers;

const destinations = Object.entries(consumers).map(([queue, { consumer }]) => ({
  queue,
  changes: consumer.changes,
}));

/** Gives some records of the stream to the dispatcher, as it is or with accidents. Resolves once they are taken. */
type Bring = (
  records: DynamoDBRecord[],
  dispatch: ReturnType<typeof dispatchChanges.dispatchTo>,
) => Promise<unknown>;

interface Pumping {
  bring?: Bring;
  /** How often a consumer gets a message, and how many milliseconds later each time. */
  deliveries?: () => number[];
}

/** Begins with the end of the stream. `stop` waits for what runs. */
export function startPump({
  bring = (Records, dispatch) => dispatch({ Records }),
  deliveries = () => [0],
}: Pumping = {}) {
  let read = readStream(0).last;
  let isStopped = false;
  const running = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  /** Consumers are processes of their own, also if the dispatcher is killed (test/support/events/processes.ts). */
  const outside = AsyncLocalStorage.snapshot();

  const deliver = async (name: Name, { change, delaySeconds }: Message, later: number) => {
    if (delaySeconds + later > 0) await wait(delaySeconds * 1000 + later);
    if (isStopped) return;
    const event = { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent;
    await consumers[name](event).catch((error: unknown) => failures.push(error));
  };
  const send: Send = async (queue, messages) => {
    for (const message of messages)
      for (const later of deliveries()) {
        const delivering = outside(() => deliver(queue as Name, message, later)).finally(() =>
          running.delete(delivering),
        );
        running.add(delivering);
      }
    return [];
  };
  const dispatch = dispatchChanges.dispatchTo(destinations, send);
  async function run(): Promise<void> {
    while (!isStopped) {
      const { records, last } = readStream(read);
      read = last;
      if (records.length > 0) await bring(records, dispatch);
      else await wait(5);
    }
  }
  const pumping = run();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      await pumping;
      await Promise.all(running);
      if (failures.length > 0) throw new AggregateError(failures, "a consumer failed");
    },
  };
}

/** Pumps while the tests of a file run. */
export function usePump(): void {
  let pump: ReturnType<typeof startPump> | undefined;
  beforeAll(() => {
    // with a server, the tests of the file are skipped
    if (!baseUrl()) pump = startPump();
  });
  afterAll(() => pump?.stop());
}
