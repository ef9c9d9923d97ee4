import { expect, test } from "vitest";
import { handler as showSignIn } from "#functions/auth/show-sign-in";
import { aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

test("200: a form that password managers can fill in, which remembers the next page", async () => {
  const answer = await call(showSignIn, { query: { next: '/account?a=1&b="2"' } });
  expect(answer.status).toBe(200);
  const html = pageIn(answer);
  expect(html).toContain('action="/auth/sign-in?next=%2Faccount%3Fa%3D1%26b%3D%222%22"');
  expect(html).toContain('href="/auth/sign-up?next=%2Faccount%3Fa%3D1%26b%3D%222%22"');
  expect(html).toMatch(/<input id="email"[^>]* type="email"[^>]* autocomplete="username"[^>]* required/);
  expect(html).toMatch(/<input id="password"[^>]* type="password"[^>]* autocomplete="current-password"/);
});

test("302: a signed-in user goes on to the next page", async () => {
  const signedIn = await aSession((await someone()).userId);
  const goesTo = async (query: string) => (await call(showSignIn, { signedIn, query })).headers["location"];
  expect(await goesTo("next=%2Foauth%2Fauthorize%3Fclient_id%3Dx")).toBe("/oauth/authorize?client_id=x");
  expect(await goesTo("")).toBe("/app");
  expect(await goesTo("next=https%3A%2F%2Felsewhere.example")).toBe("/app");
});

test("200: an invalid cookie counts as none", async () => {
  const signedIn = { cookie: `usr4mSa1Cw6nZ8tQ0Yh.${"x".repeat(43)}` };
  expect((await call(showSignIn, { signedIn })).status).toBe(200);
});
