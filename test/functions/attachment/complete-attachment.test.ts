import { describe, expect, test } from "vitest";
import { handler as complete } from "#functions/attachment/complete-attachment";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { aFile, anAnnouncement, atAddress, pixel } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();

test("201: size, type and dimensions of an image, and its URL", async () => {
  const { file, token } = await aFile(owner, { bytes: pixel, type: "image/png" });
  expect(file).toEqual({
    token,
    size: pixel.length,
    mimetype: "image/png",
    width: 1,
    height: 1,
    path: `attachments/${token.slice(0, 10)}`,
    url: expect.stringMatching(new RegExp(`^https?://.*/attachments/${token}$`)),
    presignedUrl: expect.stringMatching(/^https?:\/\//),
  });
  const { status, headers, bytes } = await atAddress(file.presignedUrl);
  expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "image/png" });
  expect(bytes.equals(pixel)).toBe(true);
});

test.each<[string, { bytes: Buffer | string; type: string }]>([
  ["bytes that are not an image", { bytes: "no image", type: "image/png" }],
  ["a text type with the bytes of an image", { bytes: pixel, type: "text/plain" }],
  ["an empty file", { bytes: "", type: "image/png" }],
])("201: %s has no dimensions", async (_, input) => {
  const { file } = await aFile(owner, input);
  expect(file).toMatchObject({ size: Buffer.byteLength(input.bytes as string) });
  expect(file).not.toHaveProperty("width");
});

test("201: confirming twice returns the same response", async () => {
  const { token, file } = await aFile(owner, { bytes: pixel, type: "image/png" });
  const { status, body } = await call(complete, { as: owner, params: { token } });
  expect(status).toBe(201);
  expect({ ...body, presignedUrl: "" }).toEqual({ ...file, presignedUrl: "" });
});

test("400: before the bytes are uploaded; afterwards it succeeds", async () => {
  const announced = await anAnnouncement(owner);
  const params = { token: announced.token };
  const early = await call(complete, { as: owner, params });
  expect({ status: early.status, message: early.body.message }).toEqual({
    status: 400,
    message: "Validation error: token: no bytes were uploaded for this token yet",
  });
  // and the file cannot be read
  expect((await call(getAttachment, { as: owner, params })).status).toBe(404);
  await atAddress(announced.url, announced);
  expect((await call(complete, { as: owner, params })).status).toBe(201);
});

test("201: filename names the file in both addresses", async () => {
  const announced = await anAnnouncement(owner);
  const params = { token: announced.token };
  await atAddress(announced.url, announced);
  const { status, body } = await call(complete, { as: owner, params, query: { filename: "a b.txt" } });
  expect(status).toBe(201);
  expect(body.url).toMatch(/\/attachments\/\w{24}\?filename=a\+b\.txt$/);
  const read = await call(getAttachment, { as: owner, params, query: { filename: "a b.txt" } });
  for (const address of [body.presignedUrl, read.headers["location"] as string])
    expect((await atAddress(address)).headers["content-disposition"]).toContain("a b.txt");
});

describe("404", () => {
  test("for every user except the uploader, as if it did not exist", async () => {
    const { token } = await anAnnouncement(owner);
    const other = await someone();
    const [foreign, missing] = await Promise.all(
      [token, "0".repeat(24)].map((each) => call(complete, { as: other, params: { token: each } })),
    );
    expect(foreign?.status).toBe(404);
    expect(foreign?.body.message).toBe(missing?.body.message);
  });

  test.each(["..", "../../key", "key", "x".repeat(24).concat("%")])(
    "for %j, which is not a token",
    async (token) => {
      expect((await call(complete, { as: owner, params: { token } })).status).toBe(404);
    },
  );
});
