import { describe, expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as removeCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as updateBase } from "#functions/base/update-base";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as makeThumbnails } from "#functions/thumbnail/make-thumbnails";
import { handler as listTrash } from "#functions/trash/list-trash";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as createView } from "#functions/view/create-view";
import { handler as orderRows } from "#functions/view/order-rows";
import { mostTables } from "#lib/client/watch/changes";
import { writeLogCursor } from "#lib/data/changes/change-cursor";
import { type Logged, packLogged } from "#lib/data/changes/chunk";
import { logKey } from "#lib/data/changes/chunks";
import { raiseEpoch, readEpoch } from "#lib/data/changes/epoch";
import { findFollowed } from "#lib/data/changes/followed";
import { fileKey } from "#lib/data/records/attachments";
import type { BaseId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FileToken } from "#lib/schemas/records/attachment";
import { putItem } from "#lib/store/store";
import { append, appendNew, changesOf, cursorOfNow, follow, readStream } from "#test/support/events/log";
import { actionsOf } from "#test/support/makers/actions";
import { aFile, hears } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { aPicture } from "#test/support/makers/pictures";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed } from "#test/support/store/faults";

inProcessOnly("the stream is read here");

/** Puts chunks at the end of the log of a base that has none yet. */
async function putChunks(baseId: BaseId, chunks: Logged[][]): Promise<void> {
  const mark = await findFollowed(baseId, new Date().toISOString());
  const isFree = { ConditionExpression: "attribute_not_exists(pk)" };
  for (const [i, changes] of chunks.entries())
    await putItem(
      {
        ...logKey(baseId, (mark?.head ?? 0) + 1 + i),
        ...{ entity: "changes", version: 1, text: packLogged(changes), time: new Date().toISOString() },
      },
      isFree,
    );
}

const aFollowed = async (records: object[] = [{ fields: { Name: "Ada", Count: 1 } }]) => {
  const made = await aTable({ records });
  return {
    ...made,
    recordId: made.table.records[0]?.id,
    ...actionsOf(made.owner),
    following: await follow(made.owner, made.baseId),
  };
};

