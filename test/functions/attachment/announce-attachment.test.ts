import { expect, test } from "vitest";
import { handler as announce } from "#functions/attachment/announce-attachment";
import { anAnnouncement, atAddress } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly, isDeployed } from "#test/support/run/target";

const owner = await someone();
const input = { contentType: "image/png", contentLength: 10, type: 1 };

test("201: the upload URL, and the headers to send with the bytes", async () => {
  const { status, body } = await call(announce, { as: owner, body: input });
  expect(status).toBe(201);
  expect(body).toEqual({
    url: expect.stringMatching(/^https?:\/\//),
    uploadMethod: "PUT",
    token: expect.stringMatching(/^[0-9A-Za-z]{24}$/),
    requestHeaders: { "Content-Type": "image/png", "Content-Length": "10" },
  });
  // the URL does not reveal the token
  expect(body.url).not.toContain(body.token);
});

test.each<[string, object, string]>([
  ["no content type", { contentType: undefined }, "contentType"],
  ["an invalid type", { contentType: "png" }, "contentType"],
  ["a type with a line break", { contentType: "image/png\r\nx: y" }, "contentType"],
  ["no length", { contentLength: undefined }, "contentLength"],
  ["a negative length", { contentLength: -1 }, "contentLength"],
  ["a fraction of a byte", { contentLength: 0.5 }, "contentLength"],
  ["one byte too many", { contentLength: 100 * 1024 * 1024 + 1 }, "contentLength"],
  ["an unknown purpose", { type: 15 }, "type"],
  ["no purpose", { type: undefined }, "type"],
])("400: %s", async (_, wrong, path) => {
  const answer = await call(announce, { as: owner, body: { ...input, ...wrong } });
  expect(refusal(answer)).toEqual({ status: 400, paths: [path] });
});

test.each([0, 100 * 1024 * 1024])("201: %d bytes", async (contentLength) => {
  const { status } = await call(announce, { as: owner, body: { ...input, contentLength } });
  expect(status).toBe(201);
});

test.each([2, 5, 7, 14])("201: type %d, and members that clients send besides", async (type) => {
  const body = { ...input, type, baseId: "bse4mSa1Cw6nZ8tQ0Yh", hash: "0a1b", expiresIn: 3600 };
  expect((await call(announce, { as: owner, body })).status).toBe(201);
});

test("201: repeated with its Idempotency-Key, it is the same file with a URL that is valid now", async () => {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await call(announce, { as: owner, body: input, headers });
  const again = await call(announce, { as: owner, body: input, headers });
  expect(again.body.token).toBe(first.body.token);
  const { status } = await atAddress(again.body.url, {
    method: "PUT",
    headers: again.body.requestHeaders,
    body: "0123456789",
  });
  expect(status).toBe(200);
});

test.each<[string, { headers?: Record<string, string>; body?: string }]>([
  ["shorter", { headers: { "Content-Length": "4" }, body: "Hell" }],
  ["longer", { headers: { "Content-Length": "6" }, body: "Hello!" }],
  ["of another type", { headers: { "Content-Type": "text/html" } }],
])("403: an upload that is %s than announced", async (_, other) => {
  if (isDeployed()) inProcessOnly("the emulator does not look at signatures of addresses");
  const announced = await anAnnouncement(owner);
  const { status } = await atAddress(announced.url, {
    ...announced,
    ...other,
    headers: { ...announced.headers, ...other.headers },
  });
  expect(status).toBe(403);
});
