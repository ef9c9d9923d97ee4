import { expect, test } from "vitest";
import { handler as getStart } from "#functions/docs/get-start";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

test("200: the root leads to signing in, signing up and the documentation", async () => {
  const answer = await call(getStart, { query: { utm_source: "mail" } });
  expect(answer.status).toBe(200);
  const links = [...pageIn(answer).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link]) => link);
  expect(links).toEqual(["/", "/auth/sign-in", "/auth/sign-up", "/docs"]);
});
