import { describe, expect, test } from "vitest";
import { handler as autoFillCell } from "#functions/field/auto-fill-cell";
import { handler as listFillTasks } from "#functions/field/list-fill-tasks";
import { aFilledTable } from "#test/data/ai/support";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the model is the one of this process");

describe("one cell", () => {
  test("is filled, whatever it has; another job for it is a 409", async () => {
    await aModelServer(() => "new");
    const made = await aFilledTable([{ Plot: "a", Filled: "old" }, "b"]);
    const jobId = await made.startCell(made.recordIds[0] as string);
    expect(await made.field()).not.toHaveProperty("isPending");
    const params = { tableId: made.tableId, fieldId: made.target, recordId: made.recordIds[0] as string };
    expect((await call(autoFillCell, { as: made.owner, params })).status).toBe(409);
    const tasks = await call(listFillTasks, { as: made.owner, params: { tableId: made.tableId } });
    expect(tasks.body.cells).toEqual([{ recordId: params.recordId, fieldId: made.target, taskId: jobId }]);
    expect(await made.end(jobId)).toMatchObject({ state: "done", progress: { done: 1 } });
    expect(await made.cells()).toEqual(["new", null]);
  });

  test("that cannot be filled: its job has failed, and says why", async () => {
    await aModelServer(() => ({ text: "", stop: "declined" }));
    const made = await aFilledTable(["a"]);
    expect(await made.end(await made.startCell(made.recordIds[0] as string))).toMatchObject({
      state: "failed",
      error: "the model declined to answer",
    });
  });
});
