/* PUT and POST /attachments/upload/{token} on one machine: the bytes of the request go into the folder. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as complete } from "#functions/attachment/complete-attachment";
import { handler as uploadFile } from "#functions/attachment/upload-file";
import { handler as uploadFileByPost } from "#functions/attachment/upload-file-by-post";
import { type Handler, serve } from "#lib/local/gateway/gateway";
import { anAnnouncement, atAddress } from "#test/support/makers/files";
import { type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

let gateway: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  const path = "/attachments/upload/{token}";
  gateway = await serve({
    routes: [
      { method: "PUT", path, handler: uploadFile as unknown as Handler },
      { method: "POST", path, handler: uploadFileByPost as unknown as Handler },
    ],
    defaultHandler: async () => ({ statusCode: 404 }),
    host: "127.0.0.1",
    port: 0,
  });
  vi.stubEnv("GRIDLESS_ORIGIN", gateway.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
});

const send = (as: Someone, token: string, { method = "PUT", type = "text/plain", body = "Hello" } = {}) =>
  fetch(`${gateway.url}/api/attachments/upload/${token}`, {
    method,
    body,
    redirect: "manual",
    headers: { authorization: `Bearer ${as.token}`, "content-type": type },
  });

test.each(["PUT", "POST"])("201: %s, and the file can be confirmed and read", async (method) => {
  const owner = await someone();
  const { token } = await anAnnouncement(owner);
  const answer = await send(owner, token, { method });
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 201, text: "" });
  const { status, body } = await call(complete, { as: owner, params: { token } });
  expect(status).toBe(201);
  expect((await atAddress(body.presignedUrl)).bytes.toString()).toBe("Hello");
  // confirmed: it cannot be replaced
  expect((await send(owner, token, { method, body: "Hallo" })).status).toBe(400);
});

test("404: the token of another person; 403: other bytes than were announced; 401: no token", async () => {
  const owner = await someone();
  const { token } = await anAnnouncement(owner);
  expect((await send(await someone(), token)).status).toBe(404);
  expect((await send(owner, token, { body: "Hello, longer" })).status).toBe(403);
  expect((await send(owner, token, { type: "text/html" })).status).toBe(403);
  const answer = await fetch(`${gateway.url}/attachments/upload/${token}`, { method: "PUT", body: "Hello" });
  expect(answer.status).toBe(401);
});
