/* Webhooks without a stream: what happened is told by hand, and each turn of a delivery is taken when a test says so. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { SQSEvent } from "aws-lambda";
import { expect, onTestFinished, vi } from "vitest";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { handler as noteEvents } from "#functions/webhook/note-events";
import { handler as sendEvent } from "#functions/webhook/send-event";
import { recordKey } from "#lib/data/records/record-keys";
import { type DeliveryItem, partition } from "#lib/data/webhooks/deliveries";
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

/** A server on this machine that keeps what it was sent and answers as a test wants it; it stops with the test, or the worker. */
export async function aReceiver(
  answer: RequestListener = (_, response) => response.end("thanks"),
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
      answer(request, response);
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

/** A webhook for all that happens, unless the input says otherwise. */
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

/** What the stream tells of an item. */
export const told = (
  kind: Change["kind"],
  { pk, sk, entity, version }: Key & { entity: string; version: number },
): Change => ({ kind, entity, key: { pk, sk }, version, time: "2026-11-20T12:00:00.000Z" });

export async function tell(...changes: Change[]): Promise<void> {
  expect(await noteEvents(eventOf(changes))).toEqual({ batchItemFailures: [] });
}

let version = 1;

/** So many changes of the first record of a table. */
export async function happens(
  { tableId, table }: { tableId: TableId; table: { records: { id: string }[] } },
  times = 1,
) {
  const key = recordKey(tableId, table.records[0]?.id ?? "");
  for (let i = 0; i < times; i++)
    await tell(told("changed", { ...key, entity: "record", version: ++version }));
}

/** It is then, until the test ends. */
export function moveTo(time: string | number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: typeof time === "string" ? Date.parse(time) : time });
  onTestFinished(() => void vi.useRealTimers());
}

export const deliveriesOf = (id: WebhookId): Promise<DeliveryItem[]> =>
  readAll<DeliveryItem>({ pk: partition(id) });

export const messageOf = (delivery: DeliveryItem): SQSEvent => eventOf([told("changed", delivery)]);

/** Each delivery of a webhook that waits is told of once, one after another. */
export async function turns(id: WebhookId): Promise<DeliveryItem[]> {
  for (const delivery of await deliveriesOf(id))
    if (delivery.entity === "delivery")
      expect(await sendEvent(messageOf(delivery))).toEqual({ batchItemFailures: [] });
  return deliveriesOf(id);
}

/** By the text of Standard Webhooks 1.0, and nothing of ours: whether a request is of who has this secret. */
export function isSignedWith(secret: string, { headers, body }: Request): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const content = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const expected = createHmac("sha256", key).update(content).digest("base64");
  return String(headers["webhook-signature"])
    .split(" ")
    .some((each) => each === `v1,${expected}`);
}
