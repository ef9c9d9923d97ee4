/*
 * Copies links as if they were written into the new field, which is one-way. The view and the filter by which a field offers records do not
 * matter, because the links exist already.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkField } from "#lib/data/links/link-items";
import { isLink } from "#lib/data/links/link-items";
import type { RecordItem } from "#lib/data/records/records";
import { withAllLinks } from "#lib/data/records/show-records";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { withFormerTimes } from "#lib/data/write/former-times";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { planBatch, type RecordBatch } from "#lib/data/write/record-batch";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { typeOf } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { ReadAgain } from "#lib/store/commit";
import { CopyStopped } from "./run-copy.ts";

interface LinkCopies {
  schema: Schema;
  added: FieldItem;
}

/**
 * The batch that makes the links of the originals in the new field. Links that have become impossible are left out: the other record was
 * deleted, or another record has taken it.
 */
export async function planLinkCopies(
  copies: LinkCopies,
  original: FieldItem & LinkField,
  records: RecordItem[],
  caller: Caller,
): Promise<RecordBatch> {
  const full = await withAllLinks(records, [original], caller);
  const links = full.map(({ cells }) => linkedIds(cells[original.id]));
  try {
    return await planGivenLinks(copies, records, links, caller);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const fitting: RecordId[][] = [];
    for (const [i, record] of records.entries())
      fitting.push(await takeFitting(copies, record, links[i] ?? [], caller));
    return planGivenLinks(copies, records, fitting, caller).catch((again: unknown) => {
      throw isRefused(again) ? new ReadAgain("another link became impossible in the meantime") : again;
    });
  }
}

/** Links that are made from the other side may exceed the limit of a cell; the copies are all made from one side. */
function refuseMany(record: RecordItem | undefined, links: RecordId[]): void {
  if (links.length > limits.linksPerCell)
    throw new CopyStopped(
      `The record ${record?.id} links ${links.length} records; more than ${limits.linksPerCell} cannot be copied`,
    );
}

const isRefused = (error: unknown): error is AppError =>
  error instanceof AppError && (error.status === 400 || error.status === 404);

/** The links that can be made. All are checked together while they fit, otherwise one by one. */
async function takeFitting(
  copies: LinkCopies,
  record: RecordItem,
  links: RecordId[],
  caller: Caller,
): Promise<RecordId[]> {
  if (links.length === 0) return [];
  try {
    await planGivenLinks(copies, [record], [links], caller);
    return links;
  } catch (error) {
    if (!isRefused(error)) throw error;
    const half = links.length >> 1;
    if (half === 0) return [];
    const first = await takeFitting(copies, record, links.slice(0, half), caller);
    return [...first, ...(await takeFitting(copies, record, links.slice(half), caller))];
  }
}

/** The batch that links these in the new field of the records. Throws 400 for links that are impossible, `CopyStopped` for too many. */
export async function planGivenLinks(
  { schema, added }: LinkCopies,
  found: RecordItem[],
  links: RecordId[][],
  caller: Caller,
): Promise<RecordBatch> {
  for (const [i, ids] of links.entries()) refuseMany(found[i], ids);
  const fields = schema.fields.map((field) => (field.id === added.id ? offeringAll(field) : field));
  const isMany = typeOf(added).isMultiple(added.options);
  const inputs = links.map((ids, i) => {
    const list = ids.map((id) => ({ id }));
    const value = isMany && list.length > 0 ? list : (list[0] ?? null);
    return { values: { [added.id]: value }, at: ["records", (found[i] as RecordItem).id] };
  });
  const reading = await readDrafts(
    { ...schema, fields },
    { inputs, fieldKeyType: "id", typecast: false },
    caller,
  );
  const wanted = completeRecords(schema.table, reading, { found });
  const target = { table: schema.table, ...reading, isQuiet: true };
  return withFormerTimes(await planBatch(target, wanted, {}, caller));
}

/** The field without the options that limit which records it offers. */
export const offeringAll = <Each extends FieldItem>(field: Each): Each =>
  isLink(field) ? { ...field, options: { ...field.options, filter: null, filterByViewId: null } } : field;
