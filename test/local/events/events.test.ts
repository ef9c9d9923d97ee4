import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { consumer } from "#lib/events/consumer";
import { startEvents } from "#lib/local/events/events";
import { streamFollower } from "#lib/local/store/follow-stream";
import type { LocalStore } from "#lib/local/store/local-store";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Registry, readRegistry } from "#lib/registry";

let data: ReturnType<typeof temporaryFolder>;
let registry: Registry;
beforeAll(async () => {
  registry = await readRegistry();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => data.remove());

const patience = { timeout: 30_000, interval: 10 };

describe("a DynamoDB without a stream is said in one line, and nothing else of it is lost", () => {
  test.each([
    ["the table has none", { Table: {} }, 200],
    [
      "it knows no streams",
      { __type: "com.amazonaws.dynamodb.v20120810#UnknownOperationException", message: "no" },
      400,
    ],
  ])("%s", async (_, answer, status) => {
    const server = createServer((_, response) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const log: string[] = [];
    const events = startEvents({
      registry: { ...registry, schedules: [] },
      folder: data.folder,
      follow: streamFollower({
        AWS_ENDPOINT_URL_DYNAMODB: url,
        GRIDLESS_STORE: "gridless",
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: "test",
        AWS_SECRET_ACCESS_KEY: "test",
      }),
      log: (line) => log.push(line),
    });
    await vi.waitFor(
      () => expect(log).toEqual([`${url} has no stream: jobs wait, all else works`]),
      patience,
    );
    await events.stop();
    server.close();
  });
});

describe("with the embedded store", () => {
  let store: LocalStore;
  let client: DynamoDBDocumentClient;
  beforeEach(async () => {
    store = await startStore({ folder: data.folder, env: {} });
    client = await store.connect();
  });
  afterEach(async () => {
    client.destroy();
    await store.stop();
  });
  const put = (sk: string) =>
    client.send(
      new PutCommand({
        TableName: store.tableName,
        Item: { pk: "test", sk, entity: "note", version: 1 },
      }),
    );

  test("what a consumer cannot take lies in the dead letters in the end, and holds up nothing else", async () => {
    const heard: string[] = [];
    const handler = consumer(
      { summary: "Test", changes: [{ entity: "note", kinds: ["created"] }] },
      async ({ key }) => {
        heard.push(key.sk);
        if (key.sk === "poison") throw new Error("no");
      },
    );
    const log: string[] = [];
    const events = startEvents({
      registry: {
        ...registry,
        schedules: [],
        consumers: [{ operation: "takeNotes", area: "test", file: "none", handler }],
      },
      folder: data.folder,
      follow: store.follow,
      log: (line) => log.push(line),
      patience: 100,
    });
    for (const sk of ["poison", "a", "b"]) await put(sk);
    const file = join(data.folder, "dead-letters.jsonl");
    await vi.waitFor(() => expect(log).toEqual([expect.stringContaining(file)]), patience);
    expect(heard.filter((sk) => sk === "poison")).toHaveLength(5);
    expect(heard).toEqual(expect.arrayContaining(["a", "b"]));
    const [letter = "{}"] = readFileSync(file, "utf8").trim().split("\n");
    const { consumer: name, body } = JSON.parse(letter);
    expect({ name, key: JSON.parse(body).key }).toEqual({
      name: "takeNotes",
      key: { pk: "test", sk: "poison" },
    });
    await events.stop();
  }, 60_000);

  test("with three thousand messages that wait, no more changes are read until some are consumed", async () => {
    let waiting = 0;
    const gate = Promise.withResolvers<void>();
    const handler = consumer(
      { summary: "Test", changes: [{ entity: "note", kinds: ["created"] }], atOnce: 5000 },
      async () => {
        waiting++;
        await gate.promise;
      },
    );
    const consumers = [{ operation: "takeNotes", area: "test", file: "none", handler }];
    const events = startEvents({
      registry: { ...registry, schedules: [], consumers },
      folder: data.folder,
      follow: store.follow,
      log: console.error,
    });
    for (let i = 0; i < 4000; i += 500)
      await Promise.all(Array.from({ length: 500 }, (_, k) => put(`${i + k}`)));
    await vi.waitFor(() => expect(waiting).toBeGreaterThanOrEqual(3000), patience);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(waiting).toBeLessThanOrEqual(3200);
    gate.resolve();
    await vi.waitFor(() => expect(waiting).toBe(4000), patience);
    await events.stop();
  });
});
