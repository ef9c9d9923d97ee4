import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteSpacePermanently } from "#functions/space/delete-space-permanently";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { handler as getTable } from "#functions/table/get-table";
import { disagreements, linkTo } from "#test/support/makers/links";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { bringBack, trashBase, trashSpace } from "./support.ts";

const inTurn = async <Case, Result>(cases: Case[], work: (one: Case) => Promise<Result>) => {
  const results: Result[] = [];
  for (const one of cases) results.push(await work(one));
  return results;
};

/** A base with a record, and what its owner sees of it. */
async function aFullBase() {
  const made = await aTable({ name: "Plan", records: [{ fields: {} }, { fields: {} }] });
  const { owner: as, baseId, tableId, spaceId } = made;
  const seen = async () => [
    (await call(getBase, { as, params: { baseId } })).body,
    (await call(getTable, { as, params: { baseId, tableId } })).body,
    (await call(listRecords, { as, params: { tableId } })).body,
    (await call(listSpaceBases, { as, params: { spaceId } })).body,
  ];
  return { ...made, as, seen, before: await seen() };
}

test("201: a base with everything in it, by the id that its deletion gave; members have their roles again", async () => {
  const { as, baseId, tableId, seen, before } = await aFullBase();
  const viewer = await aMember(baseId, "viewer");
  const trashId = await trashBase({ as }, baseId);
  expect((await call(listRecords, { as, params: { tableId } })).status).toBe(404);
  expect(await bringBack(trashId, { as })).toMatchObject({
    status: 201,
    body: { resourceType: "base", resourceIds: [baseId] },
  });
  expect(await seen()).toEqual(before);
  expect((await call(listRecords, { as: viewer, params: { tableId } })).status).toBe(200);
  const body = { records: [{ fields: {} }] };
  expect((await call(createRecords, { as, params: { tableId }, body })).status).toBe(201);
});

test("201: again and at the same time the same answer; deleted again, it is another trash item", async () => {
  const { as, baseId, seen, before } = await aFullBase();
  const first = await trashBase({ as }, baseId);
  const twins = await Promise.all([1, 2, 3].map(() => bringBack(first, { as })));
  expect(twins.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect((await bringBack(first, { as })).status).toBe(201);
  const second = await trashBase({ as }, baseId);
  expect(second).not.toBe(first);
  expect((await bringBack(first, { as })).status).toBe(404);
  expect((await bringBack(second, { as })).status).toBe(201);
  expect(await seen()).toEqual(before);
});

test("201: a name that another base has taken gets a number", async () => {
  const { as, baseId, spaceId } = await aFullBase();
  const { name } = (await call(getBase, { as, params: { baseId } })).body;
  const trashId = await trashBase({ as }, baseId);
  await call(createBase, { as, body: { spaceId, name } });
  await bringBack(trashId, { as });
  expect((await call(getBase, { as, params: { baseId } })).body.name).toBe(`${name} 2`);
});

test("404, 403: strangers, editors, tokens without the scope or of another base", async () => {
  const { as, baseId, owner } = await aFullBase();
  const editor = await aMember(baseId, "editor");
  const other = await aBase(owner);
  const trashId = await trashBase({ as }, baseId);
  const elsewhere = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [other.baseId] } });
  const narrow = await aToken(owner.userId, { scopes: ["table|trash_update"] });
  const callers = [await someone(), { token: elsewhere }, editor, { token: narrow }];
  const statuses = await inTurn(callers, async (as) => (await bringBack(trashId, { as })).status);
  expect(statuses).toEqual([404, 404, 403, 403]);
  const here = await aToken(owner.userId, { reach: { spaceIds: [], baseIds: [baseId] } });
  expect((await bringBack(trashId, { as: { token: here } })).status).toBe(201);
});

test("a base in the trash can be deleted for good, by owners only; afterwards it is gone", async () => {
  const { as, baseId } = await aFullBase();
  const creator = await aMember(baseId, "creator");
  const trashId = await trashBase({ as }, baseId);
  const params = { baseId };
  const gone = [deleteBase, getBase];
  for (const endpoint of gone) expect((await call(endpoint, { as, params })).status).toBe(404);
  const statuses = await inTurn([await someone(), creator, as, as], async (as) => {
    return (await call(deleteBasePermanently, { as, params })).status;
  });
  expect(statuses).toEqual([404, 403, 200, 404]);
  expect((await bringBack(trashId, { as })).status).toBe(404);
});

