import { expect, test } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as listTrash } from "#functions/trash/list-trash";
import { aBase, aMember, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { bringBack, trashBase, trashedPlaces, trashSpace } from "./support.ts";

const idsOf = ({ items }: { items: { resourceId: string }[] }) => items.map(({ resourceId }) => resourceId);

test("200: deleted bases, the newest first, as the caller may restore them", async () => {
  const owner = await someone();
  const { baseId, spaceId } = await aBase(owner);
  const second = await aBase(owner);
  const [editor, inBase] = [await aMember(spaceId, "editor"), await aMember(baseId, "creator")];
  const trashId = await trashBase({ as: owner }, baseId);
  await trashBase({ as: owner }, second.baseId);
  const page = await trashedPlaces({ as: owner }, "base");
  expect(idsOf(page)).toEqual([second.baseId, baseId]);
  expect(page.items[1]).toEqual({
    id: trashId,
    resourceType: "base",
    resourceId: baseId,
    resourceIds: [baseId],
    name: expect.any(String),
    deletedBy: owner.userId,
    deletedTime: expect.stringMatching(/Z$/),
  });
  expect(page.resourceMap[baseId]).toEqual({ id: baseId, name: page.items[1].name, spaceId });
  expect(page.userMap[owner.userId]).toMatchObject({ id: owner.userId, name: owner.name });
  expect(idsOf(await trashedPlaces({ as: inBase }, "base"))).toEqual([baseId]);
  for (const as of [editor, await someone()]) expect(idsOf(await trashedPlaces({ as }, "base"))).toEqual([]);
});

test("200: deleted spaces; only owners may restore them, and their bases come back with them", async () => {
  const owner = await someone();
  const { baseId, spaceId } = await aBase(owner);
  const creator = await aMember(spaceId, "creator");
  const first = await trashBase({ as: owner }, baseId);
  const trashId = await trashSpace({ as: owner }, spaceId);
  const page = await trashedPlaces({ as: owner }, "space");
  expect(page.items).toMatchObject([
    { id: trashId, resourceType: "space", resourceId: spaceId, resourceIds: [spaceId] },
  ]);
  expect(idsOf(await trashedPlaces({ as: creator }, "space"))).toEqual([]);
  // neither those that it took along, nor those deleted before
  expect(idsOf(await trashedPlaces({ as: owner }, "base"))).toEqual([]);
  await bringBack(trashId, { as: owner });
  expect(idsOf(await trashedPlaces({ as: owner }, "space"))).toEqual([]);
  expect((await trashedPlaces({ as: owner }, "base")).items).toMatchObject([{ id: first }]);
});

test("200: a token sees what it may reach; without its scope it is 403", async () => {
  const { userId, ...owner } = await someone();
  const [one, other] = [await aBase({ userId, ...owner }), await aBase({ userId, ...owner })];
  for (const { baseId } of [one, other]) await trashBase({ as: owner }, baseId);
  const reach = { spaceIds: [], baseIds: [one.baseId] };
  const narrow = { token: await aToken(userId, { reach }) };
  expect(idsOf(await trashedPlaces({ as: narrow }, "base"))).toEqual([one.baseId]);
  const token = await aToken(userId, { scopes: ["base|read"] });
  const query = { resourceType: "base" };
  expect((await call(listTrash, { as: { token }, query })).status).toBe(403);
});

test("200: what was deleted for good or restored is not listed", async () => {
  const owner = await someone();
  const [gone, back] = [await aBase(owner), await aBase(owner)];
  await trashBase({ as: owner }, gone.baseId);
  const trashId = await trashBase({ as: owner }, back.baseId);
  await call(deleteBasePermanently, { as: owner, params: { baseId: gone.baseId } });
  await bringBack(trashId, { as: owner });
  expect(idsOf(await trashedPlaces({ as: owner }, "base"))).toEqual([]);
});

test("200: page by page, each once, over several spaces", async () => {
  const owner = await someone();
  const made = await Promise.all(Array.from({ length: 23 }, () => aBase(owner)));
  for (const { baseId } of made) await trashBase({ as: owner }, baseId);
  const first = await trashedPlaces({ as: owner }, "base");
  expect(first.items).toHaveLength(20);
  const rest = await trashedPlaces({ as: owner }, "base", first.nextCursor);
  expect(rest.nextCursor).toBeNull();
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(made.map(({ baseId }) => baseId).reverse());
  const cursor = "trs";
  expect((await call(listTrash, { as: owner, query: { resourceType: "base", cursor } })).status).toBe(400);
});
