import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalStore } from "#lib/local/store/local-store";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { client } from "#lib/store/client";

let folder: string;
let remove: () => void;
const started: LocalStore[] = [];
beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});
afterEach(async () => {
  for (const store of started.splice(0)) await store.stop();
  remove();
});

async function start(env: object = {}): Promise<LocalStore> {
  const store = await startStore({ folder, env });
  started.push(store);
  return store;
}

const put = (sk: string) =>
  client().send(new PutCommand({ TableName: "gridless", Item: { pk: "test", sk } }));
const find = async (sk: string) =>
  (await client().send(new GetCommand({ TableName: "gridless", Key: { pk: "test", sk } }))).Item;

test("what was put is there after a stop and another start; it has no address", async () => {
  const first = await start();
  expect(first.environment).not.toHaveProperty("AWS_ENDPOINT_URL_DYNAMODB");
  await put("a");
  await first.stop();
  await first.stop();
  await start();
  expect(await find("a")).toEqual({ pk: "test", sk: "a" });
});

test("a second client is on the same store", async () => {
  const { connect } = await start();
  await put("a");
  const other = await connect();
  const { Item } = await other.send(new GetCommand({ TableName: "gridless", Key: { pk: "test", sk: "a" } }));
  expect(Item).toEqual({ pk: "test", sk: "a" });
  other.destroy();
});

test("one at a time has the folder", async () => {
  await start();
  await expect(startStore({ folder, env: {} })).rejects.toMatchObject({
    name: "StartError",
    message: `the data folder ${folder} is in use by another Gridless: stop that one or set GRIDLESS_DATA to another folder`,
  });
});

test("a file that is no store is one line, and the folder is free again", async () => {
  writeFileSync(join(folder, "store.sqlite"), "no database ".repeat(1000));
  await expect(start()).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringMatching(/^the store does not open: .* is not a store/),
  });
  await expect(start()).rejects.toThrow("is not a store");
});

test("an engine that does not exist is one line", async () => {
  await expect(start({ GRIDLESS_ENGINE: "other" })).rejects.toThrow(
    'GRIDLESS_ENGINE must be embedded or dynoxide, not "other"',
  );
});

test("an emulator does not open the folder", async () => {
  await (await start()).stop();
  await expect(start({ GRIDLESS_ENGINE: "dynoxide" })).rejects.toThrow(
    `the data folder ${folder} is of version 2, this Gridless reads version 1`,
  );
});

test("a folder that others could read is closed, with all in it", async () => {
  mkdirSync(join(folder, "files", "a"), { recursive: true });
  writeFileSync(join(folder, "files", "a", "b"), "");
  writeFileSync(join(folder, "dev.json"), "{}");
  for (const path of ["", "files", "files/a", "files/a/b", "dev.json"]) chmodSync(join(folder, path), 0o777);
  await start();
  await put("a");
  const modes = readdirSync(folder, { recursive: true }).map((path) => modeOf(join(folder, String(path))));
  expect(existsSync(join(folder, "store.sqlite-wal"))).toBe(true);
  expect([modeOf(folder), ...modes].filter((mode) => mode & 0o077)).toEqual([]);
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
