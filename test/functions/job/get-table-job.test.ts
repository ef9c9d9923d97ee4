import { expect, test } from "vitest";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { aJobForLater, runToEnd } from "#test/support/events/jobs";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

async function aDeletedTable() {
  const made = await aTable({ records: [{ fields: {} }] });
  const { owner, baseId, tableId } = made;
  const viewer = await aMember(baseId, "viewer");
  const { jobId } = (await call(deleteTable, { as: owner, params: { baseId, tableId } })).body;
  return { ...made, viewer, jobId, params: { tableId, jobId } };
}

test("200: that of a deleted table, before it is cleared and after, to whoever has a role on the base", async () => {
  const { owner, viewer, baseId, jobId, params } = await aDeletedTable();
  for (const as of [owner, viewer])
    expect(await call(getTableJob, { as, params })).toMatchObject({
      status: 200,
      body: { id: jobId, kind: "clearTable", state: "waiting", progress: { done: 0 } },
    });
  await runToEnd(jobId, baseId);
  for (const as of [owner, viewer])
    expect((await call(getTableJob, { as, params })).body).toMatchObject({
      state: "done",
      progress: { done: 1, total: 1 },
    });
});

test("200: that of a table that is there", async () => {
  const made = await aTable();
  const jobId = await aJobForLater(made);
  const { status, body } = await call(getTableJob, {
    as: made.owner,
    params: { tableId: made.tableId, jobId },
  });
  expect({ status, id: body.id }).toEqual({ status: 200, id: jobId });
});

test("404: to a stranger, to a token of another base, and below another table", async () => {
  const { owner, params } = await aDeletedTable();
  const other = await aTable({}, owner);
  const reach = { spaceIds: [], baseIds: [other.baseId] };
  const elsewhere = { token: await aToken(owner.userId, { reach }) };
  for (const as of [await someone(), elsewhere]) {
    const { status, body } = await call(getTableJob, { as, params });
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `There is no table ${params.tableId}, or you have no access to it`,
    });
  }
  const below = await call(getTableJob, { as: owner, params: { ...params, tableId: other.tableId } });
  expect(below.status).toBe(404);
  expect(below.body.message).toContain("There is no job");
});
