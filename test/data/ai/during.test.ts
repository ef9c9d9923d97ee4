/* What happens to a fill when something is stopped, deleted or brought back while the model is asked. */
import { describe, expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as stopFill } from "#functions/field/stop-fill";
import { handler as updateField } from "#functions/field/update-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteTable } from "#functions/table/delete-table";
import { noteAutoFill } from "#lib/data/ai/auto-tasks";
import { listTasks } from "#lib/data/ai/tasks";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { getItems } from "#lib/store/store";
import { jobOf, jobsOf, runToEnd } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { aFilledTable } from "./support.ts";

type Made = Awaited<ReturnType<typeof aFilledTable>>;

const disturbances: [string, string | undefined, (made: Made) => Promise<{ status: number }>][] = [
  [
    "the fill is stopped",
    "It was stopped",
    ({ owner: as, tableId, target: fieldId }) => call(stopFill, { as, params: { tableId, fieldId } }),
  ],
  [
    "the field is deleted",
    "The field was deleted",
    ({ owner: as, tableId, target: fieldId }) => call(deleteField, { as, params: { tableId, fieldId } }),
  ],
  [
    "its aiConfig is taken away",
    "The field has no aiConfig, so no model can fill it",
    ({ owner: as, tableId, target: fieldId }) =>
      call(updateField, { as, params: { tableId, fieldId }, body: { aiConfig: null } }),
  ],
  [
    "isAutoFill is switched off",
    "isAutoFill was switched off",
    ({ owner: as, tableId, target: fieldId, plot: sourceFieldId }) => {
      const aiConfig = { modelKey: "m", type: "extraction", sourceFieldId, isAutoFill: false };
      return call(updateField, { as, params: { tableId, fieldId }, body: { aiConfig } });
    },
  ],
  [
    "the record is deleted",
    undefined,
    ({ owner: as, tableId, recordIds: [recordId = ""] }) =>
      call(deleteRecord, { as, params: { tableId, recordId } }),
  ],
  [
    "the table is deleted",
    "The table was deleted",
    ({ owner: as, tableId, baseId }) => call(deleteTable, { as, params: { tableId, baseId } }),
  ],
];

const deletions: [string, (made: Made) => Promise<{ status: number }>][] = [
  ["the base is deleted", ({ owner: as, baseId }) => call(deleteBase, { as, params: { baseId } })],
  ["the space is deleted", ({ owner: as, spaceId }) => call(deleteSpace, { as, params: { spaceId } })],
];

/** A job with a cell, or more, and what its first question sets off. */
async function aFill(how: string, plots: string[], disturb: (made: Made) => Promise<{ status: number }>) {
  let count = 0;
  const server = await aModelServer(async () => {
    if (++count === 1) expect((await disturb(made)).status).toBe(200);
    return "x";
  });
  const made = await aFilledTable(plots, { aiConfig: null });
  const isAutoFill = how === "without being asked";
  await made.configure({ modelKey: "m", type: "extraction", sourceFieldId: made.plot, isAutoFill });
  const keys = made.recordIds.map((id) => recordKey(made.tableId, id as RecordId));
  if (isAutoFill) for (const key of keys) await noteAutoFill(key);
  else await made.start();
  const [job] = await jobsOf(made.tableId);
  if (!job) throw new Error("no job was made");
  await runToEnd(job, made.baseId);
  return {
    server,
    ended: await jobOf(job, made.baseId),
    tasks: await listTasks(made.tableId, made.target as FieldId, 10),
    filled: (await getItems<RecordItem>(keys)).filter((record) => Object.values(record.cells).includes("x")),
  };
}

describe.each(["by hand", "without being asked"])("%s", (how) => {
  const isByHand = how === "by hand";
  test.each(disturbances.filter(([, error]) => !isByHand || !error?.startsWith("isAutoFill")))(
    "%s while the model is asked: its answer is not written",
    async (_, error, disturb) => {
      const { ended, filled, tasks } = await aFill(how, ["a"], disturb);
      expect(ended).toMatchObject({ state: error ? "failed" : "done", ...(error && { error }) });
      expect(filled).toEqual([]);
      expect(tasks).toEqual([]);
    },
  );

  test.each(deletions)("%s: no more questions than those that are open", async (_, remove) => {
    const { server, ended, tasks } = await aFill(how, [..."abcdefghijkl"], remove);
    expect(ended).toMatchObject({ state: "failed", error: "The base was deleted" });
    expect(server.asked.length).toBeLessThanOrEqual(4);
    expect(tasks).toEqual([]);
  });
});
