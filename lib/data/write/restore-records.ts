/*
 * Bringing back records that were deleted together: all of them, or none. They are as they were, with ids and numbers, but for
 * cells of fields that are gone since; and one commit sees that the schema is as it was read, that the trash was not emptied, and
 * that nobody brought them back before.
 */

import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import { guardChanges, type RecordItem, refuseDuplicates } from "#lib/data/records/records";
import { putRowsBack } from "#lib/data/rows/put-rows-back";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { type DeletionItem, deletionKey, imagesOf, isInTrash, recordsIn } from "#lib/data/trash/trash";
import type { ImageItem } from "#lib/data/trash/trash-images";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { isComputed } from "#lib/engine/fields/field";
import { AppError, invalid, notFound, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TrashId } from "#lib/schemas/basics/ids";
import type { Restored } from "#lib/schemas/tables/trash";
import { type Change, change, check, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, getItems, removeItems } from "#lib/store/store";

/** `start` is what was read with the request. */
export async function restoreRecords(
  start: Schema,
  id: TrashId,
  caller: Caller,
  found?: DeletionItem,
): Promise<Restored> {
  let current: { schema: Schema; deletion: DeletionItem | undefined } | undefined = {
    schema: start,
    deletion: found,
  };
  return retryOnConflict(async () => {
    const { schema, deletion } = current ?? (await readBoth(start, id));
    current = undefined;
    const { table } = schema;
    if (!deletion?.records || !isInTrash(deletion, table.trashEmptiedTime, caller.now))
      throw notFound("trash", id);
    const ids = recordsIn(deletion);
    const answer: Restored = { resourceType: "record", resourceIds: ids };
    if (deletion.restoredTime) return answer;

    const keys = imagesOf(table.id, deletion);
    const images = (await getItems(keys)) as ImageItem[];
    if (images.length < ids.length) throw notYetKept();
    const byId = new Map(images.map(({ record }) => [record.id, record]));
    const restoring = ids.map((each) => restored(schema, byId.get(each) as ImageItem["record"]));
    const { items, changes } = await putRowsBack(schema, restoring);
    refuseMissing(schema, items);
    await commit([
      ...items.map((item): Change => ({ op: "create", item })),
      ...guardChanges(table.id, items, schema.fields),
      ...changes,
      change(deletion, { restoredTime: caller.now }),
      check(table),
      ...keepAnswer(caller, answer),
    ]).catch(refuseDuplicates(schema, (recordId, field) => pathAt(ids.indexOf(recordId as RecordId), field)));
    // done is done: those that are left go with the deletion, or when their time is over
    await removeItems(keys).catch(() => {});
    return answer;
  });
}

async function readBoth({ table }: Schema, id: TrashId) {
  const [schema, deletion] = await Promise.all([
    readSchema(table.id),
    getItem<DeletionItem>(deletionKey(id)),
  ]);
  return { schema, deletion };
}

const pathAt = (i: number, { name }: { name: string }) => pathOf(["records", i, "fields", name]);

/** They follow the commit within a second. */
const notYetKept = () =>
  new AppError("conflict", "These records were deleted just now and are still being put away; try again", {
    headers: { "retry-after": "1" },
  });

/** One version more than it had: an ETag from before its deletion is of another state. */
function restored({ table, fields }: Schema, record: ImageItem["record"]): RecordItem {
  const cells: Cells = {};
  for (const { id } of fields) {
    const cell = record.cells[id];
    if (cell !== undefined) cells[id] = cell;
  }
  return { ...record, ...recordKey(table.id, record.id), cells, version: record.version + 1 };
}

function refuseMissing({ table, fields }: Schema, items: RecordItem[]): void {
  const writable = fields.filter((field) => !isComputed(field));
  const found = items.map(({ cells }, i) => missingIssues(writable, cells, ["records", i, "fields"], "name"));
  const issues = found.flatMap((each) => each.issues);
  const broken = found.find((each) => each.broken)?.broken;
  if (issues.length > 0) throw invalid(issues, broken && localizationOf(broken, table.name));
}
