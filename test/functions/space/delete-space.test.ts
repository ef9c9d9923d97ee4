import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { roles } from "#lib/schemas/basics/role";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: nothing of it answers any more, to nobody; other spaces are as before", async () => {
  const { owner, spaceId, baseId } = await aTable();
  const { body: second } = await call(createBase, { as: owner, body: { spaceId } });
  const other = await aBase(owner);
  const people = [owner, await aMember(spaceId, "creator"), await aMember(baseId, "owner")];
  expect((await call(deleteSpace, { as: owner, params: { spaceId } })).status).toBe(200);
  for (const as of people) {
    expect((await call(getSpace, { as, params: { spaceId } })).status).toBe(404);
    expect((await call(createBase, { as, body: { spaceId } })).status).toBe(404);
    for (const id of [baseId, second.id])
      expect((await call(getBase, { as, params: { baseId: id } })).status).toBe(404);
  }
  expect((await call(listBases, { as: owner })).body).toMatchObject([{ id: other.baseId }]);
});

test("404: a space is deleted once, also by two at the same time", async () => {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  const twins = await Promise.all([1, 2, 3].map(() => call(deleteSpace, { as: owner, params: { spaceId } })));
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

test.each(roles)("as %s: an owner may, nobody else", async (role) => {
  const { spaceId } = await aBase(await someone());
  const as = await aMember(spaceId, role);
  const { status } = await call(deleteSpace, { as, params: { spaceId } });
  expect(status).toBe(role === "owner" ? 200 : 403);
});

test("a base that is made meanwhile goes too, or is not made", async () => {
  for (let i = 0; i < 10; i++) {
    const owner = await someone();
    const { spaceId } = await aBase(owner);
    const [made, ...answers] = await Promise.all([
      call(createBase, { as: owner, body: { spaceId } }),
      call(deleteSpace, { as: owner, params: { spaceId } }),
      call(inviteToSpace, {
        as: owner,
        params: { spaceId },
        body: { emails: ["meanwhile@test.local"], role: "viewer" },
      }),
    ]);
    expect(answers[0]?.status).toBe(200);
    expect([201, 404]).toContain(made.status);
    expect([201, 404]).toContain(answers[1]?.status);
    if (made.status === 201)
      expect((await call(getBase, { as: owner, params: { baseId: made.body.id } })).status).toBe(404);
    expect((await call(listBases, { as: owner })).body).toEqual([]);
  }
});
