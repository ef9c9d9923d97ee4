/* Uploads files as clients do: announce, send the bytes, complete. Also reads them. */

import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { SQSEvent } from "aws-lambda";
import { handler as announce } from "#functions/attachment/announce-attachment";
import { handler as complete } from "#functions/attachment/complete-attachment";
import type { Change } from "#lib/events/change";
import type { Consumer } from "#lib/events/consumer";
import { answerForFile } from "#lib/local/gateway/files";
import type { UploadedFile } from "#lib/schemas/records/attachment";
import type { Key } from "#lib/store/store";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import type { Someone } from "./makers.ts";

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface Got {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** A request for the bytes of a file, to the address that was given for it. */
export async function atAddress(
  url: string,
  { method = "GET", headers = {}, body = "" }: Sent = {},
): Promise<Got> {
  const bytes = Buffer.from(body as string);
  if (!baseUrl()) return inProcess(url, { method, headers, bytes });
  const answer = await fetch(url, {
    method,
    headers,
    ...(method !== "GET" && { body: new Uint8Array(bytes) }),
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

async function inProcess(
  url: string,
  { method, headers, bytes }: { method: string; headers: Record<string, string>; bytes: Buffer },
): Promise<Got> {
  const small = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = Object.assign(Readable.from([bytes]), { url, method, headers: Object.fromEntries(small) });
  const answer = await answerForFile(request as unknown as IncomingMessage, "test");
  if (!answer) throw new Error(`no handler for ${method} ${url}`);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string>,
    bytes: answer.file ? readFileSync(answer.file) : Buffer.from(answer.body ?? ""),
  };
}

export interface FileInput {
  bytes?: Buffer | string;
  type?: string;
}

/** An announced file whose bytes are not sent yet. */
export async function anAnnouncement(
  owner: Someone,
  { bytes = "Hello", type = "text/plain" }: FileInput = {},
) {
  const contentLength = Buffer.byteLength(bytes as string);
  const { status, body } = await call(announce, {
    as: owner,
    body: { contentType: type, contentLength, type: 1 },
  });
  if (status !== 201) throw new Error(`the file was refused: ${JSON.stringify(body)}`);
  const { url, uploadMethod: method, token, requestHeaders: headers } = body;
  return { token: token as string, url: url as string, method: method as string, headers, body: bytes };
}

/** An uploaded file: the response, and the item for a cell. */
export async function aFile(
  owner: Someone,
  { name = "Hello.txt", ...input }: FileInput & { name?: string } = {},
) {
  const announced = await anAnnouncement(owner, input);
  const { status } = await atAddress(announced.url, announced);
  if (status !== 200) throw new Error(`the bytes were refused: ${status}`);
  const answer = await call(complete, { as: owner, params: { token: announced.token } });
  if (answer.status !== 201) throw new Error(`the file was refused: ${JSON.stringify(answer.body)}`);
  const file = answer.body as UploadedFile;
  return { token: announced.token, file, item: { name, token: announced.token } };
}

/** A PNG of one pixel. */
export const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Tells a consumer that the item of a file was removed, or changed, as its queue does. */
export async function hears(consumer: Consumer, key: Key, kind: Change["kind"] = "removed"): Promise<void> {
  const change: Change = { kind, entity: "attachment", key, version: 1 };
  const body = JSON.stringify(change);
  const { batchItemFailures } = await consumer({ Records: [{ messageId: "1", body }] } as SQSEvent);
  if (batchItemFailures.length > 0) throw new Error("the consumer refused the event");
}
