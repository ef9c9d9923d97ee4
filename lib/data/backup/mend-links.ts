/*
 * Mends a link cell of an import if its other sides differ, because records were changed while the file was written. Links that only one
 * side has are removed, and made again as a request would make them, unless the other record is taken.
 */

import { commitRecords } from "#lib/data/indexes/commit-records";
import { type HolderItem, type LinkField, linkKey, sidesOf } from "#lib/data/links/link-items";
import { keepSome, keyOfLink } from "#lib/data/links/link-sides";
import { recordKey } from "#lib/data/records/record-keys";
import { findMany, type RecordItem } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { withFormerTimes } from "#lib/data/write/former-times";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { AppError } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { change, commitIfAny, remove, retryOnConflict } from "#lib/store/commit";
import { getItem, getItems, type Key } from "#lib/store/store";
import type { ImportWork } from "./import-work.ts";

interface WrongCell {
  id: RecordId;
  field: LinkField;
  /** As the file says. */
  links: LinkedRecord[];
  /** The links that the other sides have, too. */
  confirmed: LinkedRecord[];
  isThere(id: RecordId): boolean;
}

const itemsPerCommit = 90;

/** Reduces the cell to links that both sides have; counts the links that are left out. */
export async function mendCell(schema: Schema, cell: WrongCell, work: ImportWork): Promise<void> {
  const { id, field, links, confirmed, isThere } = cell;
  await takeAway(schema, cell);
  const kept = new Set<string>(confirmed.map((link) => link.id));
  const { own, back } = sidesOf(field, schema.table.id);
  const wanted = links.filter((link) => kept.has(link.id) || (isThere(link.id) && !back.isHidden));
  const leaveOut = (after: LinkedRecord[]) => {
    if (after.length < links.length) work.count("leftOutLinks", links.length - after.length);
  };
  if (wanted.length === confirmed.length || wanted.length > limits.linksPerCell) return leaveOut(confirmed);
  const values = wanted.map((link) => ({ id: link.id }));
  try {
    await changeLinks(schema, { id, values: { [field.id]: own.isMany ? values : values[0] } }, work);
    leaveOut(wanted);
  } catch (error) {
    const isRefused = error instanceof AppError && (error.status === 400 || error.status === 404);
    if (!isRefused) throw error;
    leaveOut(confirmed);
  }
}

/** Removes links that only this side has, and gives the others their present titles. */
async function takeAway({ table }: Schema, { id, field, links, confirmed }: WrongCell): Promise<void> {
  const { own, back } = sidesOf(field, table.id);
  const kept = new Set<string>(confirmed.map((link) => link.id));
  const gone = links.filter((link) => !kept.has(link.id)).map((link) => link.id);
  const keys = gone.flatMap((other): Key[] => [
    ...(own.isMany ? [linkKey(own, id, other)] : []),
    ...(back.isHidden ? [keyOfLink(back, other, id)] : []),
  ]);
  for (const some of cutIntoPieces(keys, itemsPerCommit))
    await retryOnConflict(async () => {
      const items = await getItems<HolderItem>(some);
      // the item may name another record as holder
      await commitIfAny(items.filter(({ entity, other }) => entity === "link" || other === id).map(remove));
    });
  await retryOnConflict(async () => {
    const record = await getItem<RecordItem>(recordKey(table.id, id));
    if (!record) return;
    const { [field.id]: _, ...cells } = record.cells;
    const { [field.id]: __, ...more } = record.more ?? {};
    const cell = keepSome(confirmed);
    if (cell.length > 0) cells[field.id] = cell;
    if (cell.length < confirmed.length) more[field.id] = true;
    const changed = change(record, { cells, more: Object.keys(more).length > 0 ? more : undefined });
    // the present table: its views may have got indexes in the meantime
    await commitRecords(await readSchema(table.id), [changed]);
  });
}

const changeLinks = (
  { table }: Schema,
  { id, values }: { id: RecordId; values: Record<string, unknown> },
  { caller }: ImportWork,
): Promise<void> =>
  retryOnConflict(async () => {
    const schema = await readSchema(table.id);
    const found = await findMany(table.id, [id]);
    const inputs = [{ values, at: ["lines", 0] }];
    const reading = await readDrafts(schema, { inputs, fieldKeyType: "id", typecast: false }, caller);
    const wanted = completeRecords(schema.table, reading, { found });
    const target = { table: schema.table, ...reading, isQuiet: true };
    // the file says when the record was last changed
    const kept = withFormerTimes(await planBatch(target, wanted, {}, caller));
    await commitBatch(schema, kept, await batchChanges(kept, caller));
  });