describe("what is logged", () => {
  test("a record that is created, changed, moved and deleted, with its version, its fields and who did it", async () => {
    const { owner, tableId, table, recordId, make, update, following } = await aFollowed();
    const by = owner.userId;
    const [made = ""] = await make({ tableId }, [{ Name: "Bob" }]);
    expect(await following.next()).toEqual([
      { type: "record.created", tableId, recordId: made, version: 1, by },
    ]);
    await update({ tableId }, recordId, { Name: "Ann", Count: 2 });
    const fieldIds = table.fields
      .slice(0, 2)
      .map(({ id }: { id: string }) => id)
      .sort();
    expect(await following.next()).toEqual([
      { type: "record.updated", tableId, recordId, version: 2, fieldIds, by },
    ]);
    const order = { recordIds: [made], anchorId: recordId, position: "before" };
    await call(orderRows, { as: owner, params: { tableId, viewId: table.defaultViewId }, body: order });
    expect(await following.next()).toEqual([
      expect.objectContaining({ type: "record.moved", tableId, recordId: made }),
    ]);
    await call(deleteRecord, { as: owner, params: { tableId, recordId } });
    expect(await following.next()).toEqual([{ type: "record.deleted", tableId, recordId, version: 2 }]);
    expect(await following.next()).toEqual([]);
  });

  test("thumbnails that were made for a picture: its record shows other addresses", async () => {
    const { owner, tableId, add, make, following } = await aFollowed();
    const files = await add({ tableId }, { type: "attachment", name: "Files" });
    const bytes = aPicture({ width: 1400, height: 1050, format: ".jpg" });
    const { item, token } = await aFile(owner, { bytes, type: "image/jpeg", name: "a.jpg" });
    const [recordId = ""] = await make({ tableId }, [{ Files: [item] }]);
    await following.next();
    await hears(makeThumbnails, fileKey(token as FileToken), "changed");
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "record.updated", tableId, recordId, fieldIds: [files.id] }),
    );
  });

  test("what follows in other records is computed", async () => {
    const { owner, baseId, spaceId, tableId, recordId, add, make, following } = await aFollowed();
    const other = await aTable({ name: "Other" }, owner, { baseId, spaceId });
    await add(other, {
      type: "link",
      name: "To",
      options: { relationship: "manyMany", foreignTableId: tableId },
    });
    await following.next();
    await make(other, [{ Name: "x", To: [{ id: recordId }] }]);
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "record.updated", tableId, recordId, computed: true }),
    );
  });

  test("fields, views, tables, comments, members and the base", async () => {
    const { owner, baseId, spaceId, tableId, recordId, add, edit, following } = await aFollowed();
    const typesOfNext = async () => [...new Set((await following.next()).map(({ type }) => type))].sort();
    const field = await add({ tableId }, { type: "number", name: "More" });
    expect(await typesOfNext()).toContain("field.created");
    await edit({ tableId }, field.id, { name: "Most" });
    expect(await typesOfNext()).toContain("field.updated");
    await call(deleteField, { as: owner, params: { tableId, fieldId: field.id } });
    const changes = await following.next();
    expect(changes).toContainEqual(
      expect.objectContaining({ type: "field.deleted", tableId, fieldId: field.id }),
    );
    expect(changes.map(({ type }) => type)).not.toContain("table.updated");
    const view = await call(createView, {
      as: owner,
      params: { tableId },
      body: { name: "V", type: "grid" },
    });
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "view.created", tableId, viewId: view.body.id }),
    );
    const comment = await call(createComment, {
      as: owner,
      params: { tableId, recordId },
      body: { content: [] },
    });
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "comment.created", tableId, recordId, commentId: comment.body.id }),
    );
    const other = await aTable({ name: "Other" }, owner, { baseId, spaceId });
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "table.created", tableId: other.tableId }),
    );
    await call(deleteTable, { as: owner, params: { baseId, tableId: other.tableId } });
    expect(await following.next()).toContainEqual(
      expect.objectContaining({ type: "table.deleted", tableId: other.tableId }),
    );
    await aMember(baseId, "editor");
    expect(await typesOfNext()).toEqual(["members.updated"]);
    await aMember(spaceId, "viewer");
    expect(await typesOfNext()).toEqual(["members.updated"]);
    await call(updateBase, { as: owner, params: { baseId }, body: { name: "New" } });
    expect(await typesOfNext()).toEqual(["base.updated"]);
  });

  test("nothing of a base that is not followed, and nothing of another base", async () => {
    const quiet = await aTable({ records: [{ fields: { Name: "a" } }] });
    const { following } = await aFollowed();
    await actionsOf(quiet.owner).make(quiet, [{ Name: "b" }]);
    expect(await following.next()).toEqual([]);
    // followed from now on
    const { next } = await follow(quiet.owner, quiet.baseId);
    expect(await next()).toEqual([]);
  });
});

