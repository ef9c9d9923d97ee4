/* The triggers of functions that are not endpoints: the store's stream, a queue, or a schedule. */
import { Duration } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, FilterCriteria, type IFunction, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type ConsumerDefinition, defaultAtOnce, messagesPerCall } from "#lib/events/consumer";
import type { ReaderDefinition } from "#lib/events/reader";

const streamReading = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];
const receiving = [
  "sqs:ChangeMessageVisibility",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ReceiveMessage",
];

/** Permissions that the function's role needs so that Lambda can read the stream for it. */
export const mayReadStream = ({ tableStreamArn = "" }: Table): PolicyStatement[] => [
  new PolicyStatement({ actions: streamReading, resources: [tableStreamArn] }),
  new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: ["*"] }),
];

/** Permissions that the function's role needs so that Lambda can receive from the queue for it. */
export const mayReceive = ({ queueArn }: Queue): PolicyStatement =>
  new PolicyStatement({ actions: receiving, resources: [queueArn] });

/** A failed batch is halved and retried up to ten times; then its position goes to the dead letters, and the stream continues. */
export function onStream(
  scope: Construct,
  target: IFunction,
  store: Table,
  deadLetters: Queue,
  only?: ReaderDefinition,
): void {
  new EventSourceMapping(scope, "Stream", {
    target,
    eventSourceArn: store.tableStreamArn ?? "",
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    retryAttempts: 10,
    maxRecordAge: Duration.hours(23),
    onFailure: new SqsDlq(deadLetters),
    ...(only && { filters: [filterOf(only)] }),
  });
}

/** Only changes of these partitions start the function; others cost nothing. */
const filterOf = ({ partitions }: ReaderDefinition) =>
  FilterCriteria.filter({
    eventName: ["MODIFY", "REMOVE"],
    dynamodb: { Keys: { pk: { S: partitions.map((prefix) => ({ prefix })) } } },
  });

/** Calls the function with batches of messages from the queue. `raised`: the setting `consumersAtOnce`. */
export function onQueue(
  scope: Construct,
  target: IFunction,
  queue: Queue,
  { batch = messagesPerCall, atOnce = defaultAtOnce }: ConsumerDefinition,
  raised: number,
): void {
  new EventSourceMapping(scope, "Messages", {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: batch,
    reportBatchItemFailures: true,
    // one with a low number of its own has a reason: its calls would be in each other's way
    maxConcurrency: atOnce < defaultAtOnce ? atOnce : Math.max(atOnce, raised),
  });
}

/** Calls the function every `everyMinutes` minutes. */
export function onSchedule(scope: Construct, target: IFunction, everyMinutes: number): void {
  const invoke = new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: [target.functionArn],
  });
  const role = new Role(scope, "Scheduler", {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  new CfnSchedule(scope, "Schedule", {
    // AWS refuses "1 minutes" where it reads such an expression strictly
    scheduleExpression: `rate(${everyMinutes} ${everyMinutes === 1 ? "minute" : "minutes"})`,
    flexibleTimeWindow: { mode: "OFF" },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      // one retry is enough: the next call comes soon
      retryPolicy: { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 * everyMinutes },
    },
  });
}
