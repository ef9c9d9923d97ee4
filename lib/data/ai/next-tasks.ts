/* The records whose cells the job of an auto-filled field fills next. */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { removeItems } from "#lib/store/batch-writes";
import { getItem } from "#lib/store/store";
import { cellHash } from "./auto-tasks.ts";
import { atOnce } from "./next-records.ts";
import { listTasks, type TaskItem } from "./tasks.ts";

export interface NextTask {
  task: TaskItem;
  record: RecordItem;
  /** A person has written the cell since the task began. */
  isWritten: boolean;
}

/** The next tasks with their records; an empty list at the end. Tasks of deleted records are removed. */
export async function nextTasks(schema: Schema, field: Field): Promise<NextTask[]> {
  const { id: tableId } = schema.table;
  for (;;) {
    const tasks = await listTasks(tableId, field.id, atOnce);
    const records = await Promise.all(
      tasks.map(({ recordId }) => getItem<RecordItem>(recordKey(tableId, recordId))),
    );
    const found = tasks.flatMap((task, i): NextTask[] => {
      const record = records[i];
      return record ? [{ task, record, isWritten: cellHash(schema, field, record) !== task.cell }] : [];
    });
    if (found.length > 0 || tasks.length === 0) return found;
    await removeItems(tasks);
  }
}
