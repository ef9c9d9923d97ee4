/*
 * What the stream still knows of records when nobody else does: how they were before an edit, and before they were deleted.
 *
 *   edited   ──▶ history, an item for each edit (history.ts)
 *   deleted  ──▶ its image for the trash (trash.ts), and what was left in its place (trash-records.ts)
 *   what says so is gone, with its time or when the trash was emptied  ──▶ its comments go (forget-records.ts)
 *
 * Nothing is kept of a table that is being cleared. What is kept is written as it is, so it may be told twice.
 */

import { tableOfPart } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import type { TableId } from "#lib/schemas/basics/ids";
import { getItems, type Item, putItems } from "#lib/store/store";
import { forgetRecords } from "./forget-records.ts";
import { historyOf, keepHistory } from "./history.ts";
import { type DeletionItem, deletionsOfRecords } from "./trash.ts";
import { imageOf } from "./trash-images.ts";
import { keepDeletion, type Leftovers, removeLeftovers } from "./trash-records.ts";

interface Passed {
  before: object;
  after?: object;
  left?: object;
}

export async function keepRecordImages(passed: Passed[], now: string): Promise<void> {
  const all = passed as { before: RecordItem | DeletionItem; after?: RecordItem; left?: Leftovers }[];
  // either names its table second
  const kept = await tablesKept(new Set(all.map(({ before }) => tableOfPart(before.pk))));
  const ofKept = all.flatMap(({ before, after, left }) => {
    const table = kept.get(tableOfPart(before.pk));
    return table ? [{ table, tableId: table.id, before, after, left }] : [];
  });
  const isDeletion = ({ before }: { before: Item }) => before.pk.startsWith(deletionsOfRecords);
  const records = ofKept.filter((each) => !isDeletion(each)) as {
    tableId: TableId;
    before: RecordItem;
    after: RecordItem | undefined;
    left: Leftovers | undefined;
  }[];
  await putItems(
    records.flatMap(({ tableId, before, after }) => (after ? [] : [imageOf(tableId, before, now)])),
  );
  for (const { left } of records) if (left) await keepDeletion(left);
  for (const { left } of all) if (left) await removeLeftovers(left);
  await keepHistory(
    records.flatMap(({ tableId, before, after }) =>
      after ? historyOf(tableId, before, after).map((item) => ({ ...item, tableId })) : [],
    ),
  );
  const ended = ofKept.filter((each) => isDeletion(each) && !each.after);
  for (const [table, deletions] of Map.groupBy(ended, (each) => each.table))
    await forgetRecords(
      table,
      deletions.map(({ before }) => before as DeletionItem),
      now,
    );
}

/** Those that are there or in the trash, in a base that is there. */
async function tablesKept(ids: ReadonlySet<TableId>): Promise<Map<TableId, TableItem>> {
  const found = (await getItems([...ids].map(tableKey))) as TableItem[];
  const tables = found.filter(({ isCleared }) => !isCleared);
  const bases = (await getItems(tables.map(({ baseId }) => baseKey(baseId)))) as BaseItem[];
  const there = new Set(bases.filter(({ deletedTime }) => !deletedTime).map(({ id }) => id));
  return new Map(tables.filter(({ baseId }) => there.has(baseId)).map((table) => [table.id, table]));
}
