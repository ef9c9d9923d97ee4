/*
 * An engine as a DynamoDB endpoint on loopback: DynamoDB's protocol (AWS JSON 1.0) over HTTP, for the AWS CLI, an SDK or NoSQL
 * Workbench. Only clients with the key get an answer from the store.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { crc32 } from "node:zlib";
import { StoreError } from "#lib/local/embedded/errors";
import type { Engine } from "#lib/local/embedded/open-engine";
import { answerJson, type JsonAnswer, refusalOf } from "#lib/local/embedded/sdk/answer-json";
import { answerRequests } from "#lib/local/gateway/answer-requests";
import { listen } from "#lib/local/gateway/listen";
import { readBody } from "#lib/local/gateway/request-body";
import { type Allowed, checkAllowed } from "./allowed-operations.ts";
import { turnAway } from "./check-sender.ts";
import { type AccessKey, checkSignature, readSignature } from "./check-signature.ts";

/** DynamoDB's limit of a request in bytes. */
const maxBytes = 16 * 1024 * 1024;

interface ServeOptions {
  engine: Pick<Engine, "execute">;
  key: AccessKey;
  allowed: Allowed;
  /** 0: any free port. */
  port: number;
  /** Called with what went wrong on our side. */
  log: (line: string) => void;
}

export interface Endpoint {
  url: string;
  /** Finishes the requests that run, and stops listening. */
  close(): Promise<void>;
}

export async function serveEngine({ engine, key, allowed, port, log }: ServeOptions): Promise<Endpoint> {
  const server = createServer({ keepAliveTimeout: 65_000 });
  const close = answerRequests(server, answer);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    const written = new Promise((resolve) => response.once("close", resolve));
    try {
      const answer = await answerFor(request, response);
      if (!server.listening) response.shouldKeepAlive = false;
      write(response, requestId, answer);
    } catch (error) {
      // the client left: no answer can arrive
      if (request.errored || response.destroyed) return;
      log(`request ${requestId} failed: ${(error as Error).stack}`);
      const message = `Something went wrong on our side: request ${requestId}`;
      write(response, requestId, refusalOf(new StoreError("InternalServerError", message, {}, "server")));
    }
    await written;
  }

  async function answerFor(request: IncomingMessage, response: ServerResponse): Promise<JsonAnswer> {
    const { method, url, headers } = request;
    const turned = turnAway(headers);
    if (turned) return { status: turned.status, body: JSON.stringify({ message: turned.message }) };
    const target = String(headers["x-amz-target"] ?? "");
    const known = /^DynamoDB_20120810\.(\w+)$/.exec(target);
    try {
      if (method !== "POST" || url !== "/")
        return { ...refusalOf(unknownTarget("requests are POST /")), status: 404 };
      const signed = readSignature(headers, { key, now: Date.now() });
      const body = await readBody(request, maxBytes);
      if (!body) return { ...refusalOf(tooLarge()), status: 413 };
      await checkSignature(signed, { headers, body, key });
      if (!known) throw unknownTarget("the header X-Amz-Target is DynamoDB_20120810.<operation>");
      checkAllowed(known[1] as string, allowed);
      const left = new AbortController();
      response.once("close", () => left.abort());
      return await answerJson(engine, { target, body: readText(body), signal: left.signal });
    } catch (error) {
      if (error instanceof StoreError) return refusalOf(error);
      throw error;
    }
  }

  return { url: await listen(server, "127.0.0.1", port, "--port"), close };
}

function write(response: ServerResponse, requestId: string, { status, body }: JsonAnswer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    "content-type": "application/x-amz-json-1.0",
    "content-length": bytes.length,
    "x-amzn-requestid": requestId,
    "x-amz-crc32": String(crc32(bytes)),
    "cache-control": "no-store",
  });
  response.end(bytes);
}

const unknownTarget = (reason: string) =>
  new StoreError("UnknownOperationException", `There is no such operation: ${reason}`);

const tooLarge = () =>
  new StoreError("RequestEntityTooLargeException", "A request has at most 16 MB: send less at a time");

function readText(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new StoreError("SerializationException", "The request is not UTF-8");
  }
}
