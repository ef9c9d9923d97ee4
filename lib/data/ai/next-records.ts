/* The records whose cells a job fills next. */

import { isModelAuthor } from "#lib/ai/authors";
import type { Caller } from "#lib/data/identity/caller";
import { planQuery } from "#lib/data/query/query-plan";
import { recordKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { parseColumns } from "#lib/data/schema/columns";
import type { Schema } from "#lib/data/schema/table-schema";
import { readHistory } from "#lib/data/trash/list-history";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { autoNumberOf } from "#lib/schemas/basics/ids";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { unpackChange } from "#lib/schemas/records/packed-changes";
import { getItem } from "#lib/store/store";
import type { FillItem } from "./fills.ts";

/** So many questions are asked at the same time in a turn. */
export const atOnce = 4;
const recordsPerLook = 200;

export interface NextRecords {
  records: RecordItem[];
  /** The number up to which no other record is filled. */
  to: number;
  /** The only record was deleted. */
  isGone?: true;
}

/** The next records, in their order; fewer or none if many in a row are not to be filled. */
export async function nextRecords(
  schema: Schema,
  field: Field,
  fill: FillItem,
  caller: Caller,
): Promise<NextRecords> {
  const { id: tableId } = schema.table;
  if (fill.recordId) {
    const record = await getItem<RecordItem>(recordKey(tableId, fill.recordId));
    if (!record) return { records: [], to: fill.to, isGone: true };
    return { records: (await isWrittenSince(schema, record, field, fill)) ? [] : [record], to: fill.to };
  }
  const { viewId } = fill;
  const plan = viewId ? planQuery(schema, { viewId, fieldKeyType: "id" }, caller) : undefined;
  const slice = { tableId, after: fill.after, skip: 0, take: recordsPerLook };
  const { records, more } = await readSlice(slice);
  const prepared = await plan?.prepare(records);
  const reshape = makeReshaper(schema.fields);
  const found: RecordItem[] = [];
  for (const [i, record] of records.entries()) {
    if (autoNumberOf(record.id) > fill.to) break;
    if (fill.mode === "empty" && reshape(record).cells[field.id] !== undefined) continue;
    const turn = plan?.turn();
    if (turn !== undefined) await turn;
    const readable = prepared?.[i];
    if (readable && plan?.matches(readable) === false) continue;
    if (fill.mode === "all" && (await isWrittenSince(schema, record, field, fill))) continue;
    found.push(record);
    if (found.length === atOnce) return { records: found, to: autoNumberOf(record.id) };
  }
  const last = records.at(-1);
  return { records: found, to: more && last ? Math.min(fill.to, autoNumberOf(last.id)) : fill.to };
}

/** History is written a moment after a change. */
const msOfHistory = msPerMinute;

/**
 * Whether a person has written the cell since the job was started. The history may lack the last change of the record for a moment: if a
 * person made that change, the cell counts as written.
 */
async function isWrittenSince(
  { table: { id: tableId, columns } }: Schema,
  { id: recordId, lastModifiedTime: time, lastModifiedBy }: RecordItem,
  field: Field,
  { createdTime }: FillItem,
): Promise<boolean> {
  if (!time || time <= createdTime) return false;
  const { edits, more } = await readHistory({ tableId, recordId }, { startDate: createdTime });
  if (more) return true;
  const { ids } = parseColumns(columns);
  const isOfField = ({ change }: (typeof edits)[number]) => unpackChange(change, ids)?.fieldId === field.id;
  if (edits.some((edit) => isOfField(edit) && !isModelAuthor(edit.item.by))) return true;
  const isKnown = isModelAuthor(lastModifiedBy) || edits.some(({ item }) => item.time >= time);
  return !isKnown && timeAfter(time, msOfHistory) > new Date().toISOString();
}
