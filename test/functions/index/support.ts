import { handler as createRecords } from "#functions/record/create-records";
import { handler as createView } from "#functions/view/create-view";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { addToNumber } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** A table that has given enough numbers to be large, and two views of one order. */
export async function aLargeTable() {
  const { owner: as, tableId, baseId, table } = await aTable();
  const params = { tableId };
  const orders = [{ fieldId: table.fields[1].id, order: "desc" }];
  const [viewId = ""] = await Promise.all(
    ["One", "Two"].map(async (name) => {
      const body = { name, type: "grid", sort: { sortObjs: orders } };
      const { status, body: view } = await call(createView, { as, params, body });
      if (status !== 201) throw new Error(`no view: ${status}`);
      return view.id as string;
    }),
  );
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  return { as, params, baseId, orders, viewId };
}

/** Makes the indexes that the table wants. */
export async function makeIndexes({ params, baseId }: Awaited<ReturnType<typeof aLargeTable>>) {
  await tendIndexes(params.tableId, new Date().toISOString());
  for (const { jobId } of (await readSchema(params.tableId)).indexes) await runToEnd(jobId, baseId);
}

/** Creates as many records as there are counts; gives their ids. */
export async function addCounts(
  { as, params }: Pick<Awaited<ReturnType<typeof aLargeTable>>, "as" | "params">,
  counts: number[],
): Promise<string[]> {
  const records = counts.map((Count, i) => ({ fields: { Name: `n${i}`, Count } }));
  const { status, body } = await call(createRecords, { as, params, body: { records } });
  if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`);
  return body.records.map(({ id }: { id: string }) => id);
}
