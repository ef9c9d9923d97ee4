import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendToQueue } from "#lib/events/sqs";
import { aMessage } from "#test/support/store/stream";

interface Entry {
  Id: string;
  MessageBody: string;
  DelaySeconds: number;
  MessageGroupId?: string;
}

const batches: Entry[][] = [];
/** How often an entry with this delay is refused. */
let refusals = new Map<number, number>();

const server = createServer(async (request, response) => {
  const { Entries } = (await json(request)) as { Entries: Entry[] };
  batches.push(Entries);
  const isRefused = ({ DelaySeconds }: Entry) => {
    const left = refusals.get(DelaySeconds) ?? 0;
    refusals.set(DelaySeconds, left - 1);
    return left > 0;
  };
  const Failed = Entries.filter(isRefused).map(({ Id }) => ({ Id, SenderFault: false, Code: "Busy" }));
  response.setHeader("content-type", "application/x-amz-json-1.0");
  response.end(JSON.stringify({ Successful: [], Failed }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ENDPOINT_URL_SQS", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

const queue = "https://sqs.us-east-1.amazonaws.com/000000000000/notes";
const messages = (count: number) => Array.from({ length: count }, (_, i) => aMessage({ version: i }, i));

test("sends ten messages in each request", async () => {
  batches.length = 0;
  expect(await sendToQueue(queue, messages(23))).toEqual([]);
  expect(batches.map(({ length }) => length).sort()).toEqual([10, 10, 3].sort());
  const bodies = batches.flat().map(({ MessageBody }) => JSON.parse(MessageBody).version);
  expect(bodies.sort((a, b) => a - b)).toEqual(messages(23).map((_, i) => i));
  expect(new Set(batches.flat().map(({ MessageGroupId }) => MessageGroupId))).toEqual(new Set(["a"]));
});

test("sends refused messages up to three times, then gives them back", async () => {
  batches.length = 0;
  refusals = new Map([
    [1, 1],
    [2, 9],
  ]);
  const sent = messages(4);
  expect(await sendToQueue(queue, sent)).toEqual([sent[2]]);
  expect(batches.map((batch) => batch.map(({ DelaySeconds }) => DelaySeconds))).toEqual([
    [0, 1, 2, 3],
    [1, 2],
    [2],
  ]);
});
