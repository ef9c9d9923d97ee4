import { describe, expect, test } from "vitest";
import { handler as complete } from "#functions/attachment/complete-attachment";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { aFile, anAnnouncement, atAddress, pixel } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();

test("201: size, type and measures of an image, and an address where it is", async () => {
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
  ["an image that is none", { bytes: "no image", type: "image/png" }],
  ["no image, though its bytes are those of one", { bytes: pixel, type: "text/plain" }],
  ["nothing at all", { bytes: "", type: "image/png" }],
])("201: %s has no measures", async (_, input) => {
  const { file } = await aFile(owner, input);
  expect(file).toMatchObject({ size: Buffer.byteLength(input.bytes as string) });
  expect(file).not.toHaveProperty("width");
});

test("201: said twice it is answered the same", async () => {
  const { token, file } = await aFile(owner, { bytes: pixel, type: "image/png" });
  const { status, body } = await call(complete, { as: owner, params: { token } });
  expect(status).toBe(201);
  expect({ ...body, presignedUrl: "" }).toEqual({ ...file, presignedUrl: "" });
});

test("400: before the bytes are there; afterwards it is fine", async () => {
  const announced = await anAnnouncement(owner);
  const params = { token: announced.token };
  const early = await call(complete, { as: owner, params });
  expect({ status: early.status, message: early.body.message }).toEqual({
    status: 400,
    message: "Validation error: token: nothing was uploaded for it yet",
  });
  // nor can anybody read it
  expect((await call(getAttachment, { as: owner, params })).status).toBe(404);
  await atAddress(announced.url, announced);
  expect((await call(complete, { as: owner, params })).status).toBe(201);
});

describe("404", () => {
  test("to anybody but who announced it, as if it were not there", async () => {
    const { token } = await anAnnouncement(owner);
    const other = await someone();
    const [his, none] = await Promise.all(
      [token, "0".repeat(24)].map((each) => call(complete, { as: other, params: { token: each } })),
    );
    expect(his?.status).toBe(404);
    expect(his?.body.message).toBe(none?.body.message);
  });

  test.each(["..", "../../key", "key", "x".repeat(24).concat("%")])(
    "of %j, which is no token",
    async (token) => {
      expect((await call(complete, { as: owner, params: { token } })).status).toBe(404);
    },
  );
});
