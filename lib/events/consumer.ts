/*
 * A consumer: a function that hears of changes after they happened, through a queue of its own. It may hear of one twice,
 * and of two in any order. One that it throws at comes again, at most five times; then it lies in the dead letters.
 */
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { shown } from "#lib/schemas/basics/log-error";
import { Change, type Subscription } from "./change.ts";

export interface ConsumerDefinition {
  summary: string;
  changes: readonly Subscription[];
  /** So many are handed over at once, at most; 10 if left out. */
  batch?: number;
  /** So many functions are at it at once, at most; 10 if left out, and one after another on one machine. */
  atOnce?: number;
}

export interface Consumer {
  (event: SQSEvent): Promise<SQSBatchResponse>;
  consumer: ConsumerDefinition;
}

export function consumer(
  definition: ConsumerDefinition,
  handle: (change: Change) => Promise<void>,
): Consumer {
  async function consume({ Records }: SQSEvent): Promise<SQSBatchResponse> {
    const outcomes = await Promise.allSettled(
      Records.map(async ({ body }) => handle(Change.parse(JSON.parse(body)))),
    );
    const failed = outcomes.flatMap((outcome, i) => {
      const messageId = Records[i]?.messageId;
      if (outcome.status === "fulfilled" || !messageId) return [];
      console.error({ message: messageId, error: shown(outcome.reason) });
      return [{ itemIdentifier: messageId, error: outcome.reason as unknown }];
    });
    // counts as an error of the function, so that alarms see it
    if (failed.length > 0 && failed.length === Records.length)
      throw new AggregateError(
        failed.map(({ error }) => error),
        "no message of the batch could be consumed",
      );
    return { batchItemFailures: failed.map(({ itemIdentifier }) => ({ itemIdentifier })) };
  }
  return Object.assign(consume, { consumer: definition });
}
