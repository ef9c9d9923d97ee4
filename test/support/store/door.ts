/* DynamoDB's protocol over HTTP before an engine in this process: for tests in another process. Checks no signatures. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Engine } from "#lib/local/embedded/open-engine";
import { answerJson } from "#lib/local/embedded/sdk/answer-json";

export async function openDoor(engine: Pick<Engine, "execute">): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const target = String(request.headers["x-amz-target"]);
    const { status, body } = await answerJson(engine, { target, body: await text(request) });
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  function close(): void {
    server.close();
    server.closeAllConnections();
  }
  return { url: `http://127.0.0.1:${port}`, close };
}
