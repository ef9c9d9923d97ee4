import { beforeAll, describe, expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as subscribe } from "#functions/comment/subscribe-to-record";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListed } from "#functions/record/delete-listed-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { handler as resetTrash } from "#functions/trash/reset-trash-items";
import { partition, type RecordPlace } from "#lib/data/comments/comments";
import { find } from "#lib/data/records/attachments";
import type { BaseId, RecordId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import { removeItems } from "#lib/store/batch-writes";
import { readAll } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { settleAll } from "#test/support/events/commits";
import { fill, itemsWith, jobOf, jobsOf, pieces, runToEnd, turn } from "#test/support/events/jobs";
import { aFile } from "#test/support/makers/files";
import { aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";
import { tellAll, tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

/** A table with `count` records, each with a comment, a deleted comment, and a subscriber. */
async function aTalkedTable(count: number, owner?: Someone, place?: Parameters<typeof aTable>[2]) {
  const made = await aTable({}, owner, place);
  const [as, params] = [made.owner, { tableId: made.tableId }];
  const records = Array.from({ length: count }, () => ({ fields: {} }));
  const { body } = await call(createRecords, { as, params, body: { records } });
  const places: RecordPlace[] = body.records.map(({ id }: { id: RecordId }) => ({ ...params, recordId: id }));
  const talk = async (place: RecordPlace) => {
    const at = { as, params: { ...place } };
    await call(createComment, { ...at, body: { content: [] } });
    const { body: gone } = await call(createComment, { ...at, body: { content: [] } });
    await call(deleteComment, { as, params: { ...place, commentId: gone.id } });
    await call(subscribe, at);
  };
  await Promise.all(places.map(talk));
  return { ...made, as, places, first: places[0] as RecordPlace };
}

test("comments are cleared with a deleted table, also of records deleted before; those of other tables stay", async () => {
  const made = await aTalkedTable(30);
  const { as, baseId, tableId, first } = made;
  const other = await aTalkedTable(2, made.owner, made);
  const before = await itemsWith(other.tableId);
  expect((await call(deleteRecord, { as, params: { ...first } })).status).toBe(200);
  // more than one piece of one record, and more than a page of DynamoDB
  await fill(1500, (i) => ({
    pk: partition(first),
    sk: `com${i}`,
    entity: "comment",
    content: "x".repeat(900),
  }));

  const { body } = await call(deleteTable, { as, params: { baseId, tableId } });
  const seen = await runToEnd(body.jobId, baseId);
  expect(seen.map(({ state, progress }) => [state, progress.done])).toEqual([
    ["waiting", 0],
    ["running", 0],
    ["done", 30],
  ]);
  expect(await itemsWith(tableId)).toEqual([]);
  expect(await itemsWith(other.tableId)).toEqual(before);
}, 60_000);

test("the comments of a deleted record are kept: it may be restored", async () => {
  const { as, first } = await aTalkedTable(1);
  const before = await itemsWith(partition(first));
  expect(before).toHaveLength(3);
  await call(deleteRecord, { as, params: { ...first } });
  expect(await itemsWith(partition(first))).toEqual(before);
});

describe("of deleted records", () => {
  /** All items in COMMENTS and COMMENTED of a record. */
  const saidOf = ({ tableId, recordId }: RecordPlace) =>
    itemsWith(recordId).then((items) =>
      items.filter(({ pk }) => pk.startsWith(`COMMENTS#${tableId}`) || pk.startsWith(`COMMENTED#${tableId}`)),
    );
  const clearedFor = async (tableId: string, baseId: BaseId) => {
    await tellNews();
    for (const job of await jobsOf(tableId)) await runToEnd(job, baseId);
  };
  const emptied = async (as: Someone, tableId: string, baseId: BaseId) => {
    const { body } = await call(resetTrash, { as, query: { resourceId: tableId } });
    await runToEnd(body.jobId, baseId);
  };
  const removed = async (as: Someone, { tableId, recordId }: RecordPlace) => {
    expect((await call(deleteRecord, { as, params: { tableId, recordId } })).status).toBe(200);
    await tellNews();
  };
  const restored = async (as: Someone, tableId: string) => {
    const [item] = await recordItems({ as }, tableId);
    expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  };

  test("comments are cleared when the trash is emptied, with their files; those of existing or restored records stay", async () => {
    const { as, baseId, tableId, places } = await aTalkedTable(4);
    const [gone, back, twice, stays] = places as [RecordPlace, RecordPlace, RecordPlace, RecordPlace];
    const [own, shared] = [await aFile(as), await aFile(as)];
    const img = (file: typeof own) => ({ type: "img", path: file.file.path });
    const send = (place: RecordPlace, ...content: object[]) =>
      call(createComment, { as, params: { ...place }, body: { content } });
    await send(gone, img(own), img(shared));
    await send(gone, img(own));
    await send(stays, img(shared));
    const before = await Promise.all([saidOf(back), saidOf(stays)]);

    await removed(as, gone);
    await removed(as, twice);
    await restored(as, tableId);
    await removed(as, twice);
    await removed(as, back);
    await restored(as, tableId);
    await clearedFor(tableId, baseId);
    expect(await saidOf(gone)).not.toEqual([]);

    await emptied(as, tableId, baseId);
    await clearedFor(tableId, baseId);
    expect([await saidOf(gone), await saidOf(twice)]).toEqual([[], []]);
    expect(await Promise.all([saidOf(back), saidOf(stays)])).toEqual(before);
    const files = await Promise.all([own, shared].map(({ token }) => find(token as FileToken)));
    expect(
      files.map((file) => [file?.uses.map(({ comments }) => comments), file?.expiresAt !== undefined]),
    ).toEqual([
      [[], true],
      [[1], false],
    ]);
    // reported once more, after one of them was deleted again
    await removed(as, back);
    await tellAll();
    for (const job of await jobsOf(tableId)) await runToEnd(job, baseId);
    expect(await saidOf(back)).toEqual(before[0]);
  });

  test("comments are cleared when the deletion expires; after a restore they are back", async () => {
    const { as, baseId, tableId, places } = await aTalkedTable(2);
    const [gone, back] = places as [RecordPlace, RecordPlace];
    for (const place of [gone, back]) await removed(as, place);
    await restored(as, tableId);
    // as TTL does
    await removeItems(await readAll({ pk: `TRASH#${tableId}` }));
    await clearedFor(tableId, baseId);
    expect(await saidOf(gone)).toEqual([]);
    const { status, body } = await call(listComments, { as, params: { ...back } });
    expect([status, body.comments.length]).toEqual([200, 1]);
  });

  test("comments of many records deleted together are cleared, and no others", async () => {
    const { as, baseId, tableId, places } = await aTalkedTable(3);
    const records = Array.from({ length: 110 }, () => ({ fields: {} }));
    const { body } = await call(createRecords, { as, params: { tableId }, body: { records } });
    const silent = body.records.map(({ id }: { id: string }) => id);
    const [first, stays, last] = places as [RecordPlace, RecordPlace, RecordPlace];
    const recordIds = [first.recordId, last.recordId, ...silent];
    const { status } = await call(deleteListed, { as, params: { tableId }, body: { recordIds } });
    expect(status).toBe(200);
    // the trash is cleared long after
    await settleAll();
    await tellNews();
    await emptied(as, tableId, baseId);
    await clearedFor(tableId, baseId);
    const left = await Promise.all([first, stays, last].map(async (place) => (await saidOf(place)).length));
    expect(left).toEqual([0, 4, 0]);
  });

  test("a job that fails half-way continues, and clears more than a page", async () => {
    const { as, baseId, tableId, first } = await aTalkedTable(1);
    const file = await aFile(as);
    const content = [{ type: "img", path: file.file.path }];
    await call(createComment, { as, params: { ...first }, body: { content } });
    await fill(1500, (i) => ({
      pk: partition(first),
      sk: `com${i}`,
      entity: "comment",
      content: "x".repeat(900),
    }));
    await removed(as, first);
    await removeItems(await readAll({ pk: `TRASH#${tableId}` }));
    await tellNews();
    const [job] = await jobsOf(tableId);
    if (!job) throw new Error("no job was made");
    // half-way
    await disturbed(
      (_, index) => (index === 9 ? storeError("ValidationException") : undefined),
      () => turn(job, baseId),
    );
    expect(await jobOf(job, baseId)).toMatchObject({ state: "waiting", failures: 1 });
    const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();
    let after = await turn(job, baseId, pieces, inTwoHours);
    while (after.state === "running") after = await turn(job, baseId, pieces, inTwoHours);
    expect(after).toMatchObject({
      kind: "clearComments",
      state: "done",
      progress: { done: 1, total: 1 },
    });
    expect(await saidOf(first)).toEqual([]);
    expect((await find(file.token as FileToken))?.uses).toEqual([]);
  }, 60_000);
});