describe("the answer", () => {
  test("has some changes at a time, of some tables, and goes on within a chunk", async () => {
    const { owner, baseId, spaceId, tableId, make } = await aFollowed();
    const other = await aTable({ name: "Other" }, owner, { baseId, spaceId });
    let since = await cursorOfNow(owner, baseId);
    const ids = await make(
      { tableId },
      Array.from({ length: 25 }, (_, i) => ({ Name: `n${i}` })),
    );
    const others = await make(other, [{ Name: "x" }]);
    await appendNew();
    const found: (string | undefined)[] = [];
    for (let more = true; more; ) {
      const page = await changesOf(owner, baseId, { since, take: "10" });
      found.push(...page.changes.map(({ recordId }) => recordId));
      expect(page.changes.length).toBeLessThanOrEqual(10);
      ({ cursor: since, more } = page);
    }
    expect(found.toSorted()).toEqual([...ids, ...others].toSorted());
    expect(await changesOf(owner, baseId, { since })).toMatchObject({
      changes: [],
      more: false,
      reset: false,
    });
  });

  test("of one table leaves out others", async () => {
    const { owner, baseId, spaceId, tableId, make } = await aFollowed();
    const other = await aTable({ name: "Other" }, owner, { baseId, spaceId });
    const { next } = await follow(owner, baseId, { "tableIds[]": [other.tableId] });
    await make({ tableId }, [{ Name: "a" }]);
    const [id] = await make(other, [{ Name: "b" }]);
    expect((await next()).map(({ recordId }) => recordId)).toEqual([id]);
  });

  test("begins only with tables of the base: others are named; later a table may have been deleted", async () => {
    const { owner, baseId, spaceId, tableId } = await aFollowed();
    const strange = await aTable({}, owner, await aBase(owner));
    const gone = await aTable({ name: "Gone" }, owner, { baseId, spaceId });
    const tableIds = [tableId, gone.tableId];
    const { cursor: since } = await changesOf(owner, baseId, { "tableIds[]": tableIds });
    await call(deleteTable, { as: owner, params: { baseId, tableId: gone.tableId } });
    const refused = await call(listChanges, {
      as: owner,
      params: { baseId },
      query: { "tableIds[]": [tableId, strange.tableId, gone.tableId, "tblOtherOtherOtherO"] },
    });
    expect(refused).toMatchObject({
      status: 404,
      body: { data: { issues: [1, 2, 3].map((i) => ({ path: `tableIds[${i}]` })) } },
    });
    await appendNew();
    const { changes } = await changesOf(owner, baseId, { since, "tableIds[]": tableIds });
    expect(changes).toContainEqual(expect.objectContaining({ type: "table.deleted", tableId: gone.tableId }));
  });

  test("takes so many tables as a client asks for", async () => {
    expect(mostTables).toBe(limits.tablesPerWatch);
    const { owner, baseId, tableId } = await aFollowed();
    const query = { "tableIds[]": Array.from({ length: mostTables }, () => tableId) };
    expect(await changesOf(owner, baseId, query)).toMatchObject({ changes: [] });
    query["tableIds[]"].push(tableId);
    expect(await call(listChanges, { as: owner, params: { baseId }, query })).toMatchObject({
      status: 400,
      body: {
        data: { issues: [{ path: "tableIds", message: expect.stringContaining("at most 200 tables") }] },
      },
    });
  });

  test("names a table with more than 2,000 changes once", async () => {
    const { owner, baseId, tableId, recordId, make, update } = await aFollowed();
    const since = await cursorOfNow(owner, baseId);
    // few enough for one transaction each: others are finished after the answer
    const some = Array.from({ length: 70 }, () => ({}));
    for (let i = 0; i < 30; i++) await make({ tableId }, some);
    await update({ tableId }, recordId, { Name: "late" });
    await appendNew();
    const { changes, more } = await changesOf(owner, baseId, { since });
    expect(changes).toEqual([{ type: "table.many", tableId }]);
    expect(more).toBe(false);
  });

  test("has so many changes as fit, and a place to go on from", async () => {
    const { owner, baseId, tableId } = await aFollowed();
    let since = await cursorOfNow(owner, baseId);
    const fieldIds = Array.from({ length: 300 }, (_, i) => `fld${String(i).padStart(16, "0")}`);
    const wanted = Array.from({ length: 900 }, (_, i) => `rec${String(i).padStart(16, "0")}`);
    await putChunks(baseId, [
      wanted.map((recordId) => ({ type: "record.updated", tableId, recordId, version: 2, fieldIds })),
    ]);
    const found: (string | undefined)[] = [];
    let pages = 0;
    for (let more = true; more; pages++) {
      const page = await changesOf(owner, baseId, { since });
      found.push(...page.changes.map(({ recordId }) => recordId));
      ({ cursor: since, more } = page);
    }
    expect(found).toEqual(wanted);
    expect(pages).toBeGreaterThan(1);
  });

  test("of a table in which nothing changes is not long in coming, however much changes in others", async () => {
    const { owner, baseId, tableId } = await aFollowed();
    const { tableId: quiet } = await aTable({ name: "Quiet" }, owner, await aBase(owner));
    let since = await cursorOfNow(owner, baseId);
    const change = (i: number) => ({
      type: "record.updated" as const,
      tableId,
      recordId: `rec${i}`,
      version: 2,
    });
    await putChunks(
      baseId,
      Array.from({ length: 2300 }, (_, i) => [change(i)]),
    );
    for (const isLast of [false, true]) {
      const sent = await disturbed(
        () => undefined,
        async () => {
          const page = await changesOf(owner, baseId, { since, "tableIds[]": [quiet] });
          expect(page).toMatchObject({ changes: [], more: !isLast, reset: false });
          since = page.cursor;
        },
      );
      expect(sent.length).toBeLessThan(40);
    }
  });

  test("shows each record once, as it is now", async () => {
    const { owner, baseId, tableId, table, recordId, make, update } = await aFollowed();
    const since = await cursorOfNow(owner, baseId);
    const [made = "", gone = ""] = await make({ tableId }, [{ Name: "b" }, { Name: "c" }]);
    await update({ tableId }, recordId, { Name: "first" });
    await update({ tableId }, recordId, { Name: "second" });
    await call(deleteRecord, { as: owner, params: { tableId, recordId: gone } });
    await appendNew();
    const { changes } = await changesOf(owner, baseId, { since, records: "cells" });
    const shown = changes.flatMap(({ record }) => (record ? [record] : []));
    expect(shown.map(({ id }) => id).sort()).toEqual([made, recordId].sort());
    expect(changes.map(({ type, recordId: id }) => [type, id])).toEqual([
      ["record.created", made],
      ["record.deleted", gone],
      ["record.updated", recordId],
    ]);
    expect(shown.find(({ id }) => id === recordId)?.fields).toMatchObject({ [table.fields[0].id]: "second" });
  });

  test("with records as they are now, says of each what all its changes say", async () => {
    const { owner, baseId, tableId, make } = await aFollowed();
    const since = await cursorOfNow(owner, baseId);
    const ids = await make({ tableId }, [{}, {}, {}, {}]);
    const [updated = "", made = "", moved = "", unknown = ""] = ids;
    const [one, two] = ["fldA000000000000000", "fldB000000000000000"];
    const logged = (type: Logged["type"], recordId: string, version: number, more: object = {}) => ({
      ...{ type, tableId, recordId, version },
      ...more,
    });
    await putChunks(baseId, [
      [
        logged("record.moved", updated, 2, { by: owner.userId }),
        logged("record.updated", updated, 3, { fieldIds: [two], by: owner.userId }),
        logged("record.updated", updated, 4, { fieldIds: [one, two], computed: true }),
        logged("record.created", made, 1),
        logged("record.updated", made, 2, { fieldIds: [one] }),
        logged("record.moved", moved, 3),
        logged("record.moved", moved, 2),
        logged("record.updated", unknown, 2, { fieldIds: [one], computed: true }),
        logged("record.updated", unknown, 3, { computed: true }),
      ],
    ]);
    const { changes } = await changesOf(owner, baseId, { since, records: "cells" });
    expect(changes.map(({ record: _, ...change }) => change)).toEqual([
      logged("record.updated", updated, 4, { fieldIds: [one, two], by: owner.userId }),
      logged("record.created", made, 2),
      logged("record.moved", moved, 3),
      logged("record.updated", unknown, 3, { computed: true }),
    ]);
  });
});

