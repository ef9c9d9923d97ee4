/* Moves rows next to another row in a view's manual order: all of them or none. The cells of their records stay unchanged. */

import type { Caller } from "#lib/data/identity/caller";
import { findMany, type RecordItem } from "#lib/data/records/records";
import { findGap, moveRows, noAnchor } from "#lib/data/rows/place-rows";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { refuseLocked } from "#lib/data/schema/views";
import { unknownInside } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import type { RowsPlace } from "#lib/schemas/records/row-order";
import { commitIfAny, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { keepOperation } from "./keep-operation.ts";
import { refuseUnknownIds } from "./update-records.ts";

/** Moves the rows. Throws 404 with every id that does not exist. */
export async function orderRows(
  tableId: TableId,
  view: ViewItem,
  { anchorId, position, recordIds }: RowsPlace,
  caller: Caller,
): Promise<void> {
  refuseLocked(view);
  const target = { tableId, viewId: view.id, anchorId, side: position };
  await retryOnConflict(async (attempt) => {
    const [found, records] = await Promise.all([
      findGap(target, recordIds.length, attempt),
      findMany(tableId, recordIds),
    ]);
    const unknown = refuseUnknownIds(recordIds, records, (i) => ["recordIds", i]);
    if (!found || unknown.length > 0)
      throw unknownInside([...(found ? [] : [noAnchor(["anchorId"], anchorId)]), ...unknown]);
    const { writes, changes } = moveRows(found, records as RecordItem[]);
    const all = [...changes, ...keepAnswer(caller, undefined)];
    await commitIfAny(await keepOperation(all, { table: { id: tableId }, fields: [] }, { writes }, caller));
  });
}
