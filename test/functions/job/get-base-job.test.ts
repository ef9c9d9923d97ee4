import { expect, test } from "vitest";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as getBaseJob } from "#functions/job/get-base-job";
import { aJobForLater, runToEnd } from "#test/support/events/jobs";
import { aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

async function aDeletedBase() {
  const made = await aTable();
  const inBase = await aMember(made.baseId, "viewer");
  const inSpace = await aMember(made.spaceId, "viewer");
  const { jobId } = (await call(deleteBasePermanently, { as: made.owner, params: { baseId: made.baseId } }))
    .body;
  return { ...made, inBase, inSpace, jobId, params: { baseId: made.baseId, jobId } };
}

test("200: the job of a deleted base, for its members until they are cleared, then for those of its space", async () => {
  const { owner, inBase, inSpace, baseId, jobId, params } = await aDeletedBase();
  for (const as of [owner, inBase, inSpace])
    expect(await call(getBaseJob, { as, params })).toMatchObject({
      status: 200,
      body: { id: jobId, kind: "clearBase", state: "waiting" },
    });
  await runToEnd(jobId, baseId);
  for (const as of [owner, inSpace])
    expect((await call(getBaseJob, { as, params })).body).toMatchObject({
      state: "done",
      progress: { done: 1, total: 1 },
    });
  expect((await call(getBaseJob, { as: inBase, params })).status).toBe(404);
});

test("200: the job of one of its tables", async () => {
  const made = await aTable();
  const jobId = await aJobForLater(made);
  const params = { baseId: made.baseId, jobId };
  expect((await call(getBaseJob, { as: made.owner, params })).body.id).toBe(jobId);
});

test("404: for a stranger, for a token of another base, and below another base", async () => {
  const { owner, params } = await aDeletedBase();
  const other = await aTable({}, owner);
  const reach = { spaceIds: [], baseIds: [other.baseId] };
  const elsewhere = { token: await aToken(owner.userId, { reach }) };
  for (const as of [await someone(), elsewhere]) {
    const { status, body } = await call(getBaseJob, { as, params });
    expect({ status, message: body.message }).toEqual({
      status: 404,
      message: `There is no base ${params.baseId}, or you have no access to it`,
    });
  }
  const below = await call(getBaseJob, { as: owner, params: { ...params, baseId: other.baseId } });
  expect(below.status).toBe(404);
  expect(below.body.message).toContain("There is no job");
});
