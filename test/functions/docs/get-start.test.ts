import { expect, test } from "vitest";
import { handler as getStart } from "#functions/docs/get-start";
import { aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

test("200: the root links to sign-in, sign-up and the documentation", async () => {
  const answer = await call(getStart, { query: { utm_source: "mail" } });
  expect(answer.status).toBe(200);
  const links = [...pageIn(answer).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link]) => link);
  expect(links).toEqual(["/", "/auth/sign-in", "/auth/sign-up", "/docs"]);
});

test("302: who is signed in gets to their tables", async () => {
  const { userId } = await someone();
  const answer = await call(getStart, { signedIn: await aSession(userId) });
  expect([answer.status, answer.headers["location"]]).toEqual([302, "/app"]);
});
