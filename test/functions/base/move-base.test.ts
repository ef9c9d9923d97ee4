import { describe, expect, test } from "vitest";
import { handler as getAttachment } from "#functions/attachment/get-attachment";
import { handler as createBase } from "#functions/base/create-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as orderBase } from "#functions/base/order-base";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as listTrash } from "#functions/trash/list-trash";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import type { Caller } from "#lib/data/identity/caller";
import { find } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { joinChanges, type SpaceOrBase } from "#lib/data/spaces/members";
import { moveBase as moveFrom } from "#lib/data/tables/move-base";
import type { BaseId, SpaceId, TableId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { commit } from "#lib/store/commit";
import { aFile } from "#test/support/makers/files";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** A base with a table in one space, and another space of the same owner. */
async function twoSpaces() {
  const owner = await someone();
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "user", name: "Who" },
    { type: "attachment", name: "Files" },
  ];
  const { baseId, spaceId, tableId } = await aTable({ fields }, owner);
  const { spaceId: otherId } = await aBase(owner);
  const move = (as: { token: string } = owner, to: string = otherId) =>
    call(moveBase, { as, params: { baseId }, body: { spaceId: to } });
  const records = (as: { token: string }) => call(listRecords, { as, params: { tableId } });
  const basesIn = async (id: string) => {
    const { body } = await call(listSpaceBases, { as: owner, params: { spaceId: id } });
    return body.map((base: { id: string }) => base.id);
  };
  const write = (cells: object) =>
    call(createRecords, { as: owner, params: { tableId }, body: { records: [{ fields: cells }] } });
  return { owner, baseId, spaceId, otherId, tableId, move, records, basesIn, write };
}

const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

test("200: the base is in the other space, as its last; its tables are open to the members there, and to its own", async () => {
  const { owner, baseId, spaceId, otherId, move, records, basesIn, write } = await twoSpaces();
  const [former, present, own] = await Promise.all(
    [spaceId, otherId, baseId].map((place) => aMember(place, "viewer")),
  );
  if (!former || !present || !own) throw new Error("there are three");
  const { body: second } = await call(createBase, { as: owner, body: { spaceId } });
  await call(orderBase, { as: owner, params: { baseId }, body: { anchorId: second.id, position: "after" } });
  const readers = [former, present, own];
  expect(await statuses(readers.map(records))).toEqual([200, 404, 200]);
  expect((await write({ Who: { id: present.userId } })).status).toBe(400);

  const { status, body } = await move();
  expect({ status, body }).toEqual({ status: 200, body: "" });
  expect(await statuses(readers.map(records))).toEqual([404, 200, 200]);
  expect(await statuses(readers.map((as) => call(getBase, { as, params: { baseId } })))).toEqual([
    404, 200, 200,
  ]);
  expect((await call(getBase, { as: owner, params: { baseId } })).body.spaceId).toBe(otherId);
  expect((await basesIn(otherId)).at(-1)).toBe(baseId);
  expect(await basesIn(spaceId)).toEqual([second.id]);
  expect((await write({ Who: { id: present.userId } })).status).toBe(201);
  expect((await write({ Who: { id: former.userId } })).status).toBe(400);
  // to where it is already
  expect((await move()).status).toBe(200);
  // and back
  expect((await move(owner, spaceId)).status).toBe(200);
  expect(await statuses(readers.map(records))).toEqual([200, 404, 200]);
});

test("302, 404: its files too", async () => {
  const { owner, spaceId, otherId, move, write } = await twoSpaces();
  const [former, present] = [await aMember(spaceId, "viewer"), await aMember(otherId, "viewer")];
  const { item, token } = await aFile(owner);
  expect((await write({ Files: [item] })).status).toBe(201);
  const limited = await aToken(owner.userId, { reach: { spaceIds: [spaceId as SpaceId], baseIds: [] } });
  const readers = [former, present, owner, { token: limited }];
  const read = () => statuses(readers.map((as) => call(getAttachment, { as, params: { token } })));
  expect(await read()).toEqual([302, 404, 302, 302]);
  await move();
  expect(await read()).toEqual([404, 302, 302, 404]);
});

test("200: a table in its trash goes along", async () => {
  const { owner, baseId, spaceId, otherId, tableId, move, records } = await twoSpaces();
  const [former, present] = [await aMember(spaceId, "creator"), await aMember(otherId, "creator")];
  await call(deleteTable, { as: owner, params: { baseId, tableId } });
  await move();
  const { body } = await call(listTrash, { as: present, query: { baseId } });
  const params = { trashId: body.items[0].id };
  expect((await call(restoreTrashItem, { as: former, params })).status).toBe(404);
  expect((await call(restoreTrashItem, { as: present, params })).status).toBe(201);
  expect(await statuses([former, present].map(records))).toEqual([404, 200]);
});

test("200: the former space can be deleted afterwards; the base stays", async () => {
  const { owner, spaceId, otherId, tableId, move, records, basesIn, baseId } = await twoSpaces();
  await move();
  expect((await call(deleteSpace, { as: owner, params: { spaceId } })).status).toBe(200);
  expect((await records(owner)).status).toBe(200);
  expect(await basesIn(otherId)).toContain(baseId);
  expect((await call(listTables, { as: owner, params: { baseId } })).body[0].id).toBe(tableId);
});

