/* The stream of the store, the log and the consumers of the socket, in this process, as a server runs them. */
import { setTimeout as wait } from "node:timers/promises";
import type { SQSEvent } from "aws-lambda";
import { handler as announceChanges } from "#functions/socket/announce-changes";
import { handler as announcePresence } from "#functions/socket/announce-presence";
import { handler as dispatchChanges } from "#functions/stream/dispatch-changes";
import type { Message, Send } from "#lib/events/change";
import { readStream } from "#test/support/events/log";

const consumers = { announceChanges, announcePresence };
type Name = keyof typeof consumers;

const destinations = Object.entries(consumers).map(([queue, { consumer }]) => ({
  queue,
  changes: consumer.changes,
}));

/** Begins with the end of the stream. `stop` waits for what runs. */
export function startPump() {
  let read = readStream(0).last;
  let isStopped = false;
  const running = new Set<Promise<unknown>>();
  const failures: unknown[] = [];

  const deliver = async (name: Name, { change, delaySeconds }: Message) => {
    if (delaySeconds > 0) await wait(delaySeconds * 1000);
    if (isStopped) return;
    const event = { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent;
    await consumers[name](event).catch((error: unknown) => failures.push(error));
  };
  const send: Send = async (queue, messages) => {
    for (const message of messages) {
      const delivering = deliver(queue as Name, message).finally(() => running.delete(delivering));
      running.add(delivering);
    }
    return [];
  };
  const dispatch = dispatchChanges.dispatchTo(destinations, send);
  async function run(): Promise<void> {
    while (!isStopped) {
      const { records, last } = readStream(read);
      read = last;
      if (records.length > 0) await dispatch({ Records: records });
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
