import { expect, test } from "vitest";
import { handler as countTableComments } from "#functions/comment/count-table-comments";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { type Asking, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aThread } from "./support.ts";

async function aTalkedTable() {
  const thread = await aThread();
  const { owner, params, as } = thread;
  const asking = { as: owner, params: { tableId: params.tableId } };
  const records = Array.from({ length: 8 }, () => ({ fields: {} }));
  const { body } = await call(createRecords, { ...asking, body: { records } });
  const ids: string[] = [...thread.table.records, ...body.records].map(({ id }: { id: string }) => id);
  for (const [i, recordId] of ids.entries())
    for (let n = 0; n < i % 3; n++) await as(owner, { ...params, recordId }).say("a");
  const counted = (query: Asking["query"] = "") => call(countTableComments, { ...asking, query });
  const wanted = (from: number, to: number) =>
    ids.flatMap((recordId, i) => (i >= from && i < to && i % 3 > 0 ? [{ recordId, count: i % 3 }] : []));
  return { ...thread, asking, ids, counted, wanted };
}

test("200: the records with comments among those that a list with the same query gives", async () => {
  const { counted, wanted, asking } = await aTalkedTable();
  expect(await counted()).toMatchObject({ status: 200, body: wanted(0, 10) });
  expect((await counted({ take: "4" })).body).toEqual(wanted(0, 4));
  expect((await counted({ take: "3", skip: "2" })).body).toEqual(wanted(2, 5));
  const { nextCursor } = (await call(listRecords, { ...asking, query: { take: "5" } })).body;
  expect((await counted({ cursor: nextCursor })).body).toEqual(wanted(5, 10));
  expect((await counted({ skip: "10" })).body).toEqual([]);
});

test("200: of a list in another order too", async () => {
  const { counted, wanted } = await aTalkedTable();
  const orderBy = JSON.stringify([{ fieldId: "Name", order: "desc" }]);
  // the second record, then the first
  expect(await counted({ orderBy, take: "2" })).toMatchObject({ status: 200, body: wanted(0, 2) });
});

test("200: without deleted records, and without records whose comments were all deleted", async () => {
  const { as, owner, params, ids, counted, wanted } = await aTalkedTable();
  const [, first = "", second = ""] = ids;
  await call(deleteRecord, { as: owner, params: { ...params, recordId: second } });
  const at = { ...params, recordId: first };
  const [{ id }] = (await as(owner, at).list()).body.comments;
  await as(owner, at).remove(id);
  expect((await counted()).body).toEqual(wanted(3, 10));
});

test("400: an invalid query", async () => {
  const { counted } = await aTalkedTable();
  expect(refusal(await counted({ take: "0", viewId: "x" }))).toEqual({
    status: 400,
    paths: ["viewId", "take"],
  });
});
