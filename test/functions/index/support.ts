import { handler as createView } from "#functions/view/create-view";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** A table that has given enough numbers to be large, and two views of one order. */
export async function aLargeTable() {
  const { owner: as, tableId, baseId, table } = await aTable();
  const params = { tableId };
  const orders = [{ fieldId: table.fields[1].id, order: "desc" }];
  for (const name of ["One", "Two"]) {
    const body = { name, type: "grid", sort: { sortObjs: orders } };
    const { status } = await call(createView, { as, params, body });
    if (status !== 201) throw new Error(`no view: ${status}`);
  }
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
  return { as, params, baseId, orders };
}
