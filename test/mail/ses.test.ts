/* What is sent to SES, seen by a server that stands where SES would. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Letter } from "#lib/mail/letters";
import { sender } from "#lib/mail/sender";
import { shown } from "#lib/schemas/basics/log-error";

let answer = { status: 200, type: "", body: {} };
let asked: { url?: string | undefined; body?: unknown } = {};
const server = createServer(async (request, response) => {
  asked = { url: request.url, body: await json(request) };
  response.writeHead(answer.status, { "content-type": "application/json", "x-amzn-errortype": answer.type });
  response.end(JSON.stringify(answer.body));
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("AWS_ENDPOINT_URL_SESV2", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("GRIDLESS_MAIL_FROM", "gridless@example.org");
});
afterEach(() => {
  answer = { status: 200, type: "", body: { MessageId: "m" } };
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

const letter: Letter = { to: "ada@example.org", subject: "“Ádá”", text: "Two\nlines" };

test("one mail to one address, as text in UTF-8", async () => {
  await (await sender())?.(letter);
  expect(asked).toEqual({
    url: "/v2/email/outbound-emails",
    body: {
      FromEmailAddress: "gridless@example.org",
      Destination: { ToAddresses: ["ada@example.org"] },
      Content: {
        Simple: {
          Subject: { Data: "“Ádá”", Charset: "UTF-8" },
          Body: { Text: { Data: "Two\nlines", Charset: "UTF-8" } },
        },
      },
    },
  });
});

test("what SES refuses is an error, which says why and not to whom", async () => {
  const message = "Email address is not verified: ada@example.org, AQ_LINK";
  answer = { status: 400, type: "MessageRejected", body: { message } };
  const error = await (await sender())?.(letter).then(undefined, (error: unknown) => error);
  expect(error).toMatchObject({ message: "SES did not take a mail: MessageRejected 400" });
  expect(JSON.stringify(shown(error))).not.toMatch(/ada@|AQ_LINK/);
});
