/* A space that moves to another cell, or has: what its marks do to calls, and that copies of items are as items are. */
import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as createField } from "#functions/field/create-field";
import { handler as acceptInvitationLink } from "#functions/invitation/accept-invitation-link";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { handler as getSharedView } from "#functions/share/get-shared-view";
import { handler as submitSharedForm } from "#functions/share/submit-shared-form";
import { handler as createSpaceLink } from "#functions/space/create-space-link";
import { handler as getSpace } from "#functions/space/get-space";
import { handler as listSpaces } from "#functions/space/list-spaces";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as createView } from "#functions/view/create-view";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as getView } from "#functions/view/get-view";
import { viewKey } from "#lib/data/schema/table-schema";
import { type BaseItem, baseCopyKey, baseKey } from "#lib/data/spaces/bases";
import type { SpaceMove } from "#lib/data/spaces/moves";
import { type SpaceItem, spaceKey } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { putItems } from "#lib/store/batch-writes";
import { change, commit } from "#lib/store/commit";
import { copiedMark } from "#lib/store/item";
import { getRawItems } from "#lib/store/raw-reads";
import { getEach, type Item } from "#lib/store/store";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the marks are written into the store");

const to = "https://eu1.example.org";

async function mark({ baseId, spaceId }: { baseId: BaseId; spaceId: SpaceId }, state?: SpaceMove["state"]) {
  const move: SpaceMove | undefined = state && { state, to, time: new Date().toISOString() };
  const found = await getEach<[SpaceItem, BaseItem, BaseItem]>([
    spaceKey(spaceId),
    baseKey(baseId),
    baseCopyKey(spaceId, baseId),
  ]);
  await commit(found.flatMap((item) => (item ? [change(item, { move })] : [])));
}

async function aWorld() {
  const owner = await someone();
  const place = await aBase(owner);
  const { tableId } = await aTable({}, owner, place);
  const params = { tableId };
  const { body: form } = await call(createView, { as: owner, params, body: { name: "Form", type: "form" } });
  const { body: share } = await call(enableShare, { as: owner, params: { tableId, viewId: form.id } });
  const { body: link } = await call(createSpaceLink, {
    as: owner,
    params: { spaceId: place.spaceId },
    body: { role: "viewer" },
  });
  const made = await call(createRecords, { as: owner, params, body: { records: [{ fields: {} }] } });
  return { owner, place, tableId, params, shareId: share.shareId, link, form, record: made.body.records[0] };
}

const moving = { status: 503, body: { code: "moving" } };
const moved = { status: 410, body: { code: "moved", data: { movedTo: to } } };
const record = { records: [{ fields: {} }] };

test("while it moves, everything can be read, and nothing written: 503 with Retry-After", async () => {
  const { owner, place, tableId, params, shareId, link } = await aWorld();
  const joiner = await someone();
  await mark(place, "moving");
  // by turns the base is read from its item and from its copy
  for (let i = 0; i < 2; i++) {
    expect((await call(listRecords, { as: owner, params })).status).toBe(200);
    expect((await call(listRecordsByBody, { as: owner, params, body: {} })).status).toBe(200);
    const refused = await call(createRecords, { as: owner, params, body: record });
    expect(refused).toMatchObject(moving);
    expect(refused.headers["retry-after"]).toBe("5");
  }
  expect((await call(getSpace, { as: owner, params: { spaceId: place.spaceId } })).status).toBe(200);
  expect((await call(getSharedView, { params: { shareId } })).status).toBe(200);
  const { baseId, spaceId } = place;
  expect(await call(updateBase, { as: owner, params: { baseId }, body: { name: "New" } })).toMatchObject(
    moving,
  );
  expect(await call(createBase, { as: owner, body: { spaceId, name: "New" } })).toMatchObject(moving);
  expect(await call(submitSharedForm, { params: { shareId }, body: { fields: {} } })).toMatchObject(moving);
  const acceptance = { invitationId: link.invitationId, invitationCode: link.invitationCode };
  expect(await call(acceptInvitationLink, { as: joiner, body: acceptance })).toMatchObject(moving);

  // a link into the space writes there too, one that only reads does not
  const elsewhere = await aBase(owner);
  const other = await aTable({}, owner, elsewhere);
  const linking = (isOneWay: boolean) =>
    call(createField, {
      ...{ as: owner, params: { tableId: other.tableId } },
      body: {
        ...{ name: `Link ${isOneWay}`, type: "link" },
        options: { relationship: "manyMany", foreignTableId: tableId, baseId, ...(isOneWay && { isOneWay }) },
      },
    });
  expect(await linking(false)).toMatchObject(moving);
  expect((await linking(true)).status).toBe(201);

  await mark(place);
  expect((await call(createRecords, { as: owner, params, body: record })).status).toBe(201);
});

test("what is in the trash of a space that moves is not restored", async () => {
  const { owner, place, tableId } = await aWorld();
  const { body } = await call(deleteTable, { as: owner, params: { baseId: place.baseId, tableId } });
  await mark(place, "moving");
  const params = { trashId: body.trashId };
  expect(await call(restoreTrashItem, { as: owner, params })).toMatchObject(moving);
  await mark(place, "moved");
  expect(await call(restoreTrashItem, { as: owner, params })).toMatchObject(moved);
});

test("when it has moved: 410 with the new address for those who had a role or have a share, 404 for others", async () => {
  const { owner, place, params, shareId, link, record: made } = await aWorld();
  const viewer = await aMember(place.baseId, "viewer");
  const stranger = await someone();
  await mark(place, "moved");
  for (const as of [owner, viewer])
    for (let i = 0; i < 2; i++) {
      expect(await call(listRecords, { as, params })).toMatchObject(moved);
      expect(await call(createRecords, { as, params, body: record })).toMatchObject(moved);
      expect(await call(getRecord, { as, params: { ...params, recordId: made.id } })).toMatchObject(moved);
    }
  expect(await call(getSpace, { as: owner, params: { spaceId: place.spaceId } })).toMatchObject(moved);
  expect(await call(createBase, { as: owner, body: { spaceId: place.spaceId, name: "New" } })).toMatchObject(
    moved,
  );
  expect(await call(getSharedView, { params: { shareId } })).toMatchObject(moved);
  expect(await call(submitSharedForm, { params: { shareId }, body: { fields: {} } })).toMatchObject(moved);
  expect((await call(listRecords, { as: stranger, params })).status).toBe(404);
  expect((await call(getSpace, { as: stranger, params: { spaceId: place.spaceId } })).status).toBe(404);
  const acceptance = { invitationId: link.invitationId, invitationCode: link.invitationCode };
  expect(await call(acceptInvitationLink, { as: stranger, body: acceptance })).toMatchObject(moved);
  expect((await call(listBases, { as: owner })).body).toEqual([]);
  expect((await call(listSpaces, { as: owner })).body).toEqual([]);
});

test("a copy of an item is shown as the item is, and is no copy any more once it was written", async () => {
  const { owner, tableId, form } = await aWorld();
  const key = viewKey(tableId as TableId, form.id as ViewId);
  const params = { tableId, viewId: form.id };
  const before = (await call(getView, { as: owner, params })).body;
  const [stored] = (await getRawItems([key])) as [Item];
  await putItems([{ ...stored, [copiedMark]: stored.version }]);
  expect((await call(getView, { as: owner, params })).body).toEqual(before);
  const [item] = await getEach<[Item]>([key]);
  expect(item).toEqual(stored);
  await commit([change(item as Item, { name: "Another" })]);
  expect((await getRawItems([key]))[0]).not.toHaveProperty(copiedMark);
});