describe("a cursor", () => {
  const isReset = { changes: [], more: false, reset: true, cursor: expect.any(String) };

  test("of an earlier epoch is reset once", async () => {
    const { owner, baseId, following } = await aFollowed();
    await raiseEpoch(crypto.randomUUID());
    const reset = await changesOf(owner, baseId, { since: following.cursor() });
    expect(reset).toEqual(isReset);
    expect(await changesOf(owner, baseId, { since: reset.cursor })).toMatchObject({ reset: false });
  });

  test("of a place that is not there yet is reset: the store was restored; of the last place it is not, whoever wrote it", async () => {
    const { owner, baseId, tableId } = await aFollowed();
    const { head = 0 } = (await findFollowed(baseId, new Date().toISOString())) ?? {};
    await putChunks(baseId, [
      [{ type: "table.many", tableId }],
      [1, 2].map(() => ({ type: "table.updated", tableId })),
    ]);
    const at = (number: number, offset = 0) =>
      changesOf(owner, baseId, { since: writeLogCursor(baseId, { epoch, number, offset }, now) });
    const [epoch, now] = [await readEpoch(), new Date().toISOString()];
    expect(await at(head + 4)).toEqual(isReset);
    expect(await at(head + 3, 1)).toEqual(isReset);
    expect(await at(head + 3)).toMatchObject({ changes: [], reset: false });
    expect(await at(head + 2, 1)).toMatchObject({ changes: [{ type: "table.updated" }], reset: false });
    expect(await at(head + 4)).toEqual(isReset);
    expect(await at(head + 3)).toMatchObject({ changes: [], reset: false });
    const quiet = await aFollowed();
    const { cursor } = await changesOf(quiet.owner, quiet.baseId);
    expect(await changesOf(quiet.owner, quiet.baseId, { since: cursor })).toMatchObject({ reset: false });
  });

  test("holds for a week; of a time that has not come yet it is reset, of another clock, a little later, not", async () => {
    const { owner, baseId } = await aFollowed();
    const { head = 0 } = (await findFollowed(baseId, new Date().toISOString())) ?? {};
    const place = { epoch: await readEpoch(), number: head + 1, offset: 0 };
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    for (const [minutes, reset] of [
      [125, true],
      [59, false],
      [-7 * 24 * 60 + 1, false],
      [-7 * 24 * 60 - 61, true],
    ] as const)
      expect(
        await changesOf(owner, baseId, { since: writeLogCursor(baseId, place, inMinutes(minutes)) }),
      ).toMatchObject({ reset });
  });

  test("that is none, or of another base, is refused with its place", async () => {
    const { owner, baseId } = await aFollowed();
    const other = await aBase(owner);
    const { cursor } = await changesOf(owner, other.baseId);
    for (const since of ["x", "", cursor, Buffer.from("bse 1").toString("base64url")])
      expect(await call(listChanges, { as: owner, params: { baseId }, query: { since } })).toMatchObject({
        status: 400,
        body: { data: { issues: [{ path: "since" }] } },
      });
  });

  test("ends with the membership", async () => {
    const { owner, baseId } = await aFollowed();
    const member = await aMember(baseId, "viewer");
    const { cursor } = await changesOf(member, baseId);
    const principal = { collaborators: [{ principalId: member.userId, principalType: "user" }] };
    const removed = await call(removeCollaborator, {
      as: owner,
      params: { baseId },
      query: { principalId: member.userId, principalType: "user" },
      body: principal,
    });
    expect(removed.status).toBe(200);
    expect(
      await call(listChanges, { as: member, params: { baseId }, query: { since: cursor } }),
    ).toMatchObject({ status: 404 });
    expect(await call(listChanges, { as: await someone(), params: { baseId } })).toMatchObject({
      status: 404,
    });
  });
});

