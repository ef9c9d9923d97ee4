/*
 * Who may do what in a table. The base is read by turns from its own item and from the copy of it in its space, so each question is asked
 * twice in a row: both turns must say the same, at once after a change.
 */
import { expect, test } from "vitest";
import { handler as addBaseCollaborators } from "#functions/base/add-base-collaborators";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as removeBaseCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as updateBaseCollaborator } from "#functions/base/update-base-collaborator";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as removeSpaceCollaborator } from "#functions/space/remove-space-collaborator";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { entryKey, membersOf, type SpaceOrBase } from "#lib/data/spaces/members";
import { getItem } from "#lib/store/store";
import { aBase, aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf, withRightUnits } from "#test/support/requests/round-trips";

interface As {
  token: string;
}

/** A table with a record, and the statuses of two reads and two writes of it. */
async function aRecord() {
  const made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  const params = { tableId: made.tableId };
  const inRecord = { ...params, recordId: made.table.records[0].id as string };
  const body = { record: { fields: { Name: "Grace" } } };
  const read = async (as: As) => (await call(listRecords, { as, params })).status;
  const write = async (as: As) => (await call(updateRecord, { as, params: inRecord, body })).status;
  const statuses = async (as: As) => [await read(as), await read(as), await write(as), await write(as)];
  return { ...made, read, statuses, inBase: { baseId: made.baseId }, inSpace: { spaceId: made.spaceId } };
}

const all = (status: number) => [status, status, status, status];

test("a role counts at once: made, lower, higher, taken away; in the base and in its space", async () => {
  const { owner: as, baseId, spaceId, statuses, inBase, inSpace } = await aRecord();
  const elsewhere = await aBase(as);
  const [user, inside] = [await aMember(elsewhere.baseId, "viewer"), await aMember(spaceId, "editor")];
  const collaborators = [{ principalId: user.userId, principalType: "user" }];
  const setRole = (role: string) =>
    call(updateBaseCollaborator, { as, params: inBase, body: { userId: user.userId, role } });

  expect(await statuses(user)).toEqual(all(404));
  await call(addBaseCollaborators, { as, params: inBase, body: { collaborators, role: "editor" } });
  expect(await statuses(user)).toEqual(all(200));
  await setRole("viewer");
  expect(await statuses(user)).toEqual([200, 200, 403, 403]);
  await setRole("editor");
  expect(await statuses(user)).toEqual(all(200));
  await call(removeBaseCollaborator, { as, params: inBase, query: { userId: user.userId } });
  expect(await statuses(user)).toEqual(all(404));

  expect(await statuses(inside)).toEqual(all(200));
  await call(removeSpaceCollaborator, { as, params: inSpace, query: { userId: inside.userId } });
  expect(await statuses(inside)).toEqual(all(404));

  for (const place of [`BASE#${baseId}`, `SPACE#${spaceId}`] satisfies SpaceOrBase[])
    for (const { pk: _, sk: __, entity: ___, ...member } of await membersOf(place))
      expect(await getItem(entryKey(place, member.userId))).toMatchObject(member);
});

test("a base in the trash is gone at once, and back at once; the same with its space", async () => {
  const { owner: as, statuses, inBase, inSpace } = await aRecord();
  expect(await statuses(as)).toEqual(all(200));
  for (const [endpoint, params] of [
    [deleteBase, inBase],
    [deleteSpace, inSpace],
  ] as const) {
    const { body } = await call(endpoint, { as, params });
    expect(await statuses(as)).toEqual(all(404));
    await call(restoreTrashItem, { as, params: { trashId: body.trashId } });
    expect(await statuses(as)).toEqual(all(200));
  }
  await call(deleteBasePermanently, { as, params: inBase });
  expect(await statuses(as)).toEqual(all(404));
});

test("a base in another space is open to the members there, and no more to those of the former", async () => {
  const { owner: as, spaceId, statuses, inBase } = await aRecord();
  const { spaceId: other } = await aBase(as);
  const [former, present] = [await aMember(spaceId, "editor"), await aMember(other, "editor")];
  for (const [to, statusesThen] of [
    [other, [404, 200]],
    [spaceId, [200, 404]],
  ] as const) {
    await call(moveBase, { as, params: inBase, body: { spaceId: to } });
    expect([await statuses(former), await statuses(present)]).toEqual(statusesThen.map(all));
  }
});

test("both turns cost the same", async () => {
  withRightUnits();
  const { owner, read } = await aRecord();
  await read(owner);
  const [one, other] = [await costOf(() => read(owner)), await costOf(() => read(owner))];
  expect(other).toEqual(one);
});
