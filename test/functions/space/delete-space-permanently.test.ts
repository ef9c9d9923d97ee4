import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteSpacePermanently } from "#functions/space/delete-space-permanently";
import { handler as getSpace } from "#functions/space/get-space";
import { roles } from "#lib/schemas/basics/role";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: the space and its bases are gone, for each member; a second time it is 404", async () => {
  const owner = await someone();
  const { spaceId, baseId } = await aBase(owner);
  const people = [owner, await aMember(spaceId, "creator"), await aMember(baseId, "owner")];
  expect((await call(deleteSpacePermanently, { as: owner, params: { spaceId } })).status).toBe(200);
  for (const as of people) {
    expect((await call(getSpace, { as, params: { spaceId } })).status).toBe(404);
    expect((await call(getBase, { as, params: { baseId } })).status).toBe(404);
  }
  for (const endpoint of [deleteSpacePermanently, deleteSpace])
    expect((await call(endpoint, { as: owner, params: { spaceId } })).status).toBe(404);
});

test.each(roles)("as %s: only owners may", async (role) => {
  const { spaceId } = await aBase(await someone());
  const as = await aMember(spaceId, role);
  const { status } = await call(deleteSpacePermanently, { as, params: { spaceId } });
  expect(status).toBe(role === "owner" ? 200 : 403);
});

test("404: another person's space; nothing is deleted", async () => {
  const owner = await someone();
  const { spaceId } = await aBase(owner);
  const params = { spaceId };
  expect((await call(deleteSpacePermanently, { as: await someone(), params })).status).toBe(404);
  expect((await call(getSpace, { as: owner, params })).status).toBe(200);
});
