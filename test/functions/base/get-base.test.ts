import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { joinChanges } from "#lib/data/spaces/members";
import { roles } from "#lib/schemas/basics/role";
import { commit } from "#lib/store/commit";
import { noBase } from "#test/support/makers/ids";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const { baseId, spaceId } = await aBase(owner);
const get = (as = owner, id: string = baseId) => call(getBase, { as, params: { baseId: id } });

test("200: the base, and the caller's role", async () => {
  const { status, body } = await get();
  expect({ status, body }).toEqual({
    status: 200,
    body: { id: baseId, name: "Base", spaceId, role: "owner", icon: null, collaboratorType: "space" },
  });
});

test.each(roles)("200: for a %s of the base or of its space", async (role) => {
  const [inBase, inSpace] = await Promise.all([aMember(baseId, role), aMember(spaceId, role)]);
  expect((await get(inBase)).body).toMatchObject({ role, collaboratorType: "base" });
  expect((await get(inSpace)).body).toMatchObject({ role, collaboratorType: "space" });
});

test.each([
  ["viewer", "editor", "editor", "space"],
  ["creator", "commenter", "creator", "base"],
  ["editor", "editor", "editor", "base"],
] as const)(
  "200: %s of the base and %s of the space is %s, by the %s",
  async (inBase, inSpace, role, from) => {
    const member = await aMember(baseId, inBase);
    await commit(joinChanges(`SPACE#${spaceId}`, member.userId, inSpace, new Date().toISOString()));
    expect((await get(member)).body).toMatchObject({ role, collaboratorType: from });
  },
);

test.each(["nope", "bse", "..", "bse%2Fx", "bse🔑", noBase()])("404: %s", async (id) => {
  const { status, body } = await get(owner, id);
  expect({ status, body }).toEqual({
    status: 404,
    body: { status: 404, code: "not_found", message: `There is no base ${id}, or you have no access to it` },
  });
});
