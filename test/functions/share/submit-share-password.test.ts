import { expect, test } from "vitest";
import { aShare } from "./support.ts";

test("302: where there is no password, on to the page", async () => {
  const { givePassword, shareId } = await aShare();
  const { status, headers, cookies } = await givePassword("any");
  expect({ status, location: headers["location"], cookies }).toEqual({
    status: 302,
    location: `/share/${shareId}`,
    cookies: [],
  });
});

test("400: nothing typed, and the page again", async () => {
  const { givePassword } = await aShare({ shareMeta: { password: "correct horse" } });
  const { status, body } = await givePassword("");
  expect(status).toBe(400);
  expect(String(body)).toContain("Must not be empty");
});
