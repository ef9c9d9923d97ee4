import { expect, test } from "vitest";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as listSpaces } from "#functions/space/list-spaces";
import { joinChanges } from "#lib/data/spaces/members";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { commit } from "#lib/store/commit";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const list = async (as: { token: string }) => (await call(listSpaces, { as })).body;

test("200: the caller's spaces with his role, the oldest first; none for who has none", async () => {
  const [ada, bob] = [await someone(), await someone()];
  expect(await list(bob)).toEqual([]);
  const { body: first } = await call(createSpace, { as: ada, body: { name: "First" } });
  const { body: second } = await call(createSpace, { as: bob, body: { name: "Second" } });
  await commit(joinChanges(`SPACE#${first.id as SpaceId}`, bob.userId, "viewer", new Date().toISOString()));
  expect(await list(bob)).toEqual([
    { id: first.id, name: "First", role: "viewer" },
    { id: second.id, name: "Second", role: "owner" },
  ]);
  await call(deleteSpace, { as: ada, params: { spaceId: first.id } });
  expect(await list(bob)).toEqual([second]);
});

test("200: a role on a base is none in its space", async () => {
  const { baseId } = await aBase(await someone());
  expect(await list(await aMember(baseId, "owner"))).toEqual([]);
});

test("200: a token that names places lists those spaces only", async () => {
  const ada = await someone();
  const [one, two] = [await aBase(ada), await aBase(ada)];
  const reach = { spaceIds: [two.spaceId], baseIds: [one.baseId] };
  expect(await list({ token: await aToken(ada.userId, { reach }) })).toMatchObject([{ id: two.spaceId }]);
});
