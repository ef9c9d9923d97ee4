/* What is deleted for good leaves nothing of its filling. */
import { afterEach, expect, test, vi } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base-permanently";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { noteAutoFill } from "#lib/data/ai/auto-tasks";
import { recordKey } from "#lib/data/records/record-keys";
import { readAll } from "#lib/store/store";
import { itemsWith, jobsOf, runToEnd } from "#test/support/events/jobs";
import { aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { aFilledTable } from "./support.ts";

afterEach(() => void vi.unstubAllEnvs());

test("a table leaves no tasks, and a base no answers and no tokens", async () => {
  await aModelServer(() => "x");
  const made = await aFilledTable(["a"], { aiConfig: null });
  const { owner: as, tableId, baseId, plot, target } = made;
  await made.configure({ modelKey: "m", type: "extraction", sourceFieldId: plot });
  await made.end(await made.start());
  await made.configure({ modelKey: "m", type: "extraction", sourceFieldId: plot, isAutoFill: true });
  const body = { records: [{ fields: { Plot: "b" } }] };
  const added = await call(createRecords, { as, params: { tableId }, body });
  await noteAutoFill(recordKey(tableId, added.body.records[0].id));
  const tasks = () => readAll({ pk: `AITASKS#${tableId}#${target}` });
  const ofBase = () => readAll({ pk: `AI#${baseId}` });
  expect(await tasks()).toHaveLength(1);
  expect((await ofBase()).length).toBeGreaterThan(1);

  const table = await call(deleteTable, { as, params: { baseId, tableId } });
  await runToEnd(table.body.jobId, baseId);
  expect(await tasks()).toEqual([]);
  // the job of the field finds nothing, and ends
  for (const id of await jobsOf(tableId)) await runToEnd(id, baseId);
  expect(await itemsWith(tableId)).toEqual([]);
  const base = await call(deleteBase, { as, params: { baseId } });
  await runToEnd(base.body.jobId, baseId);
  expect(await ofBase()).toEqual([]);
});
