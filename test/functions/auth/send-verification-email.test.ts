import { expect, test } from "vitest";
import { handler as send } from "#functions/auth/send-verification-email";
import { handler as verify } from "#functions/auth/verify-email";
import { aLink, aNewcomer, mailsTo } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

const ask = (cookie: string) => call(send, { signedIn: { cookie } });

test("200: a mail, besides that of signing up", async () => {
  const { userId, email, cookie } = await aNewcomer();
  expect((await ask(cookie)).status).toBe(200);
  const mail = { kind: "verifyEmail", to: email, userId };
  expect((await mailsTo(email)).map(({ mail }) => mail)).toEqual([mail, mail]);
});

test("200: none where the address is verified", async () => {
  const { userId, email, cookie } = await aNewcomer();
  await call(verify, { signedIn: { cookie }, body: { link: await aLink("verifyEmail", { email, userId }) } });
  expect((await ask(cookie)).status).toBe(200);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("429: the fourth in a row", async () => {
  const { cookie } = await aNewcomer();
  const answers = [await ask(cookie), await ask(cookie), await ask(cookie), await ask(cookie)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
});

test("401: nobody", async () => {
  expect((await call(send, { headers: { origin: "http://localhost", host: "localhost" } })).status).toBe(401);
});
