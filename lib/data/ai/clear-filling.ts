/* Removes for good the items of fills that are not in the partitions of a table or a base. */

import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { isEntity } from "#lib/store/item";
import { type Item, readPage } from "#lib/store/store";
import type { FillItem } from "./fills.ts";
import { clearTasks } from "./tasks.ts";

/** The tasks of the fields of a table. Only fields that are being filled have any: `items` are the last items of the table. */
export async function clearTasksAmong(tableId: TableId, items: Item[]): Promise<void> {
  for (const { auto, fieldId } of items.filter(isEntity<FillItem>("aiFill")))
    if (auto) await clearTasks(tableId, fieldId);
}

const itemsPerPage = 1000;

/** Clears the answers of models for a base, and the count of tokens that it used. */
export async function clearAnswers(baseId: BaseId): Promise<void> {
  for (;;) {
    const { items } = await readPage({ pk: `AI#${baseId}`, limit: itemsPerPage, only: [] });
    if (items.length === 0) return;
    await removeItems(items);
  }
}
