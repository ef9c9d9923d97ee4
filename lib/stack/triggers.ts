/* What calls a function that no request calls: the store's stream, a queue, or the clock. */
import { Duration } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping, FilterCriteria, type IFunction, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { ConsumerDefinition } from "#lib/events/consumer";
import type { ReaderDefinition } from "#lib/events/reader";

const streamReading = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"];
const receiving = [
  "sqs:ChangeMessageVisibility",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ReceiveMessage",
];

/** What Lambda must be allowed in the function's name, to read the stream for it. */
export const mayReadStream = ({ tableStreamArn = "" }: Table): PolicyStatement[] => [
  new PolicyStatement({ actions: streamReading, resources: [tableStreamArn] }),
  new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: ["*"] }),
];

export const mayReceive = ({ queueArn }: Queue): PolicyStatement =>
  new PolicyStatement({ actions: receiving, resources: [queueArn] });

/** A batch that fails comes again, halved, some ten times; then its place in the stream is a dead letter, and the stream goes on. */
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

/** What it does not want to hear of does not start it, and costs nothing. */
const filterOf = ({ partitions }: ReaderDefinition) =>
  FilterCriteria.filter({
    eventName: ["MODIFY", "REMOVE"],
    dynamodb: { Keys: { pk: { S: partitions.map((prefix) => ({ prefix })) } } },
  });

/** So many at once and no more, unless a consumer says so: what comes after an answer shall not take the functions that answer. */
const mostAtOnce = 10;

export function onQueue(
  scope: Construct,
  target: IFunction,
  queue: Queue,
  { batch = 10, atOnce = mostAtOnce }: ConsumerDefinition,
): void {
  new EventSourceMapping(scope, "Messages", {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: batch,
    reportBatchItemFailures: true,
    maxConcurrency: atOnce,
  });
}

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
    scheduleExpression: `rate(${everyMinutes} minutes)`,
    flexibleTimeWindow: { mode: "OFF" },
    target: {
      arn: target.functionArn,
      roleArn: role.roleArn,
      // the next one is near
      retryPolicy: { maximumRetryAttempts: 1, maximumEventAgeInSeconds: 60 * everyMinutes },
    },
  });
}
