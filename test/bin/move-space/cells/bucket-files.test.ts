/* Files of a bucket, against a server that answers as S3 does. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { bucketFiles } from "../../../../bin/admin/move-space/cells/bucket-files.ts";
import { copyFile } from "../../../../bin/admin/move-space/cells/files.ts";

const access = {
  region: "eu-central-1",
  credentials: async () => ({ accessKeyId: "AKIA", secretAccessKey: "secret" }),
};

let objects: Map<string, Buffer>;
let asked: string[];
/** Answers in place of the bucket. */
let instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = new URL(request.url ?? "", "http://x").pathname;
  const from = request.headers["x-amz-copy-source"];
  asked.push(`${request.method} ${name}${from ? " copy" : ""}`);
  if (instead?.(request, response)) return;
  const object = objects.get(typeof from === "string" ? from : name);
  if (request.method === "PUT" && !from) {
    const sent = await buffer(request);
    // S3 takes no body of unknown length
    if (Number(request.headers["content-length"]) !== sent.length) return void response.writeHead(411).end();
    objects.set(name, sent);
    return void response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(name);
    return void response.writeHead(204).end();
  }
  if (!object) return void response.writeHead(404).end();
  if (from) objects.set(name, object);
  response.setHeader("content-length", from ? 0 : object.length);
  response.end(request.method === "HEAD" || from ? "" : object);
}

beforeEach(async () => {
  objects = new Map();
  asked = [];
  instead = undefined;
  const server = createServer(answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("AWS_ENDPOINT_URL_S3", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
  });
});

const refuse = (status: number, message: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status).end(`<Error><Code>X</Code><Message>${message}</Message></Error>`);
  return true;
};

test("a bucket copies from another one; a file that is there with its size is not copied again, and one that is not there is said", async () => {
  const [one, other] = [bucketFiles(access, "one"), bucketFiles(access, "other")];
  await one.write("abcdefghij", Readable.from([Buffer.from("hello")]), 5);
  expect(await copyFile(one, other, "abcdefghij")).toBe(true);
  expect(objects.get("/other/attachments/abcdefghij")?.toString()).toBe("hello");
  expect(asked.at(-1)).toBe("PUT /other/attachments/abcdefghij copy");
  expect(await copyFile(one, other, "abcdefghij")).toBe(false);
  expect(await copyFile(one, other, "0000000000")).toBe("none");
  await other.remove("abcdefghij");
  expect(await other.sizeOf("abcdefghij")).toBeUndefined();
});

test("where one may not copy from the other, the bytes are read and written, and copying is tried once", async () => {
  const [one, other] = [bucketFiles(access, "one"), bucketFiles(access, "other")];
  for (const name of ["abcdefghij", "bbcdefghij"])
    await one.write(name, Readable.from([Buffer.from(name)]), 10);
  instead = (request, response) =>
    request.headers["x-amz-copy-source"] ? refuse(403, "Access Denied")(request, response) : false;
  for (const name of ["abcdefghij", "bbcdefghij"]) expect(await copyFile(one, other, name)).toBe(true);
  expect(objects.get("/other/attachments/bbcdefghij")?.toString()).toBe("bbcdefghij");
  expect(asked.filter((each) => each.endsWith("copy"))).toHaveLength(1);
});

test("an error that a copy says in a body after 200 is one", async () => {
  const [one, other] = [bucketFiles(access, "one"), bucketFiles(access, "other")];
  await one.write("abcdefghij", Readable.from([Buffer.from("hello")]), 5);
  instead = (request, response) =>
    request.headers["x-amz-copy-source"] ? refuse(200, "Internal")(request, response) : false;
  expect(await copyFile(one, other, "abcdefghij")).toBe(true);
  expect(asked.at(-1)).toBe("PUT /other/attachments/abcdefghij");
  expect(await text(await other.read("abcdefghij"))).toBe("hello");
});

test("a refusal stops, and is not taken for a file that is not there", async () => {
  instead = refuse(403, "Access Denied");
  const files = bucketFiles(access, "one");
  await expect(files.sizeOf("abcdefghij")).rejects.toThrow(/one refuses to read files \(403/);
  await expect(files.write("abcdefghij", Readable.from(["x"]), 1)).rejects.toThrow(/refuses to write files/);
  await expect(files.remove("abcdefghij")).rejects.toThrow(/refuses to remove files/);
});

test("a bucket that has no time for a file gets it again", async () => {
  const [one, other] = [bucketFiles(access, "one"), bucketFiles(access, "other")];
  await one.write("abcdefghij", Readable.from([Buffer.from("hello")]), 5);
  let times = 0;
  instead = (request, response) =>
    request.method === "PUT" && ++times < 8 ? refuse(503, "SlowDown")(request, response) : false;
  expect(
    await copyFile(one, { ...other, copyFrom: async () => false }, "abcdefghij").catch(() => "failed"),
  ).toBe("failed");
  expect(times).toBe(5);
  expect(await copyFile(one, { ...other, copyFrom: async () => false }, "abcdefghij")).toBe(true);
  expect(objects.get("/other/attachments/abcdefghij")?.toString()).toBe("hello");
});

test("a bucket without time is asked again", async () => {
  let times = 0;
  instead = (request, response) => ++times < 3 && refuse(503, "SlowDown")(request, response);
  expect(await bucketFiles(access, "one").sizeOf("abcdefghij")).toBeUndefined();
  expect(times).toBe(3);
});
