import { describe, expect, test } from "vitest";
import { handler as signIn } from "#functions/auth/sign-in";
import { bookGuesses } from "#test/support/makers/attempts";
import { someone } from "#test/support/makers/makers";
import { anEmail, aPerson, cookieIn, password, signInWith, statusWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";

const wrong = "battery staple 8";

test("200: the cookie gives access to the account; the case of the address does not matter", async () => {
  const { email, userId } = await aPerson();
  const answer = await signInWith(` ${email.toUpperCase()} `);
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { id: userId, email },
  });
  expect(answer.cookies).toEqual([
    expect.stringMatching(
      /^auth_session=usr\w{16}\.\w{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax(; Secure)?$/,
    ),
  ]);
  expect(await statusWith(cookieIn(answer))).toBe(200);
});

test("200: programs may call it too, from any origin", async () => {
  const { email } = await aPerson();
  const headers = { origin: "https://elsewhere.example" };
  expect((await call(signIn, { body: { email, password }, headers })).status).toBe(200);
});

describe("400", () => {
  test("a wrong password, an unknown address, and a user without a password get the same answer", async () => {
    const { email } = await aPerson();
    const withoutPassword = await someone();
    const answers = [
      await signInWith(email, wrong),
      await signInWith(anEmail()),
      await signInWith(withoutPassword.email),
    ];
    for (const { status, body, cookies } of answers)
      expect({ status, body, cookies }).toEqual({
        status: 400,
        body: {
          status: 400,
          code: "invalid_credentials",
          message: "The e-mail address or the password is wrong",
        },
        cookies: [],
      });
  });

  test("the store calls are the same whether the account exists or not", async () => {
    const { email } = await aPerson();
    const commandsOf = async (address: string) =>
      (
        await disturbed(
          () => undefined,
          () => signInWith(address, wrong),
        )
      ).map(({ command }) => command);
    const existing = await commandsOf(email);
    expect(existing.length).toBeGreaterThan(2);
    expect(await commandsOf(anEmail())).toEqual(existing);
  });

  test.each([
    ["nothing", {}, ["email", "password"]],
    ["no address", { email: "ada", password }, ["email"]],
    ["no password", { email: "ada@example.org", password: "" }, ["password"]],
    ["a password longer than any", { email: "ada@example.org", password: "x".repeat(201) }, ["password"]],
  ])("%s", async (_, body, paths) => {
    expect(refusal(await call(signIn, { body }))).toEqual({ status: 400, paths });
  });
});

describe("429", () => {
  const guesses = (email: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => signInWith(email, wrong)));

  test.each([
    ["an account", async () => (await aPerson()).email],
    ["an address that nobody has", async () => anEmail()],
  ])("of 20 guesses at once at %s five are looked at", async (_, address) => {
    inProcessOnly("the requests must all have begun before the first is answered");
    const email = await address();
    const statuses = (await guesses(email, 20)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test("the right password must wait as well, and the answer does not reveal that it was right", async () => {
    const { email } = await aPerson();
    await bookGuesses({ kind: "account", of: email }, 5);
    for (const secret of [password, wrong]) {
      const { status, headers, body, cookies } = await signInWith(email, secret);
      expect({ status, body, cookies }).toEqual({
        status: 429,
        body: {
          status: 429,
          code: "too_many_requests",
          message: `Too many attempts: the limit is 5 a day, then one after a wait that doubles up to 15 minutes; try again in ${headers["retry-after"]} s`,
        },
        cookies: [],
      });
    }
  });

  test("a right password is not counted, and resets the count", async () => {
    const { email } = await aPerson();
    for (const _ of [1, 2]) {
      const failed = await guesses(email, 4);
      expect(failed.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
      expect((await signInWith(email)).status).toBe(200);
    }
  });

  test("a locked account does not lock others", async () => {
    const [locked, free] = [await aPerson(), await aPerson()];
    await guesses(locked.email, 6);
    expect((await signInWith(free.email)).status).toBe(200);
  });
});
