import { beforeAll, describe, expect, test } from "vitest";
import { type Resource, type Synthesized, synthesized } from "./support/synthesized.ts";

let made: Synthesized;
beforeAll(async () => {
  made = await synthesized("plain");
}, 900_000);

const mappings = () => made.all("AWS::Lambda::EventSourceMapping").map(({ Properties }) => Properties);
const queues = () => made.all("AWS::SQS::Queue");
const deadLetters = () => queues().filter(({ id }) => id.includes("DeadLetters"));
/** The statements in the policy of a role. */
const statementsIn = (role: Resource | undefined) =>
  (role?.Properties.Policies[0].PolicyDocument.Statement ?? []) as {
    Action: string | string[];
    Resource: unknown;
  }[];
/** What a function may do, by the role that it may share with others. */
function statementsOf(operation: string) {
  const own = made
    .all("AWS::Lambda::Function")
    .find(({ Properties }) => Properties.Handler === `${operation}.handler`);
  const role = made
    .resourcesOf(own?.stack ?? "")
    .find(({ id }) => id === own?.Properties.Role["Fn::GetAtt"][0]);
  return statementsIn(role);
}
/** The resource of the main stack that a nested stack gets as a parameter. */
function given(reference: { Ref: string }): unknown {
  const parameters = made.all("AWS::CloudFormation::Stack").map(({ Properties }) => Properties.Parameters);
  return parameters.flatMap((each) => each?.[reference.Ref] ?? [])[0];
}
const arn = (resource: Resource | undefined) => ({ "Fn::GetAtt": [resource?.id, "Arn"] });

describe("the stream", () => {
  const readers = () => mappings().filter(({ StartingPosition }) => StartingPosition);

  test("has two readers that retry failed batches in smaller parts, up to a limit", () => {
    expect(readers()).toHaveLength(2);
    const [table] = made.all("AWS::DynamoDB::Table");
    const kept = deadLetters().find(({ id }) => id.startsWith("StreamDeadLetters"));
    for (const reader of readers()) {
      expect(reader).toMatchObject({
        StartingPosition: "TRIM_HORIZON",
        BatchSize: 100,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        MaximumRetryAttempts: 10,
      });
      expect(given(reader.EventSourceArn)).toEqual({ "Fn::GetAtt": [table?.id, "StreamArn"] });
      expect(given(reader.DestinationConfig.OnFailure.Destination)).toEqual(arn(kept));
    }
  });

  test("calls the reader that keeps record images only for changes and deletions of records", () => {
    const patterns = readers().flatMap(({ FilterCriteria }) => FilterCriteria?.Filters ?? []);
    expect(patterns.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ["MODIFY", "REMOVE"],
        dynamodb: { Keys: { pk: { S: [{ prefix: "RECORDS#" }, { prefix: "TRASH#tbl" }] } } },
      },
    ]);
  });

  test("the reader that keeps record images may write them", () => {
    const actions = statementsOf("keepRecordImages").flatMap(({ Action }) => Action);
    expect(
      actions.filter((action) => /^(dynamodb:(Batch|Put|Update|Delete)|sqs:)/.test(action)).sort(),
    ).toEqual(["dynamodb:BatchGetItem", "dynamodb:BatchWriteItem", "sqs:SendMessage"]);
  });

  test("the dispatcher may read the stream, send to queues, and put chunks of changes; who raises the epoch may count what was given up", () => {
    const actions = statementsOf("dispatchChanges").flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !/^(logs|xray):/.test(action)).sort()).toEqual([
      ...["dynamodb:BatchGetItem", "dynamodb:DescribeStream", "dynamodb:GetItem", "dynamodb:GetRecords"],
      ...["dynamodb:GetShardIterator", "dynamodb:ListStreams", "dynamodb:PutItem", "dynamodb:Query"],
      "sqs:SendMessage",
    ]);
    const raising = statementsOf("raiseEpoch").flatMap(({ Action }) => Action);
    expect(raising.filter((action) => action.startsWith("sqs:"))).toEqual(["sqs:GetQueueAttributes"]);
  });

  test("the dispatcher knows who wants which changes from its code, and their queues from its environment", () => {
    const code = made.codeOf("stream");
    for (const { operation, handler } of made.registry.consumers)
      expect(code).toContain(JSON.stringify({ operation, changes: handler.consumer.changes }).slice(1, -1));
    const reader = made
      .all("AWS::Lambda::Function")
      .find(({ Properties }) => Properties.Handler === "dispatchChanges.handler");
    const { GRIDLESS_QUEUES, GRIDLESS_CONSUMERS } = reader?.Properties.Environment.Variables ?? {};
    expect(GRIDLESS_CONSUMERS).toBeUndefined();
    for (const { operation } of made.registry.consumers)
      expect(JSON.stringify(GRIDLESS_QUEUES)).toContain(` ${operation}=`);
  });
});

