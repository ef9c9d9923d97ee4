/* DynamoDB's protocol over HTTP before the engine in this process: for tests whose code runs in another. Checks no signatures. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Engine } from "#lib/local/embedded/open-engine";
import { answerJson } from "#lib/local/embedded/sdk/answer-json";
import { testEngine } from "./engine.ts";

let opened: Promise<string> | undefined;

/** What another process needs in its environment to reach the store of this test file, beside what this one has. */
export async function reachableStore(): Promise<{ AWS_ENDPOINT_URL_DYNAMODB?: string }> {
  const engine = testEngine();
  if (!engine) return {};
  opened ??= openDoor(engine);
  return { AWS_ENDPOINT_URL_DYNAMODB: await opened };
}

/** Gives its address; it is open as long as the process lives. */
export async function openDoor(engine: Pick<Engine, "execute">): Promise<string> {
  const server = createServer(async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const { status, body } = await answerJson(engine, { target, body: await text(request) });
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
