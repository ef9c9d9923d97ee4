import { describe, expect, test } from "vitest";
import { handler as submitSignIn } from "#functions/auth/submit-sign-in";
import { bookGuesses } from "#test/support/makers/attempts";
import { anEmail, aPerson, cookieIn, password, statusWith } from "#test/support/makers/people";
import { call, fromOurPage } from "#test/support/requests/call";
import { nextOf, pageIn, submit, titleOf } from "#test/support/requests/form";

test("200: signed in, and the browser goes on to where it was going", async () => {
  const { email } = await aPerson();
  const next = "/oauth/authorize?client_id=x&scope=a%20b";
  const answer = await submit(submitSignIn, { email, password }, { query: { next } });
  expect(answer.status).toBe(200);
  expect(nextOf(answer)).toBe(next);
  expect(pageIn(answer)).toContain(`href="${next.replace("&", "&amp;")}">Continue`);
  expect(await statusWith(cookieIn(answer))).toBe(200);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u00a0//evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "evil.example",
  "/／evil.example",
  "/%0d%0a\r\nset-cookie: a=b",
  "%2f%2fevil.example",
  "",
])("200: what is no path of ours is not gone to: %j", async (next) => {
  const { email } = await aPerson();
  expect(nextOf(await submit(submitSignIn, { email, password }, { query: { next } }))).toBe("/app");
});

test.each([
  "/%2f%2fevil.example",
  "/%5Cevil.example",
  "/.//evil.example",
  "/@evil.example",
  "/docs#//evil.example",
])("200: what looks odd and stays with us is gone to: %j", async (next) => {
  const { email } = await aPerson();
  const to = nextOf(await submit(submitSignIn, { email, password }, { query: { next } })) ?? "";
  expect(to).toBe(next);
  expect(new URL(to, "https://tables.example").origin).toBe("https://tables.example");
});

describe("400", () => {
  test("a wrong password: the form again, with the address, without the password, and no cookie", async () => {
    const { email } = await aPerson();
    const wrong = "battery staple 8";
    const answer = await submit(submitSignIn, { email, password: wrong }, { query: { next: "/docs" } });
    expect(answer.status).toBe(400);
    expect(answer.cookies).toEqual([]);
    const html = pageIn(answer);
    expect(html).toContain("<title>Error: Sign in – Gridless</title>");
    expect(html).toContain('role="alert" id="problem"><p>The e-mail address or the password is wrong</p>');
    expect(html).toContain(`value="${email}"`);
    expect(html).toMatch(
      /id="password"[^>]* aria-describedby="problem" aria-invalid="true" autofocus|id="password"[^>]* aria-describedby="problem" autofocus aria-invalid="true"/,
    );
    expect(html).toContain('action="/auth/sign-in?next=%2Fdocs"');
    expect(html).not.toContain(wrong);
  });

  test("an invalid address is named at its field; markup in it stays text", async () => {
    const answer = await submit(submitSignIn, { email: '"><script>alert(1)</script>', password });
    expect(answer.status).toBe(400);
    const html = pageIn(answer);
    expect(html).toContain('<a href="#email">E-mail</a>: must be an e-mail address');
    expect(html).toContain('id="email-problem">Must be an e-mail address');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  test("an empty form, all fields twice, and JSON instead of a form", async () => {
    for (const fields of [{}, { email: ["a@b.c", "d@e.f"], password: [password, password] }])
      expect(titleOf(await submit(submitSignIn, fields))).toBe("Sign in");
    const answer = await call(submitSignIn, { body: "{", headers: fromOurPage() });
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 400, title: "Sign in" });
  });
});

test("415: a body of another type is an error page", async () => {
  const headers = { ...fromOurPage(), "content-type": "text/plain" };
  const answer = await call(submitSignIn, { body: "email=a", headers });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 415,
    title: "The request failed",
  });
});

test("429: after too many guesses the form says how long to wait", async () => {
  const email = anEmail();
  await bookGuesses({ kind: "account", of: email }, 5);
  const answer = await submit(submitSignIn, { email, password: "wrong horse 1" });
  expect(answer.status).toBe(429);
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  expect(pageIn(answer)).toMatch(
    /role="alert" id="problem"><p>Too many attempts: the limit is [^;]+; try again in \d+ s/,
  );
});
