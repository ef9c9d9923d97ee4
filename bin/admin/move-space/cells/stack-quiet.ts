/*
 * What runs in a stack, and must have ended before a space is switched over. No server can be asked:
 *
 *   calls       a function runs for 29 seconds at most: as long is waited
 *   consumers   their queues are empty; and before, those that read the stream are not behind
 *   a deployment    is waited for
 */
import { setTimeout as wait } from "node:timers/promises";
import { GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { msPerMinute, msPerSecond } from "#lib/schemas/basics/time-units";
import { longestCallSeconds } from "#lib/store/running-calls";
import { type Access, askAws, elementsIn, textIn } from "../../ask-aws.ts";
import { describeStack } from "../../stack-outputs.ts";

interface Watched {
  access: Access;
  stack: string;
  stream: string;
  sqs: SQSClient;
  queues: readonly string[];
}

/** A call has read the marks at its beginning; with what the network takes. */
const msOfCalls = (longestCallSeconds + 2) * msPerSecond;
/** Milliseconds for which queues are waited for: of a busy cell they are never empty. */
const patience = 30 * msPerSecond;
/** Milliseconds: a reader of the stream that is further behind is waited for. */
const mostBehind = 10 * msPerSecond;

/** Returns when the calls that run have ended, and consumers have what was written before. */
export async function settleStack({ sqs, queues }: Watched, calls: "calls" | "consumers"): Promise<void> {
  if (calls === "calls") await wait(msOfCalls);
  const until = performance.now() + patience;
  let left = queues.map((queue) => ({ queue, empty: 0 }));
  for (;;) {
    const looked = await Promise.all(
      left.map(async ({ queue, empty }) => ({ queue, empty: (await isEmpty(sqs, queue)) ? empty + 1 : 0 })),
    );
    // the numbers of SQS are not exact
    left = looked.filter(({ empty }) => empty < 2);
    if (left.length === 0) return;
    if (performance.now() > until) break;
    await wait(500);
  }
  const names = left.map(({ queue }) => queue.slice(queue.lastIndexOf("/") + 1));
  say(`these queues have work of others, and are not waited for any longer: ${names.join(", ")}`);
}

/** What is to be delivered later is not waited for: retries, and work that is due at a time. */
async function isEmpty(sqs: SQSClient, QueueUrl: string): Promise<boolean> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return Object.values(Attributes ?? {}).every((count) => Number(count) === 0);
}

/** Returns when the stack is not being deployed, and those that read its stream are not behind. */
export async function awaitQuietStack(watched: Watched): Promise<void> {
  const until = performance.now() + 10 * msPerMinute;
  for (let said = ""; ; ) {
    const reason = await findReason(watched);
    if (!reason) return;
    if (performance.now() > until) throw new StartError(`${reason}; try again later`);
    if (reason !== said) say(`waiting: ${reason}`);
    said = reason;
    await wait(5000);
  }
}

async function findReason({ access, stack, stream }: Watched): Promise<string | undefined> {
  const { status } = await describeStack(access, stack);
  if (status.endsWith("_IN_PROGRESS")) return `the stack ${stack} is being deployed`;
  const readers = await findReaders(access, stream);
  const ages = await Promise.all(readers.map(async (name) => ({ name, age: await readAge(access, name) })));
  const behind = ages.find(({ age }) => age > mostBehind);
  return behind && `${behind.name} is ${Math.round(behind.age / msPerSecond)} s behind`;
}

/** The names of the functions that read the stream. */
async function findReaders(access: Access, stream: string): Promise<string[]> {
  const { ok, status, text } = await askAws(access, {
    ...{ name: "Lambda", service: "lambda", variable: "LAMBDA", method: "GET" },
    path: "/2015-03-31/event-source-mappings/",
    query: { EventSourceArn: stream },
  });
  if (!ok)
    throw new StartError(`Lambda refuses to show who reads the stream: ${status} ${text.slice(0, 300)}`);
  const { EventSourceMappings = [] } = JSON.parse(text) as {
    EventSourceMappings?: { FunctionArn?: string }[];
  };
  return EventSourceMappings.map(({ FunctionArn = "" }) => FunctionArn.split(":")[6] ?? "");
}

/** Milliseconds that the function was behind at last, by the figures of the last ten minutes; 0 if it had nothing to do. */
async function readAge(access: Access, name: string): Promise<number> {
  const { ok, status, text } = await askAws(access, {
    ...{ name: "CloudWatch", service: "monitoring", variable: "CLOUDWATCH" },
    form: {
      ...{ Action: "GetMetricStatistics", Version: "2010-08-01", Namespace: "AWS/Lambda" },
      ...{ MetricName: "IteratorAge", "Statistics.member.1": "Maximum", Period: "60" },
      ...{ "Dimensions.member.1.Name": "FunctionName", "Dimensions.member.1.Value": name },
      StartTime: new Date(Date.now() - 10 * msPerMinute).toISOString(),
      EndTime: new Date().toISOString(),
    },
  });
  if (!ok)
    throw new StartError(
      `CloudWatch refuses to show figures of ${name}: ${textIn(text, "Message") ?? status}`,
    );
  const points = elementsIn(text, "member").map((each) => ({
    time: textIn(each, "Timestamp") ?? "",
    age: Number(textIn(each, "Maximum") ?? 0),
  }));
  return points.toSorted((one, other) => (one.time < other.time ? 1 : -1))[0]?.age ?? 0;
}
