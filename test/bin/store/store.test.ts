/* npm run store, as it is started: on a data folder, and in memory. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startStoreCommand } from "#test/support/requests/store-command";

const TableName = "gridless";
const Key = { pk: { S: "a" }, sk: { S: "b" } };
const Item = { ...Key, bytes: { B: Uint8Array.of(1, 2) } };

let folder: string;
beforeEach(async () => {
  const temporary = temporaryFolder();
  onTestFinished(() => temporary.remove());
  folder = join(temporary.folder, "data");
});

/** What `npm start` leaves behind. */
async function fillFolder(): Promise<void> {
  const { close } = openDataFolder(folder, [versionOf.embedded]);
  const engine = openEngine({ file: join(folder, "store.sqlite"), tables: [storeTable(TableName)] });
  await engine.execute("PutItem", { TableName, Item });
  engine.close();
  close();
}

describe("a data folder", () => {
  beforeEach(fillFolder);

  test("can be read with the printed key", async () => {
    const client = (await startStoreCommand([], folder)).client();
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([TableName]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect([Table?.ItemCount, Table?.KeySchema?.length]).toEqual([1, 2]);
    expect((await client.send(new ScanCommand({ TableName }))).Items).toEqual([Item]);
  });

  test("is changed only with --write; its tables stay", async () => {
    const reading = await startStoreCommand([], folder);
    await expect(reading.client().send(new PutItemCommand({ TableName, Item }))).rejects.toMatchObject({
      name: "AccessDeniedException",
      message:
        "PutItem is refused: this data folder is served for reading; -- --write allows changes of items",
    });
    expect(await reading.stop("SIGTERM")).toBe(0);

    const writing = await startStoreCommand(["--write"], folder);
    await writing.client().send(new PutItemCommand({ TableName, Item: { ...Key, new: { S: "x" } } }));
    await expect(writing.client().send(new DeleteTableCommand({ TableName }))).rejects.toThrow(
      "DeleteTable is refused: the tables of a data folder stay as they are",
    );
    expect(await writing.stop("SIGINT")).toBe(0);

    const again = (await startStoreCommand([], folder)).client();
    expect((await again.send(new GetItemCommand({ TableName, Key }))).Item).toEqual({
      ...Key,
      new: { S: "x" },
    });
  });

  test("is opened by one process at a time", async () => {
    await startStoreCommand([], folder);
    await expect(startStoreCommand([], folder)).rejects.toThrow(
      `the data folder ${folder} is in use by another Gridless: stop that one`,
    );
  });

  test.skipIf(process.platform === "win32")("keeps the key in no file, and its files closed", async () => {
    const { key } = await startStoreCommand([], folder);
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const { mode } = statSync(join(folder, name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
    expect(JSON.stringify(readdirSync(folder))).not.toContain(key.accessKeyId);
  });
});

test("a folder without a store is not made one", async () => {
  await expect(startStoreCommand([], folder)).rejects.toThrow(
    `there is no store in ${folder}: npm start makes one`,
  );
  mkdirSync(folder);
  await expect(startStoreCommand([], folder)).rejects.toThrow("there is no store in");
  expect(readdirSync(folder)).toEqual([]);
});

test("in memory tables are made, used and deleted", async () => {
  const command = await startStoreCommand(["--memory"], folder);
  const client = command.client();
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  await client.send(
    new CreateTableCommand({
      TableName: "things",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "N" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  const thing = { id: { N: "1" } };
  await client.send(new PutItemCommand({ TableName: "things", Item: thing }));
  expect((await client.send(new ScanCommand({ TableName: "things" }))).Items).toEqual([thing]);
  await client.send(new DeleteTableCommand({ TableName: "things" }));
  expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([]);
  expect(await command.stop("SIGINT")).toBe(0);
});

test("another key is refused, and so is another secret", async () => {
  const { client, key } = await startStoreCommand(["--memory"]);
  const list = (accessKeyId: string, secretAccessKey: string) =>
    client({ accessKeyId, secretAccessKey }).send(new ListTablesCommand({}));
  await expect(list("AKIAIOSFODNN7EXAMPLE", key.secretAccessKey)).rejects.toMatchObject({
    name: "UnrecognizedClientException",
  });
  await expect(list(key.accessKeyId, "x".repeat(40))).rejects.toMatchObject({
    name: "InvalidSignatureException",
  });
});

test("each run has a key of its own", async () => {
  const [one, two] = await Promise.all([startStoreCommand(["--memory"]), startStoreCommand(["--memory"])]);
  expect(one.key.accessKeyId).not.toBe(two.key.accessKeyId);
  await expect(one.client(two.key).send(new ListTablesCommand({}))).rejects.toMatchObject({
    name: "UnrecognizedClientException",
  });
});

test("a port that is taken, or is none, is said", async () => {
  const { url } = await startStoreCommand(["--memory"]);
  const port = new URL(url).port;
  await expect(startStoreCommand(["--memory", "--port", port])).rejects.toThrow(
    `port ${port} is taken: set --port to another`,
  );
  await expect(startStoreCommand(["--memory", "--port", "x"])).rejects.toThrow(
    '--port must be a number from 0 to 65535, not "x"',
  );
});
