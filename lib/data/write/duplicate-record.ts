/* Duplicates a record. The copy has no values in unique fields. */

import type { Caller } from "#lib/data/identity/caller";
import { claimCopied } from "#lib/data/records/copied-files";
import { type RecordItem, tagOf } from "#lib/data/records/records";
import { withAllLinks } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { makeReshaper, type StoredRecord } from "#lib/engine/cells/stored-cells";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { sharesTargets } from "#lib/engine/field-types/shared/links";
import { holdsLinks, isComputed } from "#lib/engine/fields/field";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import type { DuplicatedRecord, FieldKeyType, Record } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { planBatch } from "./record-batch.ts";
import { numbersOf } from "./record-numbers.ts";
import { resolveRowPlacement, writeBatch } from "./write-records.ts";

/** Creates the copy, with its row at the position that `order` names. Throws 400 if a required cell of the copy would be empty. */
export async function duplicateRecord(
  schema: Schema,
  record: RecordItem,
  { order, fieldKeyType }: { order: RowPlace | undefined; fieldKeyType: FieldKeyType },
  caller: Caller,
): Promise<{ shown: DuplicatedRecord; item: RecordItem }> {
  const { table, fields } = schema;
  const copied = copyCells(schema, await withLinks(record, schema, caller), fieldKeyType);
  const takeNumbers = numbersOf(table.id);
  return retryOnConflict(async (attempt) => {
    const [
      places,
      {
        cells: [cells = {}],
        files,
      },
    ] = await Promise.all([
      resolveRowPlacement(schema, order, { at: [], count: 1, attempt }),
      claimCopied([copied], fields),
      takeNumbers(1),
    ]);
    if (places.unknown.length > 0) throw unknownInside(places.unknown);
    const { dependents } = schema;
    const target = { table, fields, dependents, fieldKeyType, ...(files && { files }) };
    const batch = await planBatch(target, [{ at: [], cells }], { takeNumbers, places }, caller);
    const { shown, items } = await writeBatch(schema, batch, caller, ({ shown: [answer], items: [item] }) =>
      keepAnswer(caller, answer && asCopy(answer), item && [item.id], item && tagOf(item)),
    );
    return { shown: asCopy(shown[0] as Record), item: items[0] as RecordItem };
  });
}

/** The answer: the copy, and a list with the copy. */
export const asCopy = (record: Record): DuplicatedRecord => ({ ...record, records: [record] });

/** The record with all its links, except links to records that only one record may link. */
async function withLinks(record: RecordItem, { fields }: Schema, caller: Caller) {
  const links = fields.filter(holdsLinks);
  const [full = record] = await withAllLinks([record], links, caller);
  const isExclusive = (options: unknown) => !sharesTargets((options as LinkOptions).relationship);
  const own = new Set<string>(links.filter(({ options }) => isExclusive(options)).map(({ id }) => id));
  const cells = Object.entries(full.cells).filter(([id]) => !own.has(id));
  return { ...full, cells: Object.fromEntries(cells) };
}

/** The cells of the copy. Throws 400 if a required cell would be empty. */
function copyCells({ table, fields }: Schema, record: StoredRecord, fieldKeyType: FieldKeyType): Cells {
  const writable = fields.filter((field) => !isComputed(field));
  const { cells: present } = makeReshaper(fields)(record);
  const cells: Cells = {};
  for (const { id, unique } of writable) {
    const cell = present[id];
    if (!unique && cell !== undefined) cells[id] = cell;
  }
  const { issues, broken } = missingIssues(writable, cells, ["record", "fields"], fieldKeyType);
  if (issues.length > 0)
    throw invalid(issues.map(explainEmpty), broken && localizationOf(broken, table.name));
  return cells;
}

const explainEmpty = ({ path }: { path: string }) => ({
  path,
  message:
    "must not be empty; the copy would have no value, because the field is unique or the record's cell is empty",
});
