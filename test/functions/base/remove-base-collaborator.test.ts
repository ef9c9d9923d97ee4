import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listBases } from "#functions/base/list-bases";
import { roles as allRoles } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aMember, aToken } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: a removed member has no access from the next request on", async () => {
  const { member, remove, params } = await aPlace("base");
  const as = await member("owner");
  expect((await remove(as)).status).toBe(200);
  expect((await call(getBase, { as, params })).status).toBe(404);
  expect((await call(listBases, { as })).body).toEqual([]);
});

test.each(allRoles)("200: a %s may leave, also the last owner", async (role) => {
  const { member, remove, roles } = await aPlace("base");
  const as = await member(role);
  expect((await remove(as, as)).status).toBe(200);
  expect(await roles()).toEqual({});
});

test("403: a read-only token cannot end a membership, not even its user's own", async () => {
  const { member, remove } = await aPlace("base");
  const { userId } = await member("viewer");
  const scopes = allScopes.filter((scope) => scope !== "base|update");
  expect((await remove({ userId }, { token: await aToken(userId, { scopes }) })).status).toBe(403);
});

test.each(allRoles)("a creator removes a %s, unless that is above a creator", async (role) => {
  const { member, remove } = await aPlace("base");
  const [as, other] = [await member("creator"), await member(role)];
  expect((await remove(other, as)).status).toBe(role === "owner" ? 403 : 200);
});

test.each(["editor", "commenter", "viewer"] as const)("403: a %s may not remove others", async (role) => {
  const { member, remove } = await aPlace("base");
  const [as, other] = [await member(role), await member("viewer")];
  expect((await remove(other, as)).status).toBe(403);
});

test("404: a member of the space only cannot be removed from the base, nor leave it", async () => {
  const { spaceId, owner, remove } = await aPlace("base");
  const as = await aMember(spaceId, "viewer");
  for (const by of [owner, as])
    expect(refusal(await remove(as, by))).toEqual({ status: 404, paths: ["userId"] });
});

test("200: principalId and principalType in place of userId", async () => {
  const { member, removeBy, roles } = await aPlace("base");
  const { userId: principalId } = await member("viewer");
  expect((await removeBy({ principalId, principalType: "user" })).status).toBe(200);
  expect(await roles()).not.toHaveProperty(principalId);
});
