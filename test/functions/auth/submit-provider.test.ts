import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as submitProvider } from "#functions/auth/submit-provider";
import * as users from "#lib/data/identity/users";
import { bookGuesses } from "#test/support/makers/attempts";
import {
  aLink,
  anEmail,
  aPerson,
  cookieIn,
  type Person,
  password,
  statusWith,
} from "#test/support/makers/people";
import { aProvider, type TestProvider } from "#test/support/provider/provider";
import { linkIn, proveWith, visitProvider } from "#test/support/provider/visits";
import { call } from "#test/support/requests/call";
import { nextOf, pageIn, submit, titleOf } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the provider is a setting of the process");

const claimsOf = ({ email }: Person) => ({ sub: randomUUID(), email, email_verified: true });
const unlink = (signedIn?: { cookie: string }) =>
  submit(submitProvider, { do: "unlink" }, signedIn ? { signedIn } : {});

/** A person with an account, and what stands for them at the provider. */
async function aVisitor(provider: TestProvider) {
  const me = await aPerson();
  const claims = claimsOf(me);
  return { me, claims, link: linkIn(await visitProvider(provider, claims)) };
}

test("200: linked and signed in, and the browser goes on; only to a path of ours", async () => {
  const provider = await aProvider();
  for (const [next, to] of [
    ["/docs", "/docs"],
    ["//evil.example", "/app"],
  ] as const) {
    const { link } = await aVisitor(provider);
    const answer = await proveWith(link, password, { next });
    expect({ status: answer.status, next: nextOf(answer) }).toEqual({ status: 200, next: to });
    expect(await statusWith(cookieIn(answer))).toBe(200);
  }
});

describe("400", () => {
  test("a wrong password: the form again, which then takes the right one", async () => {
    const { link, me } = await aVisitor(await aProvider());
    const answer = await submit(submitProvider, {
      do: "link",
      link,
      email: me.email,
      password: "wrong horse 1",
    });
    expect({ status: answer.status, title: titleOf(answer), cookies: answer.cookies }).toEqual({
      status: 400,
      title: "Is this your account?",
      cookies: [],
    });
    expect(pageIn(answer)).toContain("The password is wrong");
    expect(pageIn(answer)).toContain(`value="${me.email}"`);
    expect((await proveWith(linkIn(answer), password)).status).toBe(200);
  });

  test("what stands for the person: used, unknown, expired, of another purpose, or from before a new password", async () => {
    const provider = await aProvider();
    const { link, me } = await aVisitor(provider);
    await proveWith(link, password);
    const late = await aVisitor(provider);
    await call(changePassword, { signedIn: late.me, body: { password, newPassword: "battery staple 8" } });
    const links = [
      ...[link, "nonsense", "", late.link],
      ...[await aLink("identity", me, 11), await aLink("resetPassword", me), await aLink("secondFactor", me)],
    ];
    for (const each of links) {
      const answer = await proveWith(each, password);
      expect({ status: answer.status, title: titleOf(answer), cookies: answer.cookies }).toEqual({
        status: 400,
        title: "Sign in again",
        cookies: [],
      });
    }
  });

  test("twins: one links", async () => {
    const { link } = await aVisitor(await aProvider());
    const answers = await Promise.all([1, 2, 3].map(() => proveWith(link, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("no form, an unknown one, and everything twice", async () => {
    await aProvider();
    for (const fields of [{}, { do: "other" }, { do: ["link", "unlink"], link: ["a", "b"] }])
      expect((await submit(submitProvider, fields)).status).toBe(400);
  });
});

test("429: after too many guesses; they are counted with those of signing in", async () => {
  const { link, me } = await aVisitor(await aProvider());
  await bookGuesses({ kind: "account", of: me.email }, 5);
  const answer = await proveWith(link, "wrong horse 1");
  expect({ status: answer.status, cookies: answer.cookies }).toEqual({ status: 429, cookies: [] });
});

test("404 without a provider", async () => {
  for (const fields of [{ do: "link", link: "x", password }, { do: "unlink" }])
    expect((await submit(submitProvider, fields)).status).toBe(404);
});

describe("to unlink", () => {
  test("the identity is free again, and the account has its password", async () => {
    const provider = await aProvider();
    const { link, me, claims } = await aVisitor(provider);
    await proveWith(link, password);
    const answer = await unlink(me);
    expect(answer.headers["location"]).toBe("/account?done=unlinked");
    const html = pageIn(await call(showAccount, { signedIn: me, query: { done: "unlinked" } }));
    expect(html).toContain("Your account is no longer linked.");
    expect(html).toContain("Link Example Login");
    expect(titleOf(await visitProvider(provider, claims))).toBe("Is this your account?");
    // again: nothing is left to do
    expect((await unlink(me)).status).toBe(302);
  });

  test("422: an account without a password; it can choose one, and then unlink", async () => {
    const provider = await aProvider();
    const cookie = cookieIn(
      await visitProvider(provider, { sub: randomUUID(), email: anEmail(), email_verified: true }),
    );
    const answer = await unlink({ cookie });
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 422,
      title: "The request failed",
    });
    expect(pageIn(answer)).toContain("Choose a password first");
    expect(pageIn(await call(showAccount, { signedIn: { cookie } }))).toContain(
      "Signing in needs Example Login alone.",
    );
  });

  test("without a session: to the sign-in page; nothing of others changes", async () => {
    const provider = await aProvider();
    const { link, me } = await aVisitor(provider);
    await proveWith(link, password);
    const answer = await unlink();
    expect(answer.headers["location"]).toBe("/auth/sign-in?next=%2Faccount");
    await unlink(await aPerson());
    expect((await users.find(me.userId))?.identity).toBeDefined();
  });
});
