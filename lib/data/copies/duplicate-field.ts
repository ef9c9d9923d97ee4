/*
 * Duplicates a field with its cells. The copy of a link field is one-way. Rules for cells (`unique`, `notNull`) are not copied. Computed fields
 * compute the same again.
 *
 *   few cells    one commit: the new field and every record that has a cell
 *   many cells   one commit: the new field, pending, and the job that copies the cells (copy-cells.ts)
 */

import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { isLink } from "#lib/data/links/link-items";
import { readSlice, readSlices } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { withAllLinks } from "#lib/data/records/show-records";
import { get } from "#lib/data/schema/fields";
import { refuseCopying } from "#lib/data/schema/refuse-copying";
import { type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { createField } from "#lib/data/tables/create-field";
import { inputOf } from "#lib/data/tables/field-input";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { isComputed, typeOf } from "#lib/engine/fields/field";
import { unknownInside } from "#lib/schemas/basics/error";
import { autoNumberOf, type FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { DuplicatedField, FieldCopy } from "#lib/schemas/tables/field";
import { type Change, change, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { basisOf } from "./copy-cells.ts";
import { beginCopy, type CopyOfField } from "./copy-item.ts";

/** So many records with a cell are copied before the answer. */
export const mostAtOnce: Record<"links" | "others", number> = {
  links: limits.recordsPerCall,
  others: limits.recordsWithField,
};

/** Creates the copy and returns it as shown, with the id of the job if there is one. Throws 409 for a copy that is still being made. */
export async function duplicateField(
  schema: Schema,
  id: FieldId,
  { name, viewId }: FieldCopy,
  caller: Caller,
  allow: AllowThere,
  most = mostAtOnce,
): Promise<DuplicatedField> {
  const field = get(schema, id);
  refuseCopying(field, "duplicated");
  const order = viewId && placeAfter(schema, id, viewId);
  const input = { ...inputOf(field), name, ...(order && { order }) };
  let last = 0;
  const shown = await createField(schema, input, caller, allow, async (latest, added) => {
    const original = get(latest, id);
    last = 0;
    if (isComputed(original)) return { changes: [] };
    const found = await readHolding(latest, original, isLink(original) ? most.links : most.others);
    if (!found) {
      const at: CopyOfField = { from: id, to: added.id, basis: basisOf(original) };
      const { jobId, changes } = await beginCopy("duplicateField", latest.table, at, caller);
      return { changes, copying: jobId };
    }
    const { holding, highest } = found;
    if (isLink(original)) return { changes: await copyLinks(latest, { original, added, holding }, caller) };
    last = highest;
    return { changes: copiedTo(holding, latest, { from: id, to: added.id }) };
  });
  if (last > 0) await copyLate(schema, { from: id, to: shown.id, after: last });
  return shown;
}

/** Copies the cells of records that were created in the meantime, by calls that did not know the new field yet. */
async function copyLate(
  { table: { id: tableId } }: Schema,
  { from, to, after }: { from: FieldId; to: FieldId; after: number },
): Promise<void> {
  const now = new Date().toISOString();
  await retryOnConflict(async () => {
    const { records } = await readSlice({ tableId, after, skip: 0, take: limits.recordsPerPage });
    if (records.length === 0) return;
    const latest = await readSchema(tableId);
    const [original, added] = [from, to].map((id) => latest.fields.find((field) => field.id === id));
    if (!original || !added || isComputed(original)) return;
    const late = records.filter(({ createdTime, cells }) => createdTime < now && cells[to] === undefined);
    await commitIfAny(copiedTo(late, latest, { from, to }));
  });
}

/** The changes of records whose cell is copied; none for an empty one. */
function copiedTo(
  records: RecordItem[],
  { fields }: Schema,
  { from, to }: { from: FieldId; to: FieldId },
): Change[] {
  const reshape = makeReshaper(fields);
  return records.flatMap((record) => {
    const { cells, shapes } = reshape(record);
    if (cells[from] === undefined) return [];
    return [change(record, { cells: { ...cells, [to]: cells[from] }, ...(shapes && { shapes }) })];
  });
}

/** The place between the field and the next column of the view. Throws 404 for a view of another table. */
function placeAfter({ views }: Schema, id: FieldId, viewId: NonNullable<FieldCopy["viewId"]>) {
  const view = views.find((each) => each.id === viewId);
  if (!view) throw unknownInside([{ path: "viewId", message: "is not a view of this table" }]);
  const columns = view.columnMeta;
  const own = columns[id]?.order ?? 0;
  const later = Object.values(columns).flatMap(({ order }) => (order > own ? order : []));
  return { viewId, orderIndex: later.length > 0 ? (own + Math.min(...later)) / 2 : own + 1 };
}

/** So many records are read before the answer, even if few of them have a cell. */
const mostLookedThrough = 50_000;

/** All records of a table with a cell to copy, and the highest number that was read; `undefined` if there are too many. */
async function readHolding(
  { table, fields }: Schema,
  { id }: FieldItem,
  most: number,
): Promise<{ holding: RecordItem[]; highest: number } | undefined> {
  const reshape = makeReshaper(fields);
  const holding: RecordItem[] = [];
  let [highest, looked] = [0, 0];
  for await (const records of readSlices(table.id)) {
    holding.push(...records.filter((record) => reshape(record).cells[id] !== undefined));
    looked += records.length;
    if (holding.length > most || looked > mostLookedThrough) return undefined;
    const last = records.at(-1);
    if (last) highest = autoNumberOf(last.id);
  }
  return { holding, highest };
}

interface LinkCopies {
  original: FieldItem;
  added: FieldItem;
  holding: RecordItem[];
}

/** The links again, as if they were written into the new field. */
async function copyLinks(
  schema: Schema,
  { original, added, holding: found }: LinkCopies,
  caller: Caller,
): Promise<Change[]> {
  const full = await withAllLinks(found, [original], caller);
  const isMany = typeOf(added).isMultiple(added.options);
  const inputs = full.map(({ cells }, i) => {
    const links = linkedIds(cells[original.id]).map((id) => ({ id }));
    return { values: { [added.id]: isMany ? links : links[0] }, at: ["records", i] };
  });
  const own = { ...schema, fields: [...schema.fields, added] };
  const reading = await readDrafts(own, { inputs, fieldKeyType: "id", typecast: false }, caller);
  const wanted = completeRecords(schema.table, reading, { found });
  const batch = await planBatch({ table: schema.table, ...reading }, wanted, {}, caller);
  return batchChanges(batch, caller);
}
