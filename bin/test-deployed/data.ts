/* Data that must survive every operation on the stack: a table, read through the API, and all items of the store. */
import assert from "node:assert/strict";
import path from "node:path";
import { type AttributeValue, DynamoDB } from "@aws-sdk/client-dynamodb";
import { projectFolder } from "#lib/registry";
import type { Emulator } from "./emulator.ts";
import { run } from "./processes.ts";
import type { Deployed } from "./stack.ts";

export interface Data {
  token: string;
  spaceId: string;
  baseId: string;
  /** How its user signs in. */
  person: { email: string; password: string };
  tableId: string;
}

/** Creates a user as docs/operations says, who chooses a password by the link; and a table of this user. */
export async function fill(emulator: Emulator, deployed: Deployed): Promise<Data> {
  const person = { email: "ada@example.org", password: "battery staple 8" };
  const said = await admin(emulator, argumentsOf(deployed));
  const [token = "", spaceId = "", baseId = "", address = ""] = ["token", "space", "base", "link"].map(
    (what) => new RegExp(`^${what}\\s+(\\S+)`, "m").exec(said)?.[1],
  );
  const records = Array.from({ length: 20 }, (_, i) => ({ fields: { Name: `Record ${i}`, Count: i } }));
  const table = await ask(deployed, token, `/base/${baseId}/table/`, { name: "Kept", records });
  const [, link = ""] = address.split("?link=");
  await ask(deployed, token, "/auth/reset-password", { link, password: person.password });
  return { token, spaceId, baseId, person, tableId: table.id ?? "" };
}

/** Runs npm run admin; gives what it says. */
export const admin = ({ env }: Emulator, given: readonly string[]): Promise<string> =>
  run(process.execPath, [path.join(projectFolder, "bin/admin.ts"), ...given], { name: "admin", env });

/** Of the command that the deployment prints, for the person of its example: `npm run admin -- --stack … --name Ada --email ada@example.org`. */
const argumentsOf = ({ adminCommand }: Pick<Deployed, "adminCommand">): string[] =>
  adminCommand.split(" -- ")[1]?.split(" ") ?? [];

/** The records of the table from the API, and the keys of all items. */
export interface Content {
  records: unknown;
  keys: string[];
}

export async function read(
  emulator: Emulator,
  deployed: Deployed,
  { token, tableId }: Data,
): Promise<Content> {
  const { records } = await ask(deployed, token, `/table/${tableId}/record?take=100`);
  assert.equal(records?.length, 20);
  return { records, keys: await Array.fromAsync(keys(emulator, deployed)) };
}

/** Throws if records changed or items are missing. New items are allowed, for example counters of calls. */
export function assertKept(now: Content, before: Content, message: string): void {
  assert.deepEqual(now.records, before.records, message);
  const there = new Set(now.keys);
  const lost = before.keys.filter((key) => !there.has(key));
  assert.deepEqual(lost, [], message);
}

/** A client of the emulator's DynamoDB. */
export function dynamodbOf({ env, url }: Emulator): DynamoDB {
  const { AWS_REGION: region = "", AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY = "" } = env;
  const credentials = { accessKeyId, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  return new DynamoDB({ endpoint: url, region, credentials });
}

async function* keys(emulator: Emulator, { storeName }: Deployed) {
  const client = dynamodbOf(emulator);
  let from: Record<string, AttributeValue> | undefined;
  do {
    const query = { TableName: storeName, ProjectionExpression: "pk, sk", ExclusiveStartKey: from };
    const page = await client.scan(query);
    for (const { pk, sk } of page.Items ?? []) yield `${pk?.S} ${sk?.S}`;
    from = page.LastEvaluatedKey;
  } while (from);
}

interface Answer {
  id?: string;
  records?: { fields: Record<string, string> }[];
  nextCursor?: string | null;
}

/** Gives the JSON of a success; throws for anything else. */
export async function ask({ apiUrl }: Deployed, token: string, at: string, body?: object): Promise<Answer> {
  const response = await fetch(apiUrl + at, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${response.status} at ${at}: ${text}`);
  return JSON.parse(text) as Answer;
}
