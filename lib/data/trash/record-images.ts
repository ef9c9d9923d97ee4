/*
 * Keeps images of records that only the stream still has: as they were before an edit, and before they were deleted.
 *
 *   edited            ──▶ history, an item for each edit (history.ts)
 *   deleted           ──▶ an image for the trash (trash-images.ts)
 *   deletion removed  ──▶ comments are cleared (forget-records.ts): it expired, or the trash was emptied
 *
 * Nothing is kept for a table that is being cleared. All writes are puts with derived keys, so changes may be reported twice.
 */

import { tableOfPart } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import type { TableId } from "#lib/schemas/basics/ids";
import { putItems } from "#lib/store/batch-writes";
import { unpackItems } from "#lib/store/packing";
import { getItems, type Item } from "#lib/store/store";
import { forgetRecords } from "./forget-records.ts";
import { historyOf, keepHistory } from "./history.ts";
import { type DeletionItem, deletionsOfRecords } from "./trash.ts";
import { imageOf } from "./trash-images.ts";

interface StreamChange {
  before: object;
  after?: object;
}

/** Processes changes of records and deletions from the stream, which has items as they are stored. */
export async function keepRecordImages(streamChanges: StreamChange[], now: string): Promise<void> {
  const all = streamChanges as { before: RecordItem | DeletionItem; after?: RecordItem }[];
  // the partition keys of records and deletions both have the table's id as their second part
  const kept = await tablesKept(new Set(all.map(({ before }) => tableOfPart(before.pk))));
  const ofKept = all.flatMap(({ before, after }) => {
    const table = kept.get(tableOfPart(before.pk));
    return table ? [{ table, tableId: table.id, before, after }] : [];
  });
  const isDeletion = ({ before }: { before: Item }) => before.pk.startsWith(deletionsOfRecords);
  const records = ofKept.filter((each) => !isDeletion(each)) as {
    tableId: TableId;
    before: RecordItem;
    after: RecordItem | undefined;
  }[];
  await putItems(
    records.flatMap(({ tableId, before, after }) => (after ? [] : [imageOf(tableId, before, now)])),
  );
  const edits = records.map(async ({ tableId, ...stored }) => {
    const [before, after] = stored.after ? await unpackItems([stored.before, stored.after]) : [];
    return before && after ? historyOf(tableId, before, after).map((item) => ({ ...item, tableId })) : [];
  });
  await keepHistory((await Promise.all(edits)).flat());
  const endedDeletions = ofKept.filter((each) => isDeletion(each) && !each.after);
  for (const [table, deletions] of Map.groupBy(endedDeletions, (each) => each.table))
    await forgetRecords(
      table,
      deletions.map(({ before }) => before as DeletionItem),
      now,
    );
}

/** The tables that exist or are in the trash, in a base that exists. */
async function tablesKept(ids: ReadonlySet<TableId>): Promise<Map<TableId, TableItem>> {
  const found = await getItems<TableItem>([...ids].map(tableKey));
  const tables = found.filter(({ isCleared }) => !isCleared);
  const bases = await getItems<BaseItem>(tables.map(({ baseId }) => baseKey(baseId)));
  const existing = new Set(bases.filter(({ deletedTime }) => !deletedTime).map(({ id }) => id));
  return new Map(tables.filter(({ baseId }) => existing.has(baseId)).map((table) => [table.id, table]));
}
