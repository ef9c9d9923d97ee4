import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { joinChanges } from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();

test("200: only the bases of the space, the oldest first, each with the higher role", async () => {
  const { spaceId, baseId } = await aBase(owner);
  await aBase(owner);
  const { body: second } = await call(createBase, { as: owner, body: { spaceId, name: "Second" } });
  const { body: gone } = await call(createBase, { as: owner, body: { spaceId } });
  await call(deleteBase, { as: owner, params: { baseId: gone.id } });
  await call(updateBase, { as: owner, params: { baseId }, body: { name: "First", icon: "📦" } });
  const viewer = await aMember(spaceId, "viewer");
  await commit(joinChanges(`BASE#${baseId}`, viewer.userId, "editor", new Date().toISOString()));

  const { status, body } = await call(listSpaceBases, { as: viewer, params: { spaceId } });
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { id: baseId, name: "First", icon: "📦", spaceId, role: "editor", collaboratorType: "base" },
      { id: second.id, name: "Second", spaceId, role: "viewer", icon: null, collaboratorType: "space" },
    ],
  });
});

test("404: a member of a base is not a member of its space", async () => {
  const { spaceId, baseId } = await aBase(owner);
  const as = await aMember(baseId, "owner");
  expect((await call(listSpaceBases, { as, params: { spaceId } })).status).toBe(404);
});
