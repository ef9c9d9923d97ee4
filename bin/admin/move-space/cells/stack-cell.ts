/*
 * A stack on AWS, by its outputs. What is read and written is paced: a Scan reads one partition after another, and a copy writes them in the same order,
 * so each gets at most half of what a partition takes, and the rest is for callers.
 */
import { setTimeout as wait } from "node:timers/promises";
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams } from "@aws-sdk/client-dynamodb-streams";
import { SQSClient } from "@aws-sdk/client-sqs";
import { planPace, unitsOfKey } from "#lib/data/jobs/pace";
import { probeItem } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { msPerDay, msPerSecond } from "#lib/schemas/basics/time-units";
import { type Access, type AccessGiven, findAccess } from "../../ask-aws.ts";
import { describeStack, findQueues, needOutputs } from "../../stack-outputs.ts";
import { putMany } from "../wire.ts";
import { bucketFiles } from "./bucket-files.ts";
import type { Cell } from "./cell.ts";
import { type Hold, holdByItem } from "./hold-item.ts";
import { plugIn } from "./plug-in.ts";
import { awaitQuietStack, settleStack } from "./stack-quiet.ts";
import { openStreamLog } from "./stream-log.ts";
import { tableStream } from "./table-stream.ts";

const readCommands = { Scan: ScanCommand, Query: QueryCommand, BatchGetItem: BatchGetItemCommand };
const writeCommands = {
  BatchWriteItem: BatchWriteItemCommand,
  PutItem: PutItemCommand,
  DeleteItem: DeleteItemCommand,
  TransactWriteItems: TransactWriteItemsCommand,
};
const commands: Record<string, new (input: never) => object> = { ...readCommands, ...writeCommands };

/** RCU a second: half of what a partition takes. Writes: as a job's. */
const readsPerSecond = 1500;
/** Milliseconds after the opening for which the stream is read on. */
const lateFor = 60 * msPerSecond;

/** Throws a StartError if there is no such stack, or it may not be used. */
export async function reachStack(stack: string, given: AccessGiven): Promise<Cell> {
  const access = await freeze(await findAccess(given));
  const { region, credentials } = access;
  const name = `the stack ${stack} in ${region}`;
  const { status, outputs } = await describeStack(access, stack);
  if (status.endsWith("_IN_PROGRESS"))
    throw new StartError(`${name} is being deployed: give the same command again when it is done`);
  const [table = "", bucket = "", url = ""] = needOutputs(outputs, name, [
    "StoreName",
    "AttachmentsName",
    "ApiUrl",
  ]);

  // it tries again where DynamoDB throttles, and waits longer each time
  const client = new DynamoDBClient({ region, credentials, maxAttempts: 10 });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const { TableArn = "", LatestStreamArn: streamArn } = Table ?? {};
  if (!streamArn) throw new StartError(`the table ${table} of ${name} has no stream`);
  const watched = {
    ...{ access, stack, stream: streamArn, queues: await findQueues(access, stack) },
    sqs: new SQSClient({ region, credentials, useQueueUrlAsEndpoint: false }),
  };
  const streams = new DynamoDBStreams({ region, credentials });

  const paces = {
    read: planPace(readsPerSecond, () => performance.now()),
    write: planPace(unitsOfKey, () => performance.now()),
  };
  let held: Hold | undefined;
  async function call<Output extends object>(operation: string, input: object): Promise<Output> {
    const Command = commands[operation];
    if (!Command) throw new Error(`${operation} is not an operation of this command`);
    const writes = Object.hasOwn(writeCommands, operation);
    if (writes) held?.check();
    const output = await client.send(
      new Command({ ...input, ReturnConsumedCapacity: "TOTAL" } as never) as QueryCommand,
    );
    const taken: unknown = output.ConsumedCapacity;
    const units = [taken].flat().reduce<number>((sum, each) => sum + unitsIn(each), 0);
    await wait(Math.max(0, paces[writes ? "write" : "read"](units)));
    return output as object as Output;
  }
  const cell: Cell = {
    ...{ name, id: TableArn, origin: url.replace(/\/$/, ""), table, call },
    keepsOrigin: true,
    files: bucketFiles(access, bucket),
    openLog: (spaceId, kept) =>
      openStreamLog(
        tableStream(streams, streamArn, (keys) =>
          putMany(
            cell,
            keys.map((key) => {
              const { pk, sk, entity } = probeItem(key);
              const expiresAt = String(Math.floor((Date.now() + msPerDay) / msPerSecond));
              return {
                ...{ pk: { S: pk }, sk: { S: sk }, entity: { S: entity }, version: { N: "1" } },
                expiresAt: { N: expiresAt },
              };
            }),
          ),
        ),
        spaceId,
        kept,
      ),
    awaitQuiet: () => awaitQuietStack(watched),
    settle: (calls) => settleStack(watched, calls),
    lateFor,
    async hold(spaceId) {
      const hold = await holdByItem(cell, spaceId);
      held = hold;
      return async () => {
        held = undefined;
        await hold.release();
      };
    },
    plugIn: () => plugIn({ table, region, credentials }),
  };
  return cell;
}

const unitsIn = (taken: unknown): number =>
  Number((taken as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0);

/** Those of the environment do not end, and the environment may change; others are asked for again. */
async function freeze({ region, credentials }: Access): Promise<Access> {
  const now = await credentials();
  return { region, credentials: now.expiration ? credentials : async () => now };
}
