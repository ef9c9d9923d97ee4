import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as getBase } from "#functions/base/get-base";
import type { Role } from "#lib/schemas/basics/role";
import { fill } from "#test/support/events/jobs";
import { noSpace } from "#test/support/makers/ids";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const { baseId, spaceId } = await aBase(owner);
const create = (body: unknown, as = owner) => call(createBase, { as, body });

test("201: the new base can be read back", async () => {
  const { status, body: base } = await create({ spaceId, name: " Sales ", icon: "📦" });
  expect({ status, base }).toEqual({
    status: 201,
    base: {
      id: expect.stringMatching(/^bse[0-9A-Za-z]{16}$/),
      name: "Sales",
      spaceId,
      icon: "📦",
      role: "owner",
      collaboratorType: "space",
    },
  });
  expect((await call(getBase, { as: owner, params: { baseId: base.id } })).body).toEqual(base);
});

test("201: without a name it is an Untitled Base", async () => {
  expect((await create({ spaceId })).body).toMatchObject({ name: "Untitled Base" });
});

test("201: names may repeat", async () => {
  const twins = await Promise.all([create({ spaceId, name: "Twin" }), create({ spaceId, name: "Twin" })]);
  expect(twins.map(({ body }) => body.name)).toEqual(["Twin", "Twin"]);
});

test.each([
  ["no space", {}, ["spaceId"]],
  ["a space that is none", { spaceId: "nope" }, ["spaceId"]],
  ["an empty name", { spaceId, name: "  " }, ["name"]],
  ["a name of nothing but U+0000", { spaceId, name: "\0" }, ["name"]],
  ["256 characters of name", { spaceId, name: "x".repeat(256) }, ["name"]],
  ["an icon that is no emoji", { spaceId, icon: "x" }, ["icon"]],
  ["all of it wrong", { name: 1, icon: 2 }, ["spaceId", "name", "icon"]],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(body))).toEqual({ status: 400, paths });
});

test("201: 255 characters, whatever each takes", async () => {
  const name = "👩‍🚀".slice(0, 2).repeat(255);
  expect((await create({ spaceId, name })).body.name).toBe(name);
});

test.each<[Role, number]>([
  ["owner", 201],
  ["creator", 201],
  ["editor", 403],
  ["commenter", 403],
  ["viewer", 403],
])("as %s of the space: %d", async (role, status) => {
  const member = await aMember(spaceId, role);
  expect((await create({ spaceId }, member)).status).toBe(status);
});

test("404: a space of somebody else is like one that is not there", async () => {
  const stranger = await someone();
  const nowhere = noSpace();
  const [theirs, none] = await Promise.all([
    create({ spaceId }, stranger),
    create({ spaceId: nowhere }, stranger),
  ]);
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, spaceId));
});

test("404: a role on a base is none in its space", async () => {
  expect((await create({ spaceId }, await aMember(baseId, "owner"))).status).toBe(404);
});

test("400: one base more than a space may have", async () => {
  const full = await aBase(owner);
  const pk = `SPACE#${full.spaceId}`;
  await fill(998, (i) => ({ pk, sk: `BASE#bse${i}`, entity: "baseCopy" }));
  const first = await create({ spaceId: full.spaceId });
  const second = await create({ spaceId: full.spaceId });
  expect([first.status, refusal(second)]).toEqual([201, { status: 400, paths: ["spaceId"] }]);
  expect(second.body.message).toContain("the space has 1000 bases, the limit is 1000");
});

test("a token for one base makes no other, one for the space does", async () => {
  const forBase = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [baseId] } });
  const forSpace = await aToken(owner.userId, { reach: { spaceIds: [spaceId], baseIds: [] } });
  const statuses = [forBase, forSpace].map(
    async (token) => (await create({ spaceId }, { ...owner, token })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 201]);
});
