import { beforeAll, expect, test } from "vitest";
import { handler as listHistory } from "#functions/record/list-record-history";
import { handler as orderRows } from "#functions/view/order-rows";
import { aSheet } from "#test/functions/record/support/records";
import { settleAll } from "#test/support/events/commits";
import { aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { idsInOrder, placesIn } from "#test/support/store/rows";

beforeAll(useOwnStore);

/** A sheet with this number of records, and its first view. */
async function aView(count: number) {
  const sheet = await aSheet();
  const viewId: string = sheet.table.defaultViewId;
  const { body } = await sheet.create(Array.from({ length: count }, (_, i) => ({ Name: `r${i}` })));
  const ids: string[] = body.records.map(({ id }: { id: string }) => id);
  const params = { ...sheet.params, viewId };
  const put = (
    recordIds: string[],
    position: string,
    anchorId: string,
    as: { token: string } = sheet.owner,
  ) => call(orderRows, { as, params, body: { anchorId, position, recordIds } });
  return { ...sheet, viewId, ids, put, order: () => idsInOrder(sheet.tableId, viewId) };
}

const pick = (ids: string[], ...places: number[]) => places.map((i) => ids[i] as string);

test("200: rows are placed next to the anchor, in the order of the request", async () => {
  const { ids, put, order, viewId } = await aView(6);
  const [r0 = "", r1 = "", , r3 = "", , r5 = ""] = ids;
  expect((await put([r5, r3], "before", r1)).status).toBe(200);
  expect(await order()).toEqual(pick(ids, 0, 5, 3, 1, 2, 4));
  await put([r0], "after", r5);
  expect(await order()).toEqual(pick(ids, 5, 0, 3, 1, 2, 4));
  await put([r1], "before", r5);
  expect(await order()).toEqual(pick(ids, 1, 5, 0, 3, 2, 4));
  expect(await placesIn(viewId)).toHaveLength(4);
});

test("200: if the anchor is one of the rows, all stand where it stood, in the order of the request", async () => {
  const { ids, put, order, viewId } = await aView(6);
  const [r0 = "", , r2 = "", r3 = "", r4 = "", r5 = ""] = ids;
  await put([r4, r2, r0], "after", r2);
  expect(await order()).toEqual(pick(ids, 1, 4, 2, 0, 3, 5));
  // the side of the anchor makes no difference
  await put([r3, r2, r5], "before", r2);
  expect(await order()).toEqual(pick(ids, 1, 4, 3, 2, 5, 0));
  await put([r0, r4], "before", r4);
  expect(await order()).toEqual(pick(ids, 1, 0, 4, 3, 2, 5));
  await put([r0, r5], "after", r0);
  expect(await order()).toEqual(pick(ids, 1, 0, 5, 4, 3, 2));
  // the anchor alone is already there
  const places = await placesIn(viewId);
  await put([r2], "before", r2);
  await put([r2], "after", r2);
  expect(await placesIn(viewId)).toEqual(places);
});

test("200: a row that is already next to the anchor stays", async () => {
  const { ids, put, order, viewId } = await aView(4);
  const [r0 = "", r1 = "", , r3 = ""] = ids;
  await put([r3], "after", r0);
  expect(await order()).toEqual(pick(ids, 0, 3, 1, 2));
  const places = await placesIn(viewId);
  for (let i = 0; i < 3; i++) expect((await put([r3], "after", r0)).status).toBe(200);
  expect(await placesIn(viewId)).toEqual(places);
  await put([r1], "before", r0);
  expect(await order()).toEqual(pick(ids, 1, 0, 3, 2));
});

test("200: the records do not change: same ETag, same times, no history; a later edit sends its event as usual", async () => {
  const { ids, put, get, update, tableId, viewId, owner, params } = await aView(3);
  const [r0 = "", r1 = "", r2 = ""] = ids;
  const before = await get(r2);
  await put([r2], "before", r0);
  await put([r2], "after", r0);
  const after = await get(r2);
  expect({ body: after.body, etag: after.headers["etag"] }).toEqual({
    body: before.body,
    etag: before.headers["etag"],
  });
  // a caller can still use the earlier ETag
  const edited = await update(r2, { Name: "other" }, {}, { "if-match": String(before.headers["etag"]) });
  expect(edited.status).toBe(200);
  expect(edited.headers["etag"]).not.toBe(before.headers["etag"]);
  expect(await idsInOrder(tableId, viewId)).toEqual([r0, r2, r1]);
  await tellNews();
  const history = await call(listHistory, { as: owner, params: { ...params, recordId: r2 } });
  expect(history.body.historyList).toHaveLength(1);
});

test("200: hundreds of rows at once, all or nothing, and back again", async () => {
  const { ids, put, order, viewId } = await aView(300);
  const last = ids.at(-1) as string;
  expect((await put(ids.toReversed(), "after", last)).status).toBe(200);
  // changes that a staged commit has not yet applied are read as applied
  expect(await order()).toEqual(ids.toReversed());
  await settleAll();
  expect(await order()).toEqual(ids.toReversed());
  expect(await placesIn(viewId)).toHaveLength(299);
});

test("200: of many concurrent moves to one position each row gets a position next to the anchor", async () => {
  const { ids, put, order } = await aView(20);
  const [anchor = "", ...others] = ids;
  const moving = others.slice(4);
  const answers = await Promise.all(moving.map((id) => put([id], "after", anchor)));
  expect(answers.map(({ status }) => status)).toEqual(moving.map(() => 200));
  const listed = await order();
  expect([listed[0], ...listed.slice(16)]).toEqual([anchor, ...others.slice(0, 4)]);
  expect(new Set(listed.slice(1, 16))).toEqual(new Set(moving));
});

test("400, 404: errors are named, and nothing is moved", async () => {
  const { ids, put, order, params, owner, viewId, baseId } = await aView(2);
  const [r0 = "", r1 = ""] = ids;
  const missing = "rec0000990000000000";
  const sent = (body: unknown) => call(orderRows, { as: owner, params: { ...params, viewId }, body });
  expect(refusal(await sent({ position: "beside", recordIds: [r0, r0, "x"] }))).toEqual({
    status: 400,
    paths: ["anchorId", "position", "recordIds[2]", "recordIds[0]", "recordIds[1]"],
  });
  expect(refusal(await put([], "after", r0)).paths).toEqual(["recordIds"]);
  expect(refusal(await put([r1, missing], "after", "rec0000980000000000"))).toEqual({
    status: 404,
    paths: ["anchorId", "recordIds[1]"],
  });
  const other = await call(orderRows, {
    as: owner,
    params: { ...params, viewId: "viw0000000000000000" },
    body: { anchorId: r0, position: "after", recordIds: [r1] },
  });
  expect(other.body.code).toBe("view_not_found");
  expect((await put([r1], "before", r0, await aMember(baseId, "commenter"))).status).toBe(403);
  expect((await put([r1], "before", r0, await someone())).status).toBe(404);
  expect(await order()).toEqual(ids);
});
