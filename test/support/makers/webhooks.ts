/* Webhooks without a stream: the test delivers changes to the consumers, and runs each turn of a delivery. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SQSEvent } from "aws-lambda";
import { expect, onTestFinished, vi } from "vitest";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { handler as enqueueEvents } from "#functions/webhook/enqueue-events";
import { handler as sendEvent } from "#functions/webhook/send-event";
import { recordKey } from "#lib/data/records/record-keys";
import { type DeliveryItem, deliveriesDue, partition } from "#lib/data/webhooks/deliveries";
import type { Change } from "#lib/events/change";
import type { BaseId, TableId, WebhookId } from "#lib/schemas/basics/ids";
import type { NewWebhook } from "#lib/schemas/collaboration/webhook";
import { type Key, readAll } from "#lib/store/store";
import { call } from "#test/support/requests/call";
import type { Someone } from "./makers.ts";

interface Request {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on this machine that records its requests and responds as the test wants. It stops with the test, or with the worker. */
export async function aReceiver(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void = (_, response) =>
    response.end("thanks"),
  whenDone: (close: () => void) => void = onTestFinished,
) {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text) => {
      body += text;
    });
    request.on("end", () => {
      requests.push({ method: request.method, headers: request.headers, body });
      answer(request, response, body);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  server.unref();
  whenDone(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, requests, events: () => requests.map(({ body }) => JSON.parse(body)) };
}

const everything = ["record", "field", "view", "comment"].flatMap((subject) =>
  ["created", "updated", "deleted"].map((verb) => `${subject}.${verb}`),
);

/** A webhook for all events, unless the input names some. */
export async function aWebhook(
  { owner, baseId }: { owner: Someone; baseId: BaseId },
  input: Partial<Record<keyof NewWebhook, unknown>> & { url: string },
) {
  const body = { events: everything, ...input };
  const made = await call(createWebhook, { as: owner, params: { baseId }, body });
  if (made.status !== 201) throw new Error(`the webhook was refused: ${JSON.stringify(made.body)}`);
  return made.body as { id: WebhookId; secret: string };
}

const eventOf = (changes: Change[]) =>
  ({ Records: changes.map((each, i) => ({ messageId: `m${i}`, body: JSON.stringify(each) })) }) as SQSEvent;

/** The change of an item, as consumers receive it. */
export const told = (
  kind: Change["kind"],
  { pk, sk, entity, version }: Key & { entity: string; version: number },
): Change => ({ kind, entity, key: { pk, sk }, version, time: "2126-11-20T12:00:00.000Z" });

/** Delivers changes to the consumer that makes webhook events. */
export async function tell(...changes: Change[]): Promise<void> {
  expect(await enqueueEvents(eventOf(changes))).toEqual({ batchItemFailures: [] });
}

let version = 1;

/** Delivers `times` changes of a record of a table, the first one if left out. */
export async function happens(
  { tableId, table }: { tableId: TableId; table: { records: { id: string }[] } },
  times = 1,
  which = 0,
) {
  const key = recordKey(tableId, table.records[which]?.id ?? "");
  for (let i = 0; i < times; i++)
    await tell(told("changed", { ...key, entity: "record", version: ++version }));
}

/** Sets the clock to this time until the test ends. */
export function moveTo(time: string | number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: typeof time === "string" ? Date.parse(time) : time });
  onTestFinished(() => void vi.useRealTimers());
}

export const deliveriesOf = (id: WebhookId): Promise<DeliveryItem[]> =>
  readAll<DeliveryItem>({ pk: partition(id) });

/** All items that say when a delivery is due. */
export const dueItems = async () => (await Promise.all(deliveriesDue.map((pk) => readAll({ pk })))).flat();

export const messageOf = (delivery: DeliveryItem): SQSEvent => eventOf([told("changed", delivery)]);

/** Runs one turn of each waiting delivery of a webhook, one after another; gives all deliveries. */
export async function turns(id: WebhookId): Promise<DeliveryItem[]> {
  for (const delivery of await deliveriesOf(id))
    if (delivery.entity === "delivery")
      expect(await sendEvent(messageOf(delivery))).toEqual({ batchItemFailures: [] });
  return deliveriesOf(id);
}

/** Whether a request is signed with the secret; written from the text of Standard Webhooks 1.0, without our own code. */
export function isSignedWith(secret: string, { headers, body }: Request): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = createHmac("sha256", key).update(content).digest("base64");
  return String(headers["webhook-signature"])
    .split(" ")
    .some((each) => each === `v1,${expected}`);
}
