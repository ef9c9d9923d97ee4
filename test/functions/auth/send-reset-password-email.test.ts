import { expect, test } from "vitest";
import { handler as ask } from "#functions/auth/send-reset-password-email";
import { anEmail, aPerson, mailsTo } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

const askFor = (email: string) => call(ask, { body: { email } });

test("200: answer and what the store is asked are the same whether there is such an account or not", async () => {
  const { email } = await aPerson();
  const outcomeOf = async (address: string) => {
    let answer: object = {};
    const sent = await disturbed(
      () => undefined,
      async () => {
        const { status, body, cookies } = await askFor(address);
        answer = { status, body, cookies };
      },
    );
    return { answer, commands: sent.map(({ command }) => command) };
  };
  const existing = await outcomeOf(email);
  expect(existing.answer).toEqual({ status: 200, body: "", cookies: [] });
  expect(await outcomeOf(anEmail())).toEqual(existing);
});

test("200: three mails to one address, whatever its capitals; more are left out without a word", async () => {
  const email = anEmail();
  for (const address of [email, email.toUpperCase(), email, email, email])
    expect((await askFor(address)).status).toBe(200);
  const sent = [...(await mailsTo(email)), ...(await mailsTo(email.toUpperCase()))];
  expect(sent.map(({ mail }) => mail.kind)).toEqual(["resetPassword", "resetPassword", "resetPassword"]);
});

test("400: no address", async () => {
  expect(refusal(await askFor("ada"))).toEqual({ status: 400, paths: ["email"] });
});
