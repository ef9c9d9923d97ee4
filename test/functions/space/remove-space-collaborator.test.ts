import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as listSpaces } from "#functions/space/list-spaces";
import { roles as allRoles } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { noUser } from "#test/support/makers/ids";
import { aToken, someone } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: a removed member has no access from the next request on", async () => {
  const { member, remove, params } = await aPlace("space");
  const as = await member("creator");
  expect((await call(getBase, { as, params })).status).toBe(200);
  const { status, body } = await remove(as);
  expect({ status, body }).toEqual({ status: 200, body: "" });
  const answers = [await call(getSpace, { as, params }), await call(getBase, { as, params })];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect((await call(listSpaces, { as })).body).toEqual([]);
});

test.each(allRoles)("200: a %s may leave", async (role) => {
  const { member, remove, roles, owner } = await aPlace("space");
  const as = await member(role);
  expect((await remove(as, as)).status).toBe(200);
  expect(await roles()).toEqual({ [owner.userId]: "owner" });
});

test("403: a read-only token cannot end a membership, not even its user's own", async () => {
  const { member, remove, roles } = await aPlace("space");
  const { userId } = await member("viewer");
  const scopes = allScopes.filter((scope) => scope !== "space|grant_role");
  const { status, body } = await remove({ userId }, { token: await aToken(userId, { scopes }) });
  expect({ status, message: body.message }).toEqual({
    status: 403,
    message: "This token lacks the scope space|grant_role",
  });
  expect(await roles()).toHaveProperty(userId, "viewer");
});

test.each(["creator", "editor", "commenter", "viewer"] as const)(
  "403: a %s may not remove others",
  async (role) => {
    const { member, remove, owner, roles } = await aPlace("space");
    const [as, other] = [await member(role), await member("viewer")];
    for (const who of [other, owner, { userId: noUser() }]) expect((await remove(who, as)).status).toBe(403);
    expect(Object.keys(await roles())).toHaveLength(3);
  },
);

test("400: the last owner stays", async () => {
  const { owner, member, remove, roles } = await aPlace("space");
  const { status, body } = await remove(owner);
  expect(status).toBe(400);
  expect(body.message).toContain("make another member owner first, or delete the space");
  const other = await member("owner");
  expect((await remove(owner, other)).status).toBe(200);
  expect(await roles().catch(() => "gone")).toBe("gone");
});

test("of owners who remove each other, or leave, concurrently one is left", async () => {
  for (let i = 0; i < 20; i++) {
    const { owner, member, remove, list } = await aPlace("space");
    const other = await member("owner");
    const watcher = await member("viewer");
    const [first, second] = i % 2 ? [owner, other] : [other, owner];
    const answers = await Promise.all([remove(first, owner), remove(second, other)]);
    const statuses = answers.map(({ status }) => status);
    expect({ i, done: statuses.filter((status) => status === 200).length }).toEqual({ i, done: 1 });
    const { body } = await list(watcher);
    const owners = body.collaborators.filter(({ role }: { role: string }) => role === "owner");
    expect(owners).toHaveLength(1);
  }
}, 60_000);

test("removed and changed concurrently: removed, whichever was first", async () => {
  for (let i = 0; i < 10; i++) {
    const { member, remove, setRole, roles, owner } = await aPlace("space");
    const other = await member("viewer");
    const [removed, changed] = await Promise.all([remove(other), setRole(other, "editor")]);
    expect([removed.status, [200, 404].includes(changed.status)]).toEqual([200, true]);
    expect(await roles()).toEqual({ [owner.userId]: "owner" });
    expect((await call(listSpaces, { as: other })).body).toEqual([]);
  }
});

test("404: a user who is not a member", async () => {
  const { remove } = await aPlace("space");
  for (const userId of [noUser(), (await someone()).userId])
    expect(refusal(await remove({ userId }))).toEqual({ status: 404, paths: ["userId"] });
});

test("400: an invalid id", async () => {
  const { remove } = await aPlace("space");
  expect(refusal(await remove({ userId: "x" }))).toEqual({ status: 400, paths: ["userId"] });
});

test("200: principalId and principalType in place of userId", async () => {
  const { member, removeBy, roles } = await aPlace("space");
  const { userId: principalId } = await member("viewer");
  expect((await removeBy({ principalId, principalType: "user" })).status).toBe(200);
  expect(await roles()).not.toHaveProperty(principalId);
});
