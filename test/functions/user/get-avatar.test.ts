import { expect, test } from "vitest";
import { handler as getAvatar } from "#functions/user/get-avatar";
import { atAddress, pixel } from "#test/support/makers/files";
import { anAvatar, aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

test("302: to the picture, without a token and whatever the query", async () => {
  const params = { avatarId: await anAvatar(await aPerson()) };
  const { status, headers } = await call(getAvatar, { params, query: "v=1" });
  expect([status, headers["cache-control"]]).toEqual([302, "public, max-age=300"]);
  expect((await atAddress(headers["location"] ?? "")).bytes).toEqual(pixel);
});

test("404: an id that no avatar has, and one that is none", async () => {
  for (const avatarId of ["0000000000", "nope", "../../etc"])
    expect((await call(getAvatar, { params: { avatarId } })).status).toBe(404);
});
