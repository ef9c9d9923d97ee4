/*
 * A queue for each consumer, with its dead letters. In the service's own stack, since the dispatcher and the consumers are
 * in different ones.
 */
import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption, type QueueProps } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Consumer } from "#lib/events/consumer";
import type { Registered } from "#lib/registry";
import { timeout } from "./own-function.ts";

export interface ConsumerQueue {
  /** The consumer's operation, in capitals as CloudFormation's ids are. */
  id: string;
  consumer: Registered<Consumer>;
  queue: Queue;
  deadLetters: Queue;
}

const safe: QueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export function consumerQueues(scope: Construct, consumers: Registered<Consumer>[]): ConsumerQueue[] {
  return consumers.map((consumer) => {
    const id = consumer.operation.charAt(0).toUpperCase() + consumer.operation.slice(1);
    const deadLetters = deadLetterQueue(scope, `${id}DeadLetters`);
    const queue = new Queue(scope, `${id}Queue`, {
      ...safe,
      // six times what a function may take, as Lambda asks for
      visibilityTimeout: Duration.seconds(6 * timeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    return { id, consumer, queue, deadLetters };
  });
}

/** Kept as long as SQS keeps anything, for a person to look at. */
export const deadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, { ...safe, retentionPeriod: Duration.days(14) });
