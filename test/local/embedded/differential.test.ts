/*
 * The same random operations to the embedded store and to another DynamoDB: what they answer, what they refuse and why,
 * what they consume, and what is in the table in the end must be the same. The other one is dynoxide, or what
 * GRIDLESS_DIFFERENTIAL_ENDPOINT names. GRIDLESS_DIFFERENTIAL_RUNS says how many operations: 6,000 in .ci/run, 20,000 at night. Each run
 * has other ones: the title of the test names their seed, and GRIDLESS_DIFFERENTIAL_SEED repeats them.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as sdk from "@aws-sdk/client-dynamodb";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { chance } from "#test/support/run/chance";
import { areAllAsked, isWhole } from "#test/support/run/sample";
import { faultOf } from "./faults-of-dynoxide.ts";
import { makeOperations, makeRandom, type RandomOperation } from "./random-operations.ts";

const runs = Number(
  process.env["GRIDLESS_DIFFERENTIAL_RUNS"] ?? (areAllAsked ? 20_000 : isWhole ? 6_000 : 2_000),
);
const seed = Number(process.env["GRIDLESS_DIFFERENTIAL_SEED"] ?? randomInt(1_000_000));
const given = process.env["GRIDLESS_DIFFERENTIAL_ENDPOINT"];
const tableName = `differential-${process.pid}`;

const connection = { region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } };
let dynoxide: ChildProcess | undefined;
let other: DynamoDBClient;

beforeAll(async () => {
  other = new DynamoDBClient({ ...connection, maxAttempts: 1, endpoint: given ?? (await startDynoxide()) });
  await untilReady(other);
  await createTable(other);
});
afterAll(() => {
  other?.destroy();
  dynoxide?.kill("SIGKILL");
});

async function startDynoxide(): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve("@dynoxide/linux-x64/package.json"));
  const port = 20_000 + Math.floor(chance() * 10_000);
  const options = ["serve", "--host", "127.0.0.1", "--port", String(port)];
  dynoxide = spawn(join(folder, "dynoxide"), options, { stdio: "ignore" });
  return `http://127.0.0.1:${port}`;
}

const shape = {
  TableName: tableName,
  AttributeDefinitions: [
    { AttributeName: "pk", AttributeType: "S" },
    { AttributeName: "sk", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  BillingMode: "PAY_PER_REQUEST",
} satisfies sdk.CreateTableCommandInput;

async function createTable(client: DynamoDBClient): Promise<void> {
  await client.send(new sdk.CreateTableCommand(shape));
  const isActive = async () =>
    (await client.send(new sdk.DescribeTableCommand({ TableName: tableName }))).Table?.TableStatus ===
    "ACTIVE";
  while (!(await isActive())) await wait(20);
}

/** Until it listens. */
async function untilReady(client: DynamoDBClient): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const answer = await client.send(new sdk.ListTablesCommand({})).catch(() => undefined);
    if (answer) return;
    await wait(25);
  }
}

/** The answer, or the refusal; without what depends on the connection. */
async function answerOf(client: DynamoDBClient, { operation, input }: RandomOperation): Promise<object> {
  const Command = (sdk as unknown as { [name: string]: new (input: object) => never })[`${operation}Command`];
  try {
    const { $metadata: _, ...answer } = await client.send(
      new (Command as new (input: object) => never)(input),
    );
    return comparable(answer) as object;
  } catch (error) {
    const { name, message, Item, CancellationReasons } = error as Error & { [member: string]: unknown };
    // the one says it here and there, the other elsewhere
    const reason = message.replace(/^1 validation error detected: /, "");
    return comparable({ refusal: name, reason, Item, CancellationReasons }) as object;
  }
}

/** Sets have no order, and neither have the answers of a BatchGetItem. */
function comparable(value: unknown, name = ""): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) {
    const list = value.map((each) => comparable(each));
    const isSet = ["SS", "NS", "BS"].includes(name) || name === tableName;
    return isSet ? list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list;
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, comparable(member, key)]),
  );
}

test(`${runs} random operations from the seed ${seed} have the same answers and leave the same table`, async () => {
  const engine = openEngine({ file: ":memory:" });
  const ours = new DynamoDBClient(connection);
  plugInto(ours, engine);
  await createTable(ours);
  const next = makeOperations(makeRandom(seed), tableName);
  const differences: string[] = [];
  const excused = new Map<string, number>();
  for (let i = 0; i < runs && differences.length < 20; i++) {
    const operation = withoutSpoiledToken(next());
    const [mine, theirs] = await Promise.all([answerOf(ours, operation), answerOf(other, operation)]);
    if (JSON.stringify(mine) === JSON.stringify(theirs)) continue;
    const fault = faultOf(operation, { mine, theirs, items: await namedItems(operation, ours) });
    if (!fault) differences.push(JSON.stringify({ i, mine, theirs, ...operation }));
    else excused.set(fault.reason, (excused.get(fault.reason) ?? 0) + 1);
    if (fault && !fault.writes) continue;
    // what one of them has done and the other has not would differ from now on
    spoiled.add(operation.input["ClientRequestToken"]);
    await copyKeys(operation, ours);
  }
  if (excused.size > 0) console.log("faults of the other store:", Object.fromEntries(excused));
  expect(differences, `GRIDLESS_DIFFERENTIAL_SEED=${seed} repeats it`).toEqual([]);
  expect(await contents(ours)).toEqual(await contents(other));
  engine.close();
}, 600_000);

const spoiled = new Set<unknown>();

function withoutSpoiledToken({ operation, input }: RandomOperation): RandomOperation {
  const { ClientRequestToken: token, ...rest } = input;
  return { operation, input: token !== undefined && !spoiled.has(token) ? input : rest };
}

/** Makes the items that an operation names in the other store what they are in ours. */
async function copyKeys(operation: RandomOperation, ours: DynamoDBClient): Promise<void> {
  for (const Key of keysIn(operation)) {
    const shared = { TableName: tableName, Key } as never;
    const { Item } = await ours.send(new sdk.GetItemCommand(shared));
    await other.send(
      Item
        ? new sdk.PutItemCommand({ TableName: tableName, Item })
        : (new sdk.DeleteItemCommand(shared) as never),
    );
  }
}

/** The items that an operation names, as they are now. */
async function namedItems(operation: RandomOperation, client: DynamoDBClient): Promise<object[]> {
  const read = async (Key: object) =>
    (await client.send(new sdk.GetItemCommand({ TableName: tableName, Key } as never))).Item;
  return (await Promise.all(keysIn(operation).map(read))).filter((item) => item !== undefined);
}

function keysIn({ input }: RandomOperation): { pk: unknown; sk: unknown }[] {
  const keys = new Map<string, { pk: unknown; sk: unknown }>();
  collectKeys(input, keys);
  return [...keys.values()];
}

function collectKeys(value: unknown, keys: Map<string, { pk: unknown; sk: unknown }>): void {
  if (typeof value !== "object" || value === null) return;
  const { pk, sk } = value as { pk?: unknown; sk?: unknown };
  if (pk && sk) keys.set(JSON.stringify([pk, sk]), { pk, sk });
  else for (const each of Object.values(value)) collectKeys(each, keys);
}

async function contents(client: DynamoDBClient): Promise<string[]> {
  const items: string[] = [];
  const pages = sdk.paginateScan({ client, pageSize: 100 }, { TableName: tableName });
  for await (const { Items = [] } of pages)
    for (const item of Items) items.push(JSON.stringify(comparable(item)));
  return items.sort();
}
