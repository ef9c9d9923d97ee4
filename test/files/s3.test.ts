/* Requests to a bucket, received by a server that responds like S3. sigv4.test.ts tests the signatures. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as s3 from "#lib/files/s3";

const objects = new Map<string, Buffer>();
const asked: { method: string; query: URLSearchParams }[] = [];
let broken: number | undefined;
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url = "", headers } = request;
  const { pathname, searchParams } = new URL(url, "http://bucket");
  asked.push({ method, query: searchParams });
  const body = await buffer(request);
  const object = objects.get(pathname);
  if (broken !== undefined) response.writeHead(broken).end();
  else if (method === "PUT") {
    objects.set(pathname, body);
    response.end();
  } else if (method === "DELETE") {
    objects.delete(pathname);
    response.writeHead(204).end();
    // S3 responds 403 for a missing object to callers that may not list the bucket
  } else if (!object) response.writeHead(403).end();
  else if (headers.range && object.length === 0) response.writeHead(416).end();
  else if (headers.range) {
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(headers.range)?.map(Number) ?? [];
    response.writeHead(206).end(object.subarray(from, to + 1));
  } else response.writeHead(200, { "content-length": object.length }).end(method === "HEAD" ? "" : object);
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
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

test("a file is written, measured, read from its beginning, and removed", async () => {
  const path = "attachments/4mSa1Cw6nZ";
  expect(await s3.sizeOf(path)).toBeUndefined();
  await s3.write(path, Buffer.from("Hello"), { type: "text/plain", length: 5 });
  expect([...objects.keys()]).toEqual(["/files/attachments/4mSa1Cw6nZ"]);
  expect(await s3.sizeOf(path)).toBe(5);
  expect((await s3.someBytes(path, 3)).toString()).toBe("Hel");
  await s3.remove(path);
  await s3.remove(path);
  expect(await s3.sizeOf(path)).toBeUndefined();
  for (const { query } of asked)
    expect(query.get("X-Amz-Signature"), "each request is signed").toMatch(/^[0-9a-f]{64}$/);
});

test("an empty file has no bytes", async () => {
  await s3.write("attachments/empty", Buffer.alloc(0), { type: "text/plain", length: 0 });
  expect(await s3.sizeOf("attachments/empty")).toBe(0);
  expect(await s3.someBytes("attachments/empty", 10)).toHaveLength(0);
});

test.each([500, 503])("503 with Retry-After: the bucket responds %d", async (status) => {
  broken = status;
  try {
    for (const work of [s3.sizeOf("attachments/x"), s3.remove("attachments/x")])
      await expect(work).rejects.toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  } finally {
    broken = undefined;
  }
});

test("503: the bucket cannot be reached; the error does not contain the signed address", async () => {
  const before = process.env["AWS_ENDPOINT_URL_S3"];
  process.env["AWS_ENDPOINT_URL_S3"] = "http://127.0.0.1:1";
  try {
    const error: unknown = await s3.sizeOf("attachments/x").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 503 });
    const causes = [error, (error as Error).cause, ((error as Error).cause as Error).cause];
    expect(causes.map(String).join()).not.toContain("Signature");
  } finally {
    process.env["AWS_ENDPOINT_URL_S3"] = before;
  }
});

test("on AWS each bucket has its own host", () => {
  vi.stubEnv("AWS_ENDPOINT_URL_S3", "");
  vi.stubEnv("AWS_ENDPOINT_URL", "");
  vi.stubEnv("AWS_REGION", "eu-central-1");
  const url = s3.uploadAddress("attachments/x", { type: "image/png", length: 5 }, 900, new Date());
  expect(url).toMatch(/^https:\/\/files\.s3\.eu-central-1\.amazonaws\.com\/attachments\/x\?/);
});
