import { beforeAll, expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as deleteComment } from "#functions/comment/delete-comment";
import { handler as subscribe } from "#functions/comment/subscribe-to-record";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { type Place, partition } from "#lib/data/comments";
import type { RecordId } from "#lib/schemas/ids";
import { call } from "#test/support/call";
import { fill, itemsWith, runToEnd } from "#test/support/jobs";
import { aTable, type Someone } from "#test/support/makers";
import { useOwnStore } from "#test/support/own-store";

beforeAll(useOwnStore);

/** A table with so many records, each with a comment, one that was deleted, and somebody who follows it. */
async function aTalkedTable(count: number, owner?: Someone, place?: Parameters<typeof aTable>[2]) {
  const made = await aTable({}, owner, place);
  const [as, params] = [made.owner, { tableId: made.tableId }];
  const records = Array.from({ length: count }, () => ({ fields: {} }));
  const { body } = await call(createRecords, { as, params, body: { records } });
  const places: Place[] = body.records.map(({ id }: { id: RecordId }) => ({ ...params, recordId: id }));
  const talk = async (place: Place) => {
    const at = { as, params: { ...place } };
    await call(createComment, { ...at, body: { content: [] } });
    const { body: gone } = await call(createComment, { ...at, body: { content: [] } });
    await call(deleteComment, { as, params: { ...place, commentId: gone.id } });
    await call(subscribe, at);
  };
  await Promise.all(places.map(talk));
  return { ...made, as, places, first: places[0] as Place };
}

test("what was said goes with a deleted table, also of records that were deleted before; of others it stays", async () => {
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

test("a deleted record's comments are kept: it may be put back", async () => {
  const { as, first } = await aTalkedTable(1);
  const before = await itemsWith(partition(first));
  expect(before).toHaveLength(3);
  await call(deleteRecord, { as, params: { ...first } });
  expect(await itemsWith(partition(first))).toEqual(before);
});