test("a base that is moved is followed on, one that is deleted answers 404, and is followed on after it is restored", async () => {
  const { owner, baseId, tableId, make, following } = await aFollowed();
  const other = await aBase(owner);
  const moved = await call(moveBase, { as: owner, params: { baseId }, body: { spaceId: other.spaceId } });
  expect(moved.status).toBe(200);
  expect((await following.next()).map(({ type }) => type)).toContain("base.updated");
  const [id] = await make({ tableId }, [{ Name: "in the other space" }]);
  expect((await following.next()).map(({ recordId }) => recordId)).toEqual([id]);
  await call(deleteBase, { as: owner, params: { baseId } });
  await appendNew();
  const since = following.cursor();
  const gone = await call(listChanges, { as: owner, params: { baseId }, query: { since } });
  expect(gone.status).toBe(404);
  const { body: trash } = await call(listTrash, { as: owner, query: { resourceType: "base" } });
  const trashId: string = trash.trashItems[0].id;
  expect((await call(restoreTrashItem, { as: owner, params: { trashId } })).status).toBe(201);
  const types = (await following.next()).map(({ type }) => type);
  expect(types).toContain("base.updated");
});

test("a batch that is delivered twice, in halves and by two dispatchers at once is there, and no number is given twice", async () => {
  const { owner, baseId, tableId, make } = await aFollowed();
  const since = await cursorOfNow(owner, baseId);
  const { last } = readStream(0);
  const ids = await make(
    { tableId },
    Array.from({ length: 60 }, () => ({})),
  );
  const { records } = readStream(last);
  const half = records.length >> 1;
  await Promise.all([records, records.slice(half), records.slice(0, half), records.toReversed()].map(append));
  const { changes } = await changesOf(owner, baseId, { since });
  expect(new Set(changes.map(({ recordId }) => recordId))).toEqual(new Set(ids));
  await appendNew();
});