describe("queues", () => {
  test("each consumer has its own queue with dead letters, and may receive only from it", () => {
    expect(made.registry.consumers.length).toBeGreaterThan(0);
    for (const { operation, handler } of made.registry.consumers) {
      const named = (end: string) =>
        queues().find(({ id }) => id.toLowerCase().startsWith(`${operation}${end}`.toLowerCase()));
      const queue = named("Queue");
      expect(queue?.Properties).toMatchObject({
        VisibilityTimeout: 6 * 29,
        RedrivePolicy: { maxReceiveCount: 5, deadLetterTargetArn: arn(named("DeadLetters")) },
      });
      const mapping = mappings().find(
        ({ EventSourceArn }) => JSON.stringify(given(EventSourceArn)) === JSON.stringify(arn(queue)),
      );
      expect(mapping).toMatchObject({
        BatchSize: handler.consumer.batch ?? 10,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: handler.consumer.atOnce ?? 10 },
      });
      const receiving = statementsOf(operation).filter(({ Action }) =>
        [Action].flat().join().includes("sqs:"),
      );
      expect(receiving.map(({ Resource }) => given(Resource as { Ref: string }))).toEqual([arn(queue)]);
    }
  });

  test("are encrypted, and require TLS", () => {
    for (const { Properties } of queues()) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = made.all("AWS::SQS::QueuePolicy");
    expect(policies).toHaveLength(queues().length);
    for (const { Properties } of policies)
      expect(Properties.PolicyDocument.Statement).toMatchObject([
        { Effect: "Deny", Action: "sqs:*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
      ]);
  });

  test("dead letters are kept for 14 days, the maximum", () => {
    expect(deadLetters().length).toBe(made.registry.consumers.length + 1);
    for (const { Properties } of deadLetters())
      expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });
});

test("each schedule may call only its function", () => {
  const schedules = made.all("AWS::Scheduler::Schedule");
  expect(schedules).toHaveLength(made.registry.schedules.length);
  const targetOf = ({ Properties }: (typeof schedules)[number]) => Properties.Target.Arn["Fn::GetAtt"][0];
  const expressions = schedules.map(({ Properties }) => Properties.ScheduleExpression);
  // each as EventBridge documents it: one of the singular, more of the plural
  for (const expression of expressions)
    expect(expression).toMatch(/^rate\((?:1 minute|(?!1 )\d+ minutes)\)$/);
  expect(expressions).toContain("rate(1 minute)");
  const schedule = schedules.find((each) => /^restartJobsFunction/.test(targetOf(each)));
  expect(schedule?.Properties).toMatchObject({
    ScheduleExpression: "rate(5 minutes)",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: { RetryPolicy: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 300 } },
  });
  const target = schedule && targetOf(schedule);
  const scheduler = made.all("AWS::IAM::Role").find(({ id }) => id.startsWith("restartJobsScheduler"));
  expect(statementsIn(scheduler)).toMatchObject([
    { Action: "lambda:InvokeFunction", Resource: { "Fn::GetAtt": [target, "Arn"] } },
  ]);
});

test("the bucket of attachments is not public, requires TLS, is versioned, and is retained when the stack is deleted", () => {
  const [bucket] = made.all("AWS::S3::Bucket");
  expect(bucket).toMatchObject({
    // another id would create a new, empty bucket
    id: "Attachments87B238D3",
    DeletionPolicy: "Retain",
    Properties: {
      BucketEncryption: { ServerSideEncryptionConfiguration: [{}] },
      OwnershipControls: { Rules: [{ ObjectOwnership: "BucketOwnerEnforced" }] },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: "Enabled" },
      LifecycleConfiguration: {
        Rules: [
          {
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
            NoncurrentVersionExpiration: { NoncurrentDays: 35 },
            Status: "Enabled",
          },
        ],
      },
    },
  });
  const [policy] = made.all("AWS::S3::BucketPolicy");
  expect(policy?.Properties.PolicyDocument.Statement).toMatchObject([
    { Effect: "Deny", Action: "s3:*", Condition: { Bool: { "aws:SecureTransport": "false" } } },
  ]);
});
