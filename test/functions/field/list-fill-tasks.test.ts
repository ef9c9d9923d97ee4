import { expect, test } from "vitest";
import { handler as listFillTasks } from "#functions/field/list-fill-tasks";
import { aFilledTable } from "#test/data/ai/support";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the model is the one of this process");

test("200: what is being filled is listed, and nothing when it has ended", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a", "b"]);
  const jobId = await made.start();
  const tasks = async () =>
    (await call(listFillTasks, { as: made.owner, params: { tableId: made.tableId } })).body;
  expect(await tasks()).toEqual({
    cells: [],
    fieldMap: { [made.target]: { taskId: jobId, completedCount: 0, totalCount: 2 } },
    failedMap: {},
    waitingMap: {},
  });
  await made.end(jobId);
  expect(await tasks()).toEqual({ cells: [], fieldMap: {}, failedMap: {}, waitingMap: {} });
});
