/*
 * Restores records that were deleted together: all of them or none. They keep their ids, numbers and cells, except cells of fields
 * that were deleted since, and are no longer in the trash. The commit checks that the schema is as it was read, that the trash was not emptied, and that the records
 * were not restored before.
 */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { mayHaveLinks } from "#lib/data/links/link-items";
import type { NoteItem } from "#lib/data/links/notes";
import type { relinkRecords } from "#lib/data/links/relink-records";
import { withMadeThumbnails } from "#lib/data/records/made-thumbnails";
import { exchangeGuards, type RecordItem, refuseDuplicates } from "#lib/data/records/records";
import { putRowsBack } from "#lib/data/rows/put-rows-back";
import { readSchema, type Schema, withKept } from "#lib/data/schema/table-schema";
import { type DeletionItem, deletionKey, imagesOf, isInTrash, recordsIn } from "#lib/data/trash/trash";
import { readImages } from "#lib/data/trash/trash-images";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import { isComputed } from "#lib/engine/fields/field";
import { AppError, invalid, notFound, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TrashId } from "#lib/schemas/basics/ids";
import type { Restored } from "#lib/schemas/tables/trash";
import { removeItems } from "#lib/store/batch-writes";
import { type Change, change, check, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, type Key } from "#lib/store/store";
import { followSoon } from "./follow-soon.ts";
import { keepReason } from "./keep-operation.ts";

/**
 * Restores the records of a trash entry; if they are already restored, returns the same answer. `start` and `found` were read for the
 * request; a retry reads both again. Throws 404 without the entry, 400 if a unique value is taken or a cell must not be empty.
 */
export async function restoreRecords(
  start: Schema,
  id: TrashId,
  caller: Caller,
  found?: DeletionItem,
): Promise<Restored> {
  const both = { schema: start, deletion: found };
  const readAgain = () => readBoth(start, id);
  return retryOnConflictFrom(both, readAgain, async ({ schema, deletion }) => {
    if (!deletion?.records || !isInTrash(deletion, schema.table.trashEmptiedTime, caller.now))
      throw notFound("trash", id);
    const ids = recordsIn(deletion);
    const answer: Restored = { resourceType: "record", resourceIds: ids };
    if (deletion.restoredTime) return answer;

    const { changes, notes, images } = await planRestoring(schema, deletion, caller);
    const all = await keepReason(
      [...changes, ...keepAnswer(caller, answer)],
      schema.table.id,
      "restoring from the trash is not undone: delete the records again",
      caller,
    );
    await commitRecords(schema, all).catch(
      refuseDuplicates(schema, (recordId, field) => pathAt(ids.indexOf(recordId as RecordId), field)),
    );
    if (notes.length > 0) await followSoon(notes, all);
    await removeImages(images);
    return answer;
  });
}

interface Restoring {
  items: RecordItem[];
  changes: Change[];
  notes: NoteItem[];
  /** The images of the records, which are of no use after the commit. */
  images: Key[];
}

/** The changes that restore the records of a deletion. Throws 409 if they are not yet in the trash, 400 for a cell that must not be empty. */
export async function planRestoring(
  schema: Schema,
  deletion: DeletionItem,
  caller: Caller,
): Promise<Restoring> {
  const { table } = schema;
  const ids = recordsIn(deletion);
  const keys = imagesOf(table.id, deletion);
  const images = await readImages(table.id, keys);
  const restoring = ids.flatMap((id) => {
    const image = images.get(id);
    return image ? [toRestored(schema, image)] : [];
  });
  if (restoring.length < ids.length) throw imagesMissing();
  const linked = await relinkAll(schema, await withMadeThumbnails(restoring), caller, deletion.deletedTime);
  const { items, changes } = await putRowsBack(schema, linked.records);
  refuseMissing(schema, items);
  const guards = await exchangeGuards(
    table.id,
    withKept(schema),
    items.map((after) => ({ after })),
  );
  return {
    items,
    changes: [
      ...items.map((item): Change => ({ op: "create", item })),
      ...guards,
      ...changes,
      ...linked.changes,
      change(deletion, { restoredTime: caller.now }),
      check(table),
    ],
    notes: linked.notes,
    images: keys,
  };
}

/** Best effort: images that stay expire, or are removed with the trash entry. */
export const removeImages = (images: Key[]): Promise<void> => removeItems(images).catch(() => {});

/** The records with their restored links. Imports the code only for a table with links. */
const relinkAll: typeof relinkRecords = async (schema, records, ...others) =>
  mayHaveLinks(schema)
    ? (await import("#lib/data/links/relink-records")).relinkRecords(schema, records, ...others)
    : { records, changes: [], notes: [] };

async function readBoth({ table }: Schema, id: TrashId) {
  const [schema, deletion] = await Promise.all([
    readSchema(table.id),
    getItem<DeletionItem>(deletionKey(id)),
  ]);
  return { schema, deletion };
}

const pathAt = (i: number, { name }: { name: string }) => pathOf(["records", i, "fields", name]);

/** Images are written by a consumer, usually within a second after the deletion. */
const imagesMissing = () =>
  new AppError("conflict", "These records were deleted just now and are not yet in the trash; retry", {
    headers: { "retry-after": "1" },
  });

/** The record to create. Its version is one higher, so that an ETag from before the deletion does not match. */
function toRestored(schema: Schema, record: RecordItem): RecordItem {
  const cells: Cells = {};
  // fields in the trash may be restored
  for (const { id } of withKept(schema)) {
    const cell = record.cells[id];
    if (cell !== undefined) cells[id] = cell;
  }
  return makeReshaper(schema.fields)({ ...record, cells, version: record.version + 1 });
}

function refuseMissing({ table, fields }: Schema, items: RecordItem[]): void {
  const writable = fields.filter((field) => !isComputed(field));
  const found = items.map(({ cells }, i) => missingIssues(writable, cells, ["records", i, "fields"], "name"));
  const issues = found.flatMap((each) => each.issues);
  const broken = found.find((each) => each.broken)?.broken;
  if (issues.length > 0) throw invalid(issues, broken && localizationOf(broken, table.name));
}
