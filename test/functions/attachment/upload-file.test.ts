import { expect, test } from "vitest";
import { handler as uploadFile } from "#functions/attachment/upload-file";
import { aFile, anAnnouncement } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("one machine takes the bytes at once: test/local/gateway/upload.test.ts");

test("307: to the upload address that signature gave", async () => {
  const owner = await someone();
  const { token, url } = await anAnnouncement(owner);
  const { status, headers } = await call(uploadFile, { as: owner, params: { token } });
  expect(status).toBe(307);
  expect(headers["location"]?.split("?")[0]).toBe(url.split("?")[0]);
});

test("404: a file that another person announced; 400: one that is uploaded already", async () => {
  const owner = await someone();
  const { token } = await anAnnouncement(owner);
  expect((await call(uploadFile, { as: await someone(), params: { token } })).status).toBe(404);
  const file = await aFile(owner);
  expect((await call(uploadFile, { as: owner, params: { token: file.token } })).status).toBe(400);
});
