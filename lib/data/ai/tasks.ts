/*
 * Tasks of auto-filled fields (auto-tasks.ts), as they are stored.
 *
 *  entity  pk                     sk     cost
 *  aiTask  AITASKS#<table>#<fld>  <rec>  put 2 WCU in a commit of its own; removed in the commit that fills the cell
 */

import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { getItem, type Item, type Key, readPage } from "#lib/store/store";

export interface TaskItem extends Item {
  recordId: RecordId;
  /** The cell when the task began. If it differs now, a person has written it. */
  cell: string;
  times: number;
}

const partitionOf = (tableId: TableId, fieldId: FieldId) => `AITASKS#${tableId}#${fieldId}`;
export const taskKey = (tableId: TableId, fieldId: FieldId, id: RecordId): Key => ({
  pk: partitionOf(tableId, fieldId),
  sk: id,
});

export const readTask = (tableId: TableId, fieldId: FieldId, id: RecordId) =>
  getItem<TaskItem>(taskKey(tableId, fieldId, id));

export const listTasks = async (tableId: TableId, fieldId: FieldId, limit: number): Promise<TaskItem[]> =>
  (await readPage<TaskItem>({ pk: partitionOf(tableId, fieldId), limit })).items;

/** Removes all tasks of a field that cannot be filled. */
export async function clearTasks(tableId: TableId, fieldId: FieldId): Promise<void> {
  for (let tasks = await listTasks(tableId, fieldId, 1000); tasks.length > 0; ) {
    await removeItems(tasks);
    tasks = await listTasks(tableId, fieldId, 1000);
  }
}
