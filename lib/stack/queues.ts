/*
 * A queue for each consumer, with its dead-letter queue. They are in the main stack, because the dispatcher and the consumers are in
 * different nested stacks.
 */
import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Consumer } from "#lib/events/consumer";
import type { Registered } from "#lib/registry";
import { timeout } from "./functions/own-function.ts";

export interface ConsumerQueue {
  /** The consumer's operation, with a capital first letter as in CloudFormation's ids. */
  id: string;
  consumer: Registered<Consumer>;
  queue: Queue;
  deadLetters: Queue;
}

const safe: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** Makes the queues of all consumers. */
export function consumerQueues(scope: Construct, consumers: Registered<Consumer>[]): ConsumerQueue[] {
  return consumers.map((consumer) => {
    const id = consumer.operation.charAt(0).toUpperCase() + consumer.operation.slice(1);
    const deadLetters = deadLetterQueue(scope, `${id}DeadLetters`);
    const queue = new Queue(scope, `${id}Queue`, {
      ...safe,
      // six times the timeout of the function, as Lambda recommends
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    return { id, consumer, queue, deadLetters };
  });
}

/** Keeps messages for 14 days, the maximum of SQS, so that a person can look at them. */
export const deadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { ...safe, retentionPeriod: Duration.days(14) });