test("200: a base with many tables moves as a whole; a table that is created meanwhile goes along", async () => {
  const { owner, baseId, spaceId, otherId, move } = await twoSpaces();
  const place = { baseId, spaceId };
  for (let i = 0; i < 60; i++) await aTable({ name: `T${i}` }, owner, place);
  const present = await aMember(otherId, "viewer");
  const [moved, ...made] = await Promise.all([
    move(),
    ...Array.from({ length: 5 }, (_, i) => aTable({ name: `late ${i}` }, owner, place)),
  ]);
  expect({ status: moved.status, made: made.length }).toEqual({ status: 200, made: 5 });
  const { body } = await call(listTables, { as: present, params: { baseId } });
  expect(body).toHaveLength(66);
  const read = body.map(({ id }: { id: string }) =>
    call(listRecords, { as: present, params: { tableId: id } }),
  );
  expect(new Set(await statuses(read))).toEqual(new Set([200]));
  const stored = await Promise.all(body.map(({ id }: { id: TableId }) => find(id)));
  expect(new Set(stored.map((table) => table?.spaceId))).toEqual(new Set([otherId]));
});

test("409: another request moved the base meanwhile: it is there, so the answer is no 404", async () => {
  const { owner, baseId, spaceId, otherId, move, basesIn } = await twoSpaces();
  const before = await bases.find(baseId as BaseId);
  if (!before) throw new Error("there is a base");
  const { spaceId: thirdId } = await aBase(owner);
  expect((await move()).status).toBe(200);
  const meanwhile = { status: 409, message: expect.stringContaining("was moved to another space meanwhile") };
  const caller = { userId: owner.userId, now: new Date().toISOString() } as Caller;
  await expect(moveFrom(before, thirdId as SpaceId, caller)).rejects.toMatchObject(meanwhile);
  await expect(bases.update(before, { name: "Late" })).rejects.toMatchObject(meanwhile);
  expect(await Promise.all([spaceId, otherId, thirdId].map(basesIn))).toEqual([
    [],
    expect.arrayContaining([baseId]),
    expect.not.arrayContaining([baseId]),
  ]);
  // sent again, they know where the base is now
  expect((await move(owner, thirdId)).status).toBe(200);
});

test("200, 409: many moves at once; the base ends in one space, with its table", async () => {
  const { owner, baseId, spaceId, otherId, move, basesIn, records } = await twoSpaces();
  const answers = await statuses([otherId, spaceId, otherId, otherId, spaceId].map((to) => move(owner, to)));
  expect([200, 409]).toEqual(expect.arrayContaining([...new Set(answers)]));
  const lists = await Promise.all([spaceId, otherId].map(basesIn));
  expect(lists.flat().filter((id) => id === baseId)).toHaveLength(1);
  expect((await records(owner)).status).toBe(200);
});

describe("refused, and nothing moves", () => {
  test("403: below creator in one of the spaces, or a member of the base only; 404: no member of the other space", async () => {
    const { owner, baseId, spaceId, otherId, move, basesIn } = await twoSpaces();
    /** The status for a person with these roles in the former space, the base, and the other space. */
    const refused = async (inFormer?: Role, inBase?: Role, inOther?: Role) => {
      const person = await someone();
      const places = [`SPACE#${spaceId}`, `BASE#${baseId}`, `SPACE#${otherId}`] as const;
      for (const [i, role] of [inFormer, inBase, inOther].entries())
        if (role)
          await commit(joinChanges(places[i] as SpaceOrBase, person.userId, role, new Date().toISOString()));
      return (await move(person)).status;
    };
    expect(await refused("editor", undefined, "creator")).toBe(403);
    expect(await refused("creator", undefined, "editor")).toBe(403);
    expect(await refused("creator", undefined, undefined)).toBe(404);
    // otherwise a guest could take a base out of the space of its owner
    expect(await refused(undefined, "creator", "creator")).toBe(403);
    expect(await refused(undefined, undefined, "creator")).toBe(404);
    expect((await move(owner, "spc4mSa1Cw6nZ8tQ0Yh")).status).toBe(404);
    expect(await basesIn(spaceId)).toEqual([baseId]);
  });

  test("403, 404: a token without base|create, or that does not reach both spaces", async () => {
    const { owner, baseId, spaceId, otherId, move, basesIn } = await twoSpaces();
    const [here, there, base] = [spaceId as SpaceId, otherId as SpaceId, baseId as BaseId];
    const of = async (how: Parameters<typeof aToken>[1]) => ({ token: await aToken(owner.userId, how) });
    expect((await move(await of({ scopes: ["base|update"] }))).status).toBe(403);
    expect((await move(await of({ reach: { spaceIds: [here], baseIds: [] } }))).status).toBe(404);
    expect((await move(await of({ reach: { spaceIds: [there], baseIds: [] } }))).status).toBe(404);
    expect((await move(await of({ reach: { spaceIds: [there], baseIds: [base] } }))).status).toBe(403);
    expect(await basesIn(spaceId)).toEqual([baseId]);
    expect((await move(await of({ reach: { spaceIds: [here, there], baseIds: [] } }))).status).toBe(200);
  });
});
