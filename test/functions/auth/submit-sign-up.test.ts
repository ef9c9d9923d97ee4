import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as submitSignUp } from "#functions/auth/submit-sign-up";
import * as users from "#lib/data/identity/users";
import { aLink, aNewcomer, anEmail, cookieIn, password, statusWith } from "#test/support/makers/people";
import { nextOf, pageIn, submit, titleOf } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";

afterEach(() => void vi.unstubAllEnvs());
const name = "Ada Lovelace";

test("200: a new person, signed in, goes on to where he was going", async () => {
  const email = anEmail();
  const answer = await submit(submitSignUp, { name, email, password }, { query: { next: "/docs" } });
  expect(answer.status).toBe(200);
  expect(nextOf(answer)).toBe("/docs");
  expect(await statusWith(cookieIn(answer))).toBe(200);
  expect(await users.findByEmail(email)).toMatchObject({ name, email });
});

test("200: whoever was invited has shown that the address is his", async () => {
  const email = anEmail();
  const inviteCode = await aLink("invitation", { email });
  expect((await submit(submitSignUp, { name, email, password, inviteCode })).status).toBe(200);
  expect((await users.findByEmail(email))?.verifiedTime).toBeDefined();
});

describe("400: the form again", () => {
  test("each thing that is wrong leads to its field; what was typed stays, but for the password", async () => {
    const answer = await submit(submitSignUp, { name: " ", email: "ada", password: "short" });
    expect(answer.status).toBe(400);
    const html = pageIn(answer);
    expect(html).toContain('<a href="#name">Name</a>: must not be empty');
    expect(html).toContain('<a href="#email">E-mail</a>: must be an e-mail address');
    expect(html).toContain('<a href="#password">Password</a>: must have at least 8 characters');
    expect(html).toContain('value="ada"');
    expect(html).not.toContain("short");
    expect(html.match(/ autofocus/g)).toHaveLength(1);
  });

  test("an invitation for another address", async () => {
    const inviteCode = await aLink("invitation", { email: anEmail() });
    const answer = await submit(submitSignUp, { name, email: anEmail(), password, inviteCode });
    expect(answer.status).toBe(400);
    const html = pageIn(answer);
    expect(html).toContain('<a href="#email">Invitation</a>: is not good for this e-mail address');
    expect(html).toContain(`name="inviteCode" value="${inviteCode}"`);
  });
});

test("403: by invitation only", async () => {
  inProcessOnly("the setting is made here");
  vi.stubEnv("GRIDLESS_SIGN_UP", "invitation");
  const email = anEmail();
  const answer = await submit(submitSignUp, { name, email, password });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 403,
    title: "This is not allowed",
  });
  expect(await users.findByEmail(email)).toBeUndefined();
});

test("409: an address that belongs to somebody: the form again, at the address", async () => {
  const { email } = await aNewcomer();
  const answer = await submit(submitSignUp, { name, email: email.toUpperCase(), password });
  expect(answer.status).toBe(409);
  expect(pageIn(answer)).toMatch(/id="email"[^>]* aria-describedby="problem"/);
  expect(answer.cookies).toEqual([]);
});
