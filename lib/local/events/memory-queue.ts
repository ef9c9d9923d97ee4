/*
 * A queue in memory that behaves like SQS: messages that wait are delivered together. A message that could not be consumed is delivered again;
 * after five attempts it becomes a dead letter. The queue is lost when the process ends, and filled again from the store's changes
 * (lib/local/store).
 *
 * Groups (lib/events/fair-groups.ts) take turns, one message each. While all calls run, there may be one more, only for groups that are in
 * none of them. So a group whose messages take long, because its partition is throttled, delays no other group.
 */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type { Message } from "#lib/events/change";
import type { Backlog } from "#lib/local/store/local-store";
import { runCall } from "#lib/store/running-calls";
import { openFairQueue } from "./fair-queue.ts";

interface QueueOptions {
  name: string;
  consume: (event: SQSEvent) => Promise<SQSBatchResponse>;
  /** Called with the body of each dead letter. */
  onDeadLetter: (body: string) => void;
  /** Milliseconds before the second attempt; doubled for each further attempt. */
  patience?: number;
  /** The most messages in one call of `consume`. */
  batch?: number;
  /** The most calls of `consume` at the same time. */
  atOnce?: number;
  /** Called after each attempt to consume a message. */
  onAttempt?: () => void;
}

const mostReceives = 5;

interface Delivery {
  messageId: string;
  body: string;
  /** How many times the message was received, this delivery included. */
  times: number;
  group: string;
  /** When it was put; as `performance.now()`. */
  since: number;
  onSettled: () => void;
}

export function memoryQueue({
  name,
  consume,
  onDeadLetter,
  patience = 1000,
  batch = 1,
  atOnce = 1,
  onAttempt = () => {},
}: QueueOptions) {
  const timers = new Set<NodeJS.Timeout>();
  const waiting = openFairQueue<Delivery>();
  const running = new Set<Promise<void>>();
  /** The number of running calls with messages of a group. */
  const busy = new Map<string, number>();
  let isQuietCalled = false;
  let count = 0;
  let inFlight = 0;
  let stopped = false;

  function goOn(): void {
    while (!stopped && running.size - Number(isQuietCalled) < atOnce && waiting.size() > 0)
      begin(waiting.take(batch), () => {});
    if (stopped || isQuietCalled || waiting.size() === 0) return;
    const quiet = waiting.take(batch, (group) => !busy.has(group));
    if (quiet.length === 0) return;
    isQuietCalled = true;
    begin(quiet, () => {
      isQuietCalled = false;
    });
  }

  function begin(deliveries: Delivery[], onEnd: () => void): void {
    inFlight += deliveries.length;
    for (const { group } of deliveries) busy.set(group, (busy.get(group) ?? 0) + 1);
    const consuming = deliver(deliveries).finally(() => {
      running.delete(consuming);
      inFlight -= deliveries.length;
      for (const { group } of deliveries) {
        const left = (busy.get(group) ?? 0) - 1;
        if (left > 0) busy.set(group, left);
        else busy.delete(group);
      }
      onEnd();
      goOn();
      onAttempt();
    });
    running.add(consuming);
  }

  /** Settles when the message is consumed or becomes a dead letter; never if the queue is stopped first. */
  function put({ change, delaySeconds, group }: Message): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const delivery = {
      messageId: `${name}-${++count}`,
      body: JSON.stringify(change),
      times: 1,
      group,
      since: performance.now(),
      onSettled: resolve,
    };
    if (delaySeconds > 0) later(() => receive(delivery), delaySeconds * 1000);
    else receive(delivery);
    return promise;
  }

  function receive(delivery: Delivery): void {
    // messages that are put in one turn are consumed together
    if (waiting.put(delivery) === 1 || waiting.of(delivery.group).length === 1) queueMicrotask(goOn);
  }

  async function deliver(deliveries: Delivery[]): Promise<void> {
    const failed = await consumeAll(deliveries);
    for (const delivery of deliveries) {
      const { messageId, body, times, onSettled } = delivery;
      if (failed.has(messageId) && times < mostReceives) {
        later(
          () => receive({ ...delivery, times: times + 1, since: performance.now() }),
          patience * 2 ** (times - 1),
        );
        continue;
      }
      if (failed.has(messageId)) onDeadLetter(body);
      onSettled();
    }
  }

  function later(work: () => void, milliseconds: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  /** How many messages are being consumed or could be; messages that wait for a later time are not counted. */
  const due = (): number => waiting.size() + inFlight;

  /** Milliseconds that the oldest of these has waited; 0 without one. */
  const age = (): number => longest(waiting.heads());

  /** The messages of these groups that wait, and the milliseconds that the oldest of them has waited. */
  const backlogOf = (groups: readonly string[]): Backlog => {
    const own = groups.map(waiting.of);
    return {
      changes: own.reduce((sum, { length }) => sum + length, 0),
      age: longest(own.flatMap(([first]) => first ?? [])),
    };
  };

  /** The ids of the messages that were not consumed. */
  async function consumeAll(deliveries: Delivery[]): Promise<Set<string>> {
    const Records = deliveries.map(
      ({ messageId, body, times }) =>
        ({ messageId, body, attributes: { ApproximateReceiveCount: String(times) } }) as SQSRecord,
    );
    try {
      const { batchItemFailures } = await runCall(() => consume({ Records }));
      return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch {
      // the consumer has logged it
      return new Set(deliveries.map(({ messageId }) => messageId));
    }
  }

  /** Waits for running consumers. */
  async function stop(): Promise<void> {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running);
  }

  return { name, put, due, age, backlogOf, stop };
}

function longest(deliveries: readonly Delivery[]): number {
  const now = performance.now();
  return deliveries.reduce((longest, { since }) => Math.max(longest, now - since), 0);
}
