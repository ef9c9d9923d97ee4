import { expect, test } from "vitest";
import { handler as getSpace } from "#functions/space/get-space";
import { roles } from "#lib/schemas/basics/role";
import { noSpace } from "#test/support/makers/ids";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const { baseId, spaceId } = await aBase(owner);
const get = (as = owner, id: string = spaceId) => call(getSpace, { as, params: { spaceId: id } });

test.each(roles)("200: the space, and that the caller is its %s", async (role) => {
  const { status, body } = await get(await aMember(spaceId, role));
  expect({ status, body }).toEqual({ status: 200, body: { id: spaceId, name: "Space", role } });
});

test("404: for a stranger and a member of a base of it, as if it were not there", async () => {
  for (const as of [await someone(), await aMember(baseId, "owner")]) {
    const [theirs, none] = [await get(as), await get(as, noSpace())];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect(theirs.body.message).toBe(`There is no space ${spaceId}, or you have no access to it`);
  }
});

test.each(["nope", "spc", "..", noSpace()])("404: %s", async (id) => {
  expect((await get(owner, id)).status).toBe(404);
});
