/* A file that goes to S3 in parts, to something that answers as S3 does. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeParts } from "#lib/files/s3-parts";

const parts: Buffer[] = [];
const asked: string[] = [];
let stored: Buffer | undefined;
let says = "<CompleteMultipartUploadResult/>";
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { searchParams: query } = new URL(request.url ?? "", "http://bucket");
    const body = await buffer(request);
    const number = Number(query.get("partNumber"));
    const what = query.has("uploads")
      ? "begin"
      : number > 0
        ? `part ${number}`
        : (query.get("uploadId") ?? "");
    asked.push(`${request.method} ${what}`.trim());
    if (query.has("uploads")) return void response.end("<R><UploadId>u/1+</UploadId></R>");
    if (number > 0) {
      parts[number - 1] = body;
      return void response.writeHead(200, { etag: `"tag${number}"` }).end();
    }
    if (request.method === "PUT") stored = body;
    else {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"tag\1"</g)];
      stored = Buffer.concat(named.map(([, number]) => parts[Number(number) - 1] ?? Buffer.alloc(0)));
    }
    return void response.end(says);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ENDPOINT_URL_S3", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("GRIDLESS_BUCKET", "files");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

const pieces = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, i) => Buffer.alloc(bytes, String(i % 10)));

async function written(all: Buffer[]) {
  asked.length = 0;
  const file = writeParts("attachments/x", "text/csv");
  for (const piece of all) await file.add(piece);
  await file.end();
}

test("a small file is one request", async () => {
  const all = pieces(3, 100);
  await written(all);
  expect(asked).toEqual(["PUT"]);
  expect(stored?.equals(Buffer.concat(all))).toBe(true);
});

test("a large one is whole, in parts of 8 MB and more", async () => {
  const all = pieces(6, 3 * 1024 * 1024);
  await written(all);
  expect(asked).toEqual(["POST begin", "PUT part 1", "PUT part 2", "POST u/1+"]);
  expect(parts[0]).toHaveLength(9 * 1024 * 1024);
  expect(stored?.equals(Buffer.concat(all))).toBe(true);
});

test("503: one that S3 did not put together, though it says 200", async () => {
  says = "<Error><Code>InternalError</Code></Error>";
  await expect(written(pieces(3, 4 * 1024 * 1024))).rejects.toMatchObject({ status: 503 });
});
