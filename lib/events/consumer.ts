/*
 * A consumer: a function that receives changes after they happened, through its own queue. It may receive a change twice, and changes in
 * any order. If it throws, the change is delivered again, at most five times in all; then it goes to the dead-letter queue.
 */
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { shown } from "#lib/schemas/basics/log-error";
import { Change, type Subscription } from "./change.ts";

/** The most changes in one call, unless a consumer says otherwise. */
export const messagesPerCall = 10;

/** Background work must not use up the executions that requests need. */
export const defaultAtOnce = 10;

export interface ConsumerDefinition {
  summary: string;
  changes: readonly Subscription[];
  /** The most changes in one call; `messagesPerCall` if left out. */
  batch?: number;
  /**
   * Names the subject of the work for a change. Changes of a batch with the same subject are handled by one call, because the handler reads
   * the present state; they succeed or fail together. Without it, each change is handled separately.
   */
  once?: (change: Change) => string;
  /**
   * The most concurrent executions; `defaultAtOnce` if left out. The setting `consumersAtOnce` raises it, unless it is lower than the default.
   * On a single machine there is one at a time.
   */
  atOnce?: number;
}

export interface Consumer {
  (event: SQSEvent): Promise<SQSBatchResponse>;
  consumer: ConsumerDefinition;
}

/** Makes a consumer that calls `handle` for each change of a batch. Only changes for which it throws are delivered again. */
export function consumer(
  definition: ConsumerDefinition,
  handle: (change: Change) => Promise<void>,
): Consumer {
  async function consume({ Records }: SQSEvent): Promise<SQSBatchResponse> {
    const work = new Map<string, Promise<void>>();
    const outcomes = await Promise.allSettled(
      Records.map(async ({ body }, i) => {
        const change = Change.parse(JSON.parse(body));
        const name = definition.once?.(change) ?? String(i);
        const begun = work.get(name) ?? handle(change);
        work.set(name, begun);
        return begun;
      }),
    );
    const failed = outcomes.flatMap((outcome, i) => {
      const messageId = Records[i]?.messageId;
      if (outcome.status === "fulfilled" || !messageId) return [];
      console.error({ message: messageId, error: shown(outcome.reason) });
      return [{ itemIdentifier: messageId, error: outcome.reason as unknown }];
    });
    // an error of the function shows in metrics and alarms
    if (failed.length > 0 && failed.length === Records.length)
      throw new AggregateError(
        failed.map(({ error }) => error),
        "every message of the batch failed",
      );
    return { batchItemFailures: failed.map(({ itemIdentifier }) => ({ itemIdentifier })) };
  }
  return Object.assign(consume, { consumer: definition });
}
