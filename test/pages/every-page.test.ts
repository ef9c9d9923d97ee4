/* Rules for every endpoint that returns a page, derived from its definition. */
import { describe, expect, test } from "vitest";
import { readRegistry } from "#lib/registry";
import { aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

const { endpoints } = await readRegistry();
const pages = endpoints
  .filter(({ handler }) => handler.definition.response.page)
  .map((each) => ({ ...each, title: `${each.handler.definition.method} ${each.handler.definition.path}` }));
const posts = pages.filter(({ handler }) => handler.definition.method !== "GET");
const signedInOnly = pages.filter(({ handler }) => handler.definition.session);
const params = { accessTokenId: "acc4mSa1Cw6nZ8tQ0Yh", clientId: "clt4msa1cw6nz8tq0yh" };
const session = await aSession((await someone()).userId);

describe("403: a form from another origin, or without Origin", () => {
  test.each(posts)("$title", async ({ handler }) => {
    for (const origin of ["https://elsewhere.example", "null", "http://localhost.elsewhere.example", ""]) {
      const signedIn = await submit(handler, {}, { params, signedIn: session, headers: { origin } });
      expect(signedIn.status).toBe(403);
      expect(titleOf(signedIn)).toBe("This is not allowed");
      expect(signedIn.cookies).toEqual([]);
      // without a session: a redirect to the sign-in page if the endpoint needs a session
      const signedOut = await submit(handler, {}, { params, headers: { origin } });
      expect(signedOut.status).toBe(handler.definition.session ? 302 : 403);
    }
  });
});

describe("302: a visitor who is not signed in returns to the page after signing in; after a form, to the account page", () => {
  test.each(signedInOnly)("$title", async ({ handler }) => {
    const { method, path } = handler.definition;
    const own = { transaction_id: "x", done: "name&a=b" };
    const answer =
      method === "GET" ? await call(handler, { query: own }) : await submit(handler, {}, { params });
    const next = method === "GET" ? `${path}?${new URLSearchParams(own)}` : "/account";
    expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
      status: 302,
      location: `/auth/sign-in?${new URLSearchParams({ next })}`,
    });
  });
});

const linked = pages.filter(({ area, handler }) => area !== "oauth" && handler.definition.method === "GET");
test.each(linked)("$title: unknown query parameters are ignored", async ({ handler }) => {
  const query = "utm_source=mail&next[]=x&next[]=y&link[]=1&link[]=2";
  const answer = await submit(handler, {}, { params, query, signedIn: session });
  expect(answer.status).toBeLessThan(500);
  expect(String(answer.body)).not.toMatch(/utm_source: (is not known|unknown)/);
  if (answer.status !== 302) pageIn(answer);
});