test("201: links of another base keep their cells, also those written meanwhile", async () => {
  const { as, owner, tableId, baseId, table } = await aFullBase();
  const films = await aTable({ name: "Films", records: [{ fields: {} }] }, owner);
  const field = await linkTo(films, { tableId } as never, { baseId });
  const [one, other] = table.records as [{ id: string }, { id: string }];
  const film = { tableId: films.tableId as string, recordId: films.table.records[0].id as string };
  const link = (...ids: string[]) => {
    const fields = { [field.name]: ids.map((id) => ({ id })) };
    return call(updateRecord, { as, params: film, body: { record: { fields } } });
  };
  const linked = async () => {
    const { status, body } = await call(getRecord, { as, params: film });
    return { status, ids: body.fields[field.name].map(({ id }: { id: string }) => id) };
  };
  expect((await link(one.id)).status).toBe(200);
  const trashId = await trashBase({ as }, baseId);
  expect(await linked()).toEqual({ status: 200, ids: [one.id] });
  const written = (await link(one.id, other.id)).status;
  expect([200, 400]).toContain(written);
  await bringBack(trashId, { as });
  expect(await linked()).toEqual({ status: 200, ids: written === 200 ? [one.id, other.id] : [one.id] });
  expect(await disagreements(films.tableId, tableId)).toEqual([]);
});

test("201: a space with its bases; those that were deleted before stay in the trash", async () => {
  const { as, baseId, spaceId, seen } = await aFullBase();
  const member = await aMember(spaceId, "viewer");
  const { body: earlier } = await call(createBase, { as, body: { spaceId, name: "Earlier" } });
  const earlierTrash = await trashBase({ as }, earlier.id);
  const before = await seen();
  const trashId = await trashSpace({ as }, spaceId);
  for (const who of [as, member]) {
    expect((await call(getSpace, { as: who, params: { spaceId } })).status).toBe(404);
    expect((await call(getBase, { as: who, params: { baseId } })).status).toBe(404);
  }
  expect(await bringBack(earlierTrash, { as })).toMatchObject({
    status: 403,
    body: { message: "The space is in the trash too: restore the space first" },
  });
  const twins = await Promise.all([1, 2].map(() => bringBack(trashId, { as })));
  expect(twins).toMatchObject([1, 2].map(() => ({ status: 201, body: { resourceType: "space" } })));
  expect(await seen()).toEqual(before);
  expect((await call(getBase, { as: member, params: { baseId } })).status).toBe(200);
  expect((await bringBack(earlierTrash, { as })).status).toBe(201);
  expect((await call(listBases, { as })).body).toHaveLength(2);
});

test("201: a space whose name was taken gets a number; only owners may restore it", async () => {
  const { as, spaceId } = await aFullBase();
  const { name } = (await call(getSpace, { as, params: { spaceId } })).body;
  const creator = await aMember(spaceId, "creator");
  const trashId = await trashSpace({ as }, spaceId);
  await call(createSpace, { as, body: { name } });
  const statuses = await inTurn([await someone(), creator, as], async (as) => {
    return (await bringBack(trashId, { as })).status;
  });
  expect(statuses).toEqual([404, 403, 201]);
  expect((await call(getSpace, { as, params: { spaceId } })).body.name).toBe(`${name} 2`);
});

test("a space in the trash can be deleted for good, by owners only; its bases go too", async () => {
  const { as, baseId, spaceId } = await aFullBase();
  const creator = await aMember(spaceId, "creator");
  const trashId = await trashSpace({ as }, spaceId);
  const params = { spaceId };
  for (const endpoint of [deleteSpace, getSpace])
    expect((await call(endpoint, { as, params })).status).toBe(404);
  const statuses = await inTurn([await someone(), creator, as, as], async (as) => {
    return (await call(deleteSpacePermanently, { as, params })).status;
  });
  expect(statuses).toEqual([404, 403, 200, 404]);
  expect((await bringBack(trashId, { as })).status).toBe(404);
  expect((await call(deleteBasePermanently, { as, params: { baseId } })).status).toBe(404);
});
