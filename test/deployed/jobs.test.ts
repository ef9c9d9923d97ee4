/* Work after the response: stream, dispatcher, queue and consumer, each with its own role. */
import { expect, test } from "vitest";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { aFullTable, itemsWith } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** A busy machine with the emulator takes long to begin a job. */
const longest = 420_000;

test("all items of a deleted table are removed, and no others", { timeout: longest }, async () => {
  const { owner, baseId, spaceId, tableId } = await aFullTable(90);
  const other = await aTable({ records: [{ fields: { Name: "stays" } }] }, owner, { baseId, spaceId });
  const { body } = await call(deleteTable, { as: owner, params: { baseId, tableId } });

  // the job begins one minute later, when no earlier request can still be writing
  const params = { tableId, jobId: body.jobId };
  const stateOf = async () => (await call(getTableJob, { as: owner, params })).body.state;
  await expect.poll(stateOf, { timeout: longest, interval: 1000 }).toBe("done");
  expect(await itemsWith(tableId)).toEqual([]);
  expect(await itemsWith(other.tableId)).not.toEqual([]);
});
