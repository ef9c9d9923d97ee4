/*
 * Notes that a table has become large; this wakes a consumer, which makes the indexes that its views need (tend-indexes.ts).
 *
 *  entity      pk             sk     cost
 *  largeTable  TABLE#<table>  LARGE  put 1 WCU when the table becomes large
 */

import { tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { putItems } from "#lib/store/batch-writes";

/** Best effort: the next change of the table or its views leads to the same. */
export const noteLargeTable = (id: TableId): Promise<void> =>
  putItems([{ ...tableKey(id), sk: "LARGE", entity: "largeTable", version: 1 }]).catch(() => {});
