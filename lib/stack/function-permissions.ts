/* What a function is told and what it may do, by its kind and by what its code can send. */
import { Arn, Aws, Stack } from "aws-cdk-lib";
import type { Table } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Destination } from "#lib/events/dispatcher";
import { type AnyFunction, isConsumer, isDispatcher, isEndpoint, isReader, isScheduled } from "#lib/registry";
import { pathOf } from "#lib/schemas/records/file-token";
import { looksUpCallers, onlyCounts, updateItem } from "./permissions.ts";
import type { ConsumerQueue } from "./queues.ts";
import type { Settings } from "./settings.ts";
import { mayReadStream, mayReceive } from "./triggers.ts";

export interface Shared {
  /** Of the API, as the world knows it. */
  url: string;
  store: Table;
  /** The bucket of attachments. */
  attachments: Bucket;
  queues: ConsumerQueue[];
  /** Places in the stream that its reader gave up. */
  streamDeadLetters: Queue;
  /** What a function's code can send to the store, the queues and the bucket. */
  actionsOf: (registered: AnyFunction) => string[];
}

const of = (service: string) => (action: string) => action.startsWith(`${service}:`);

export function descriptionOf(registered: AnyFunction): string {
  if (isEndpoint(registered)) return registered.handler.definition.summary;
  if (isConsumer(registered)) return registered.handler.consumer.summary;
  if (isScheduled(registered)) return registered.handler.schedule.summary;
  if (isReader(registered)) return registered.handler.reader.summary;
  return isDispatcher(registered)
    ? "Puts changes into the queues of those who want to hear of them"
    : "Answers where no endpoint does";
}

export function statementsOf(
  registered: AnyFunction,
  { settings, ...shared }: Shared & { settings: Settings },
): PolicyStatement[] {
  const { store, attachments, queues, streamDeadLetters } = shared;
  const statements: PolicyStatement[] = [];
  const allow = (actions: string[], resources: string[]) => {
    if (actions.length > 0) statements.push(new PolicyStatement({ actions, resources }));
  };
  const actions = shared.actionsOf(registered);
  allow(actions.filter(of("dynamodb")), [store.tableArn]);
  allow(actions.filter(of("s3")), [attachments.arnForObjects(`${pathOf("")}*`)]);
  const counted = onlyCounts(registered) || settings.tokenLimit ? ["RATE#*"] : [];
  const updated = looksUpCallers(registered)
    ? ["TOKEN#*", ...counted]
    : onlyCounts(registered)
      ? counted
      : [];
  if (updated.length > 0) statements.push(mayUpdate(store, updated));
  const sending = actions.filter(of("sqs"));
  const mailboxes = sending.length > 0 ? queues.map(({ queue }) => queue.queueArn) : [];
  // Lambda itself sends there what a reader of the stream gave up, in its name
  if (isDispatcher(registered) || isReader(registered)) mailboxes.push(streamDeadLetters.queueArn);
  // one statement: where CDK merges two, the order of resources is by numbers that are others each time
  if (mailboxes.length > 0) allow(["sqs:SendMessage"], mailboxes);
  const mailing = actions.filter(of("ses"));
  if (mailing.length > 0 && settings.mailFrom) statements.push(maySend(mailing, settings.mailFrom));
  if (isDispatcher(registered) || isReader(registered)) statements.push(...mayReadStream(store));
  for (const { consumer, queue } of queues)
    if (consumer.operation === registered.operation) statements.push(mayReceive(queue));
  return statements;
}

/** In the name of this address only, whether SES knows it or its domain. */
function maySend(actions: string[], from: string): PolicyStatement {
  const identities = [from, from.slice(from.lastIndexOf("@") + 1)];
  const shared = { partition: Aws.PARTITION, region: Aws.REGION, account: Aws.ACCOUNT_ID };
  return new PolicyStatement({
    actions,
    resources: identities.map((resourceName) =>
      Arn.format({ ...shared, service: "ses", resource: "identity", resourceName }),
    ),
    conditions: { StringEquals: { "ses:FromAddress": from } },
  });
}

/**
 * Whoever looks up a token writes down that it was used, and counts its calls where they are limited; of all else in the
 * store he changes nothing by that.
 */
function mayUpdate(store: Table, leadingKeys: string[]): PolicyStatement {
  return new PolicyStatement({
    actions: [updateItem],
    resources: [store.tableArn],
    conditions: {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": leadingKeys },
      // without a key, ForAllValues would hold too
      Null: { "dynamodb:LeadingKeys": "false" },
    },
  });
}

export function environmentOf(
  registered: AnyFunction,
  { url, store, attachments, queues, actionsOf, settings }: Shared & { settings: Settings },
  scope: Construct,
): Record<string, string> {
  const destinations = queues.map(
    ({ queue, consumer }): Destination => ({
      queue: queue.queueUrl,
      changes: consumer.handler.consumer.changes,
    }),
  );
  return {
    // with these it logs a line of each call
    GRIDLESS_STAGE: settings.stage,
    GRIDLESS_OPERATION: registered.operation,
    GRIDLESS_ORIGIN: url,
    ...(registered.area === "auth" && { GRIDLESS_SIGN_UP: settings.signUp }),
    ...(actionsOf(registered).some(of("dynamodb")) && { GRIDLESS_STORE: store.tableName }),
    ...(actionsOf(registered).some(of("s3")) && { GRIDLESS_BUCKET: attachments.bucketName }),
    ...(isDispatcher(registered) && {
      GRIDLESS_CONSUMERS: Stack.of(scope).toJsonString(destinations),
    }),
  };
}
