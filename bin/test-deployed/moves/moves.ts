/*
 * Spaces are moved while clients write into them: from a server of this machine to the deployed stack and back, with the permissions of the guide alone;
 * and, at the same time, from the stack to a second one by a command that is killed on its way.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { projectFolder } from "#lib/registry";
import type { Access } from "../../admin/ask-aws.ts";
import { bucketFiles } from "../../admin/move-space/cells/bucket-files.ts";
import type { Data } from "../data.ts";
import type { Emulator } from "../emulator.ts";
import type { Environment } from "../folders.ts";
import { end, start } from "../processes.ts";
import { type Deployed, stackOf } from "../stack.ts";
import { makeMover, makeSecondStack, sayFormat, startServer, useEmulator } from "./places.ts";
import { assertWhole, makeSpace, type Service, send, signIn, writeUntilMoved } from "./service.ts";

/** Gives what was moved. */
export async function moveSpaces(emulator: Emulator, deployed: Deployed, data: Data): Promise<string> {
  const access = useEmulator(emulator);
  await sayFormat(access, deployed.storeName);
  const here = { url: deployed.apiUrl, token: data.token };
  const said = await Promise.all([
    moveToStackAndBack({ access, emulator, deployed, here }),
    moveToSecondStack({ access, emulator, deployed, here }),
  ]);
  return said.join("; ");
}

interface Places {
  access: Access;
  emulator: Emulator;
  deployed: Deployed;
  here: Service;
}

let runs = 0;

/** Begins npm run admin -- move-space. */
function beginMove(env: Environment, args: string[]) {
  const command = [path.join(projectFolder, "bin/admin.ts"), "move-space", ...args];
  const { child, log, ended } = start(process.execPath, command, { name: `move-${++runs}`, env });
  const output = () => readFileSync(log, "utf8");
  return { ended, output, kill: () => end(child.pid) };
}

async function move(env: Environment, args: string[]): Promise<string> {
  const { ended, output } = beginMove(env, args);
  assert.equal(await ended, 0, output());
  return output();
}

async function moveToStackAndBack({ access, emulator, deployed }: Places): Promise<string> {
  const { storeName, bucketName } = deployed;
  const stack = stackOf(deployed);
  const env = await makeMover(access, emulator, { stack, storeName, bucketName });
  const server = await startServer();
  try {
    const { url, token, email, password = "" } = server.dev;
    const here = { url, token };
    const space = await makeSpace(here, "There and back");
    const ids = ["--space", space.spaceId];
    const there = [...ids, "--from", server.folder, "--to-stack", stack, "--to-profile", "mover"];
    const writing = writeUntilMoved(here, space, "there");
    await move(env, there);
    const first = await writing;
    assert.equal(first.movedTo, deployed.origin);
    // the person has no account in the stack: one is made, with the same password
    const moved = await signIn(deployed.apiUrl, { email, password });
    await assertWhole(moved, space, first.acknowledged);
    assert.equal((await send(here, "GET", `/base/${space.baseId}`)).status, 410);

    // the job does not wait for calls of a minute before
    await move({ ...env, GRIDLESS_SETTLE_SECONDS: "1" }, [...there, "--remove", "--early"]);
    const back = [...ids, "--from-stack", stack, "--from-profile", "mover", "--to", server.folder];
    const writingThere = writeUntilMoved(moved, space, "back");
    const said = await moveWhenCleared(env, back);
    const second = await writingThere;
    const statuses = new Set([...first.statuses, ...second.statuses]);
    assert.deepEqual(
      [...statuses].filter((status) => ![201, 410, 503].includes(status)),
      [],
    );
    const acknowledged = new Map([...first.acknowledged, ...second.acknowledged]);
    await assertWhole(here, space, acknowledged);
    const more = { records: [{ fields: { Name: "and it goes on" } }] };
    assert.equal((await send(here, "POST", `${space.path}/record`, more)).status, 201);
    assert.equal((await send(moved, "GET", `/base/${space.baseId}`)).status, 410);
    const readOnly = /could only be read for (\S+) s/.exec(said)?.[1];
    return `${acknowledged.size} records written meanwhile, 0 lost, 0 twice; from the stack read only for ${readOnly} s`;
  } finally {
    server.stop();
  }
}

/** The job that clears what was there before takes a moment. */
async function moveWhenCleared(env: Environment, args: string[]): Promise<string> {
  const until = Date.now() + 120_000;
  for (;;) {
    const { ended, output } = beginMove(env, args);
    if ((await ended) === 0) return output();
    assert.match(output(), /or what is left of one/);
    assert.ok(Date.now() < until, output());
    await pause(2000);
  }
}

/** The second stack has no functions: what is in its table and its bucket is looked at. */
async function moveToSecondStack({ access, emulator, deployed, here }: Places): Promise<string> {
  const second = await makeSecondStack(access);
  const space = await makeSpace(here, "To the second");
  const args = ["--space", space.spaceId, "--from-stack", stackOf(deployed), "--to-stack", second.stack];
  const writing = writeUntilMoved(here, space, "second");

  const first = beginMove(emulator.env, args);
  await lineOf(first, /^moving /m);
  first.kill();
  const switching = beginMove(emulator.env, args);
  await lineOf(switching, /following what is written/);
  await refused(here, space.path);
  switching.kill();
  const last = beginMove(emulator.env, args);
  await lineOf(last, /the space is open at https:\/\/two\.example\.org/);
  const { acknowledged, movedTo } = await writing;
  assert.equal(movedTo, "https://two.example.org");
  assert.equal(await last.ended, 0, last.output());

  const items = await readTable(access, second.storeName);
  const records = items.filter(({ pk }) => pk?.S?.startsWith(`RECORDS#${space.tableId}`));
  const text = JSON.stringify(records);
  assert.deepEqual(
    [...acknowledged.values()].filter((name) => !text.includes(name)),
    [],
  );
  const left = items.filter(({ pk }) => pk?.S === `MOVE#${space.spaceId}`).map(({ sk }) => sk?.S);
  assert.deepEqual(left, ["MOVE"]);
  const file = items.find(({ pk }) => pk?.S?.startsWith("ATTACHMENT#"));
  const name = file?.["pk"]?.S?.slice("ATTACHMENT#".length) ?? "";
  assert.equal(await bucketFiles(access, second.bucketName).sizeOf(name), "hello, other cell".length);
  return `killed twice on its way to a second stack: ${acknowledged.size} records, 0 lost`;
}

/** Returns when the command has said it. */
async function lineOf({ output, ended }: ReturnType<typeof beginMove>, line: RegExp): Promise<void> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!line.test(output())) {
    assert.ok(!isOver, output());
    await pause(100);
  }
}

/** Returns when writes into the table are refused. */
async function refused(service: Service, at: string): Promise<void> {
  for (;;) {
    const { status, body } = await send(service, "POST", `${at}/record`, { records: [] });
    if (status === 503 && body.code === "moving") return;
    await pause(100);
  }
}

async function readTable({ region, credentials }: Access, TableName: string) {
  const client = new DynamoDB({ region, credentials });
  const items = [];
  for (let ExclusiveStartKey: Record<string, never> | undefined; ; ) {
    const page = await client.scan({ TableName, ...(ExclusiveStartKey && { ExclusiveStartKey }) });
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey as typeof ExclusiveStartKey;
    if (!ExclusiveStartKey) break;
  }
  client.destroy();
  return items;
}
