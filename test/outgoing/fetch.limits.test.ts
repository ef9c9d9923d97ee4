/* Responses that are too slow, too large or invalid. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Call, fetchFrom } from "#lib/outgoing/fetch";
import { aReceiver, callingOwnMachine, leadingTo, patient, saying, unreachable } from "./support/receiver.ts";

beforeEach(callingOwnMachine);

const impatient: Call = { maxBytes: 1000, firstByteWithin: 200, within: 200 };

describe("too slow", () => {
  const late = { problem: { reason: "late", message: "did not respond completely within 0.2 s" } };

  test("DNS lookup", async () => {
    const never = () => new Promise<never>(() => {});
    expect(await fetchFrom("https://example.org/", impatient, { resolve: never })).toEqual(late);
  });

  test("first byte", async () => {
    const { url } = await aReceiver(() => {});
    expect(await fetchFrom(url, { ...patient, firstByteWithin: 200 })).toEqual(late);
  });

  test("headers that arrive one by one", async () => {
    const server = createServer(async (socket) => {
      socket.on("error", () => {});
      socket.write("HTTP/1.1 200 OK\r\n");
      for (let i = 0; !socket.destroyed; i++) {
        socket.write(`x-${i}: y\r\n`);
        await wait(10);
      }
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await fetchFrom(`http://127.0.0.1:${port}`, impatient)).toEqual(late);
  });

  test("a body that arrives byte by byte: the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await aReceiver(async (_, response) => {
      response.on("close", closed.resolve);
      while (!response.destroyed) {
        response.write("x");
        await wait(10);
      }
    });
    expect(await fetchFrom(url, { ...impatient, firstByteWithin: 20_000 })).toEqual(late);
    await closed.promise;
  });

  test("all redirects together", async () => {
    const { url } = await aReceiver(async (request, response) => {
      await wait(50);
      leadingTo("/on")(request, response);
    });
    expect(await fetchFrom(url, { ...impatient, firstByteWithin: 20_000, redirects: 1000 })).toEqual(late);
  });
});

describe("too large", () => {
  const tooLarge = { problem: { reason: "tooLarge", message: "has more than 1000 bytes" } };

  test("a body of exactly the limit is accepted", async () => {
    const { url } = await aReceiver(saying("x".repeat(1000)));
    expect(await fetchFrom(url, patient)).toMatchObject({ body: Buffer.from("x".repeat(1000)) });
  });

  test("a body with a larger Content-Length", async () => {
    const { url } = await aReceiver((_, response) => {
      response.writeHead(200, { "content-length": 1001 }).write("x");
    });
    expect(await fetchFrom(url, patient)).toEqual(tooLarge);
  });

  test("an endless body: the connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await aReceiver(async (_, response) => {
      response.on("close", closed.resolve);
      while (!response.destroyed) {
        response.write("x".repeat(500));
        await wait(1);
      }
    });
    expect(await fetchFrom(url, patient)).toEqual(tooLarge);
    await closed.promise;
  });

  test("an endless body is cut if only the beginning is wanted", async () => {
    const { url } = await aReceiver(async (_, response) => {
      while (!response.destroyed) {
        response.write("x".repeat(300));
        await wait(1);
      }
    });
    expect(await fetchFrom(url, { ...patient, beginning: true })).toMatchObject({
      status: 200,
      body: Buffer.from("x".repeat(1000)),
    });
  });

  test("headers", async () => {
    const { url } = await aReceiver((_, response) =>
      response.writeHead(200, { x: "y".repeat(17_000) }).end(),
    );
    expect(await fetchFrom(url, patient)).toEqual({ problem: unreachable });
  });

  test("a compressed body is neither read nor unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(500_000));
    expect(bomb.length).toBeLessThan(patient.maxBytes);
    const { url } = await aReceiver((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    expect(await fetchFrom(url, patient)).toMatchObject({ problem: { reason: "packed" } });
    expect(await fetchFrom(url, { ...patient, beginning: true })).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    });
  });
});

describe("not a valid HTTP response", () => {
  test.each([
    ["SSH", "SSH-2.0-OpenSSH_9.9\r\n"],
    ["nothing", ""],
    ["half a body", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    ],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxy"],
  ])("%s", async (_, text) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(text);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await fetchFrom(`http://127.0.0.1:${port}`, patient)).toEqual({ problem: unreachable });
  });
});
