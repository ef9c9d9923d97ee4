/* What holds for every endpoint that answers with a page, told from its definition alone. */
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

describe("403: who comes from another page, or does not say from which", () => {
  test.each(posts)("$title", async ({ handler }) => {
    for (const origin of ["https://elsewhere.example", "null", "http://localhost.elsewhere.example", ""]) {
      const signedIn = await submit(handler, {}, { params, signedIn: session, headers: { origin } });
      expect(signedIn.status).toBe(403);
      expect(titleOf(signedIn)).toBe("This is not allowed");
      expect(signedIn.cookies).toEqual([]);
      // who is nobody is asked to sign in, where that is needed
      const nobody = await submit(handler, {}, { params, headers: { origin } });
      expect(nobody.status).toBe(handler.definition.session ? 302 : 403);
    }
  });
});

describe("302: who is not signed in comes back after it; from a form, to his account", () => {
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
test.each(linked)("$title: a query of others is no fault", async ({ handler }) => {
  const query = "utm_source=mail&next[]=x&next[]=y&link[]=1&link[]=2";
  const answer = await submit(handler, {}, { params, query, signedIn: session });
  expect(answer.status).toBeLessThan(500);
  expect(String(answer.body)).not.toContain("utm_source: is not known");
  if (answer.status !== 302) pageIn(answer);
});
