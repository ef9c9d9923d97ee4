import { beforeAll, describe, expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as orderRows } from "#functions/view/order-rows";
import { handler as sortRows } from "#functions/view/sort-rows";
import { handler as sortView } from "#functions/view/sort-view";
import { counterKey } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import type { BaseId, JobId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import { itemsWith, jobOf, jobsOf, runToEnd, turn } from "#test/support/events/jobs";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";
import { placesIn, rowsOf } from "#test/support/store/rows";

beforeAll(useOwnStore);

const fields = [field("Name", "singleLineText"), field("Count", "number")];
const counts = [3, 1, undefined, 2, 1];

/** A sheet with r0 … r4, with these counts. */
async function aView() {
  const sheet = await aSheet({ fields });
  const { tableId, table, owner, create } = sheet;
  const params = { tableId, viewId: table.defaultViewId as string };
  const [name, count] = table.fields;
  const cells = counts.map((Count, i) => ({ Name: `r${i}`, ...(Count && { Count }) }));
  const ids: string[] = (await create(cells)).body.records.map(({ id }: Answered) => id);
  return {
    ...sheet,
    params,
    ids,
    sort: (...orders: ("asc" | "desc")[]) =>
      call(sortRows, {
        as: owner,
        params,
        body: { sortObjs: orders.map((order) => ({ fieldId: count.id, order })) },
      }),
    names: async () => (await rowsOf(tableId, params.viewId)).map(({ cells }) => cells[name.id]),
    view: async () => (await call(getView, { as: owner, params })).body,
    put: (id: string, anchorId: string) =>
      call(orderRows, { as: owner, params, body: { anchorId, position: "before", recordIds: [id] } }),
  };
}

describe("a small table", () => {
  test("200: rows are sorted, equal ones keep their order, then they stay where they are moved; new ones come last", async () => {
    const { sort, names, view, put, ids, create, update, params } = await aView();
    expect(await sort("asc")).toMatchObject({ status: 200, body: {} });
    expect(await names()).toEqual(["r2", "r1", "r4", "r3", "r0"]);
    expect((await view()).sort).toMatchObject({ manualSort: true, sortObjs: [{ order: "asc" }] });
    await put(ids[0] as string, ids[1] as string);
    await create([{ Name: "new", Count: 0 }]);
    await update(ids[2] as string, { Count: 99 });
    expect(await names()).toEqual(["r2", "r0", "r1", "r4", "r3", "new"]);
    await sort("desc");
    expect(await names()).toEqual(["r2", "r0", "r3", "r1", "r4", "new"]);
    expect(await placesIn(params.viewId)).toHaveLength(6);
  });

  test("400: no field, a repeated field, an unknown field", async () => {
    const { sort, owner, params, names } = await aView();
    expect(refusal(await sort())).toEqual({ status: 400, paths: ["sortObjs"] });
    expect(refusal(await sort("asc", "desc"))).toEqual({ status: 400, paths: ["sortObjs[1].fieldId"] });
    const body = { sortObjs: [{ fieldId: "fldNone", order: "up" }] };
    const answer = await call(sortRows, { as: owner, params, body });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["sortObjs[0].order"] });
    expect(await names()).toEqual(["r0", "r1", "r2", "r3", "r4"]);
  });
});

describe("a large table", () => {
  /** Three turns: the order is computed, the rows are placed, the view is updated. */
  async function toBeSorted(jobId: JobId, baseId: BaseId) {
    for (let i = 0; i < 3; i++) await turn(jobId, baseId);
  }

  /** A table that has assigned this many numbers is large, however many records remain. */
  async function large() {
    const view = await aView();
    await addToNumber(counterKey(view.tableId), 600);
    return view;
  }

  test("200: a job sorts it, whatever is created and moved meanwhile; then the view is frozen", async () => {
    const { sort, names, view, baseId, tableId, create, put, ids } = await large();
    const { status, body } = await sort("asc");
    const jobId = body.jobId as JobId;
    expect({ status, jobId: typeof jobId }).toEqual({ status: 200, jobId: "string" });
    await create([{ Name: "new", Count: 0 }]);
    await put(ids[0] as string, ids[4] as string);
    await toBeSorted(jobId, baseId);
    expect(await names()).toEqual(["r2", "r1", "r4", "r3", "r0", "new"]);
    const sorted = await view();
    expect(sorted.sort).toMatchObject({ manualSort: true });
    expect((await jobOf(jobId, baseId)).state).toBe("running");
    const [last] = (await runToEnd(jobId, baseId)).toReversed();
    expect(last).toMatchObject({ state: "done", progress: { done: 5, total: 5 } });
    const { views } = await readSchema(tableId);
    expect(views[0]).toMatchObject({ frozen: 605 });
    // responses do not show this
    expect(await view()).toEqual(sorted);
    expect(await names()).toEqual(["r2", "r1", "r4", "r3", "r0", "new"]);
    await put(ids[3] as string, ids[2] as string);
    expect(await names()).toEqual(["r3", "r2", "r1", "r4", "r0", "new"]);
  });

  test("200: a row moved next to an already sorted row stays there, and another sort of the view is kept", async () => {
    const { sort, names, view, baseId, put, ids, owner, params, table } = await large();
    const { body } = await sort("asc");
    await turn(body.jobId, baseId);
    await turn(body.jobId, baseId);
    await put(ids[0] as string, ids[1] as string);
    const other = { sortObjs: [{ fieldId: table.fields[0].id, order: "asc" }] };
    await call(sortView, { as: owner, params, body: { sort: other } });
    await runToEnd(body.jobId, baseId);
    expect(await names()).toEqual(["r2", "r0", "r1", "r4", "r3"]);
    expect((await view()).sort).toEqual(other);
  });

  test("400: a cursor from before the job began or ended; a cursor from afterwards stays valid", async () => {
    const { sort, baseId, tableId, owner, params, ids } = await large();
    const page = async (cursor?: string) => {
      const query = { viewId: params.viewId, take: "2", ...(cursor && { cursor }) };
      return call(listRecords, { as: owner, params: { tableId }, query });
    };
    const { nextCursor: before } = (await page()).body;
    const { body } = await sort("asc");
    await turn(body.jobId, baseId);
    expect(refusal(await page(before))).toEqual({ status: 400, paths: ["cursor"] });
    const { nextCursor: meanwhile } = (await page()).body;
    await turn(body.jobId, baseId);
    await turn(body.jobId, baseId);
    expect(refusal(await page(meanwhile))).toEqual({ status: 400, paths: ["cursor"] });
    const { nextCursor: afterwards } = (await page()).body;
    await runToEnd(body.jobId, baseId);
    const rest = (await page(afterwards)).body.records.map(({ id }: Answered) => id);
    expect(rest).toEqual([ids[4], ids[3]]);
  });

  test("200: a view that is deleted meanwhile leaves no data, also not in records", async () => {
    const { sort, baseId, tableId, params, owner, put, ids, sheetOf } = {
      ...(await large()),
      sheetOf: aSheet,
    };
    expect(sheetOf).toBeTypeOf("function");
    await put(ids[0] as string, ids[4] as string);
    const { body } = await sort("asc");
    await call(createView, { as: owner, params: { tableId }, body: { type: "grid" } });
    await toBeSorted(body.jobId, baseId);
    await call(deleteView, { as: owner, params });
    expect(await placesIn(params.viewId)).toHaveLength(5);
    for (const jobId of await jobsOf(tableId)) await runToEnd(jobId, baseId);
    expect((await itemsWith(params.viewId)).map(({ entity }) => entity)).toEqual(["deletion"]);
  });
});
