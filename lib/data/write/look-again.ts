/*
 * The answer of a write is made before its commit, from the records as they will be written. What follows in the same records after the
 * commit, or in what they look up, is not in it yet:
 *
 *   links between records of one table    the other side of a link, titles: a note says so
 *   lookups that come back to the table   they show other records of the call, or records that link to them
 *
 * Only then the records are read again, as the next reading of the caller will show them.
 */

import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import { type Field, holdsLinks } from "#lib/engine/fields/field";
import { lookupsIn } from "#lib/engine/fields/formula-inputs";
import { shownIn, sourceOf } from "#lib/engine/fields/lookups";
import type { TableId } from "#lib/schemas/basics/ids";
import type { Record } from "#lib/schemas/records/record";
import { commitIfAny } from "#lib/store/commit";
import { type AnswerChanges, keepAgain } from "#lib/store/idempotency-records";
import { getItems } from "#lib/store/store";
import type { RecordBatch, Written } from "./record-batch.ts";

/**
 * The answer as it is after the commit; it also replaces the answer that is kept for a repeated request. Never throws, because the batch is
 * written: if something fails, or a record was deleted since, the former answer stays.
 */
export async function lookAgain(
  batch: RecordBatch,
  written: Written,
  caller: Caller,
  keep: AnswerChanges<Written>,
): Promise<Written> {
  if (!showsOtherwise(batch)) return written;
  try {
    const shown = await showStored(batch, written, caller);
    await commitIfAny(await keepAgain(keep({ ...written, shown })));
    return { ...written, shown };
  } catch {
    return written;
  }
}

async function showStored(batch: RecordBatch, { shown, items }: Written, caller: Caller): Promise<Record[]> {
  const { table, fields, fieldKeyType } = batch;
  const found = await getItems<RecordItem>(items.map(({ id }) => recordKey(table.id, id)));
  const how = { fieldKeyType, cellFormat: "json", ...caller.minimal } as const;
  const again = await showAllFitting(found, fields, how, caller);
  const byId = new Map(again.map((record) => [record.id, record]));
  return shown.map((record) => byId.get(record.id) ?? record);
}

function showsOtherwise({ table, fields, writes, notes }: RecordBatch): boolean {
  const written = new Set<string>(writes.flatMap(({ before, after }) => (before === after ? [] : after.id)));
  if (written.size === 0) return false;
  const own = new Set<string>(fields.map(({ id }) => id));
  const isFollowed = notes.some(
    ({ stale, changed }) =>
      stale.some(({ tableId, id }) => tableId === table.id && written.has(id)) ||
      changed.some(({ dependents }) => dependents.some((id) => own.has(id))),
  );
  return isFollowed || comesBack(lookupsIn(fields), table.id);
}

/** Whether one of these lookups shows records of this table, or links to them, directly or through other tables. */
function comesBack(lookups: readonly Field[], tableId: TableId, seen = new Set<Field>()): boolean {
  return lookups.some((lookup) => {
    const source = sourceOf(lookup);
    if (!source || seen.has(lookup)) return false;
    seen.add(lookup);
    const shown = shownIn(lookup, source);
    const linksBack = shown.some(
      (field) =>
        holdsLinks(field) && (field.options as { foreignTableId?: unknown }).foreignTableId === tableId,
    );
    return (
      source.link.options.foreignTableId === tableId ||
      linksBack ||
      comesBack(lookupsIn(shown), tableId, seen)
    );
  });
}
