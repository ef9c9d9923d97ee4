/*
 * Links of a table to itself, in its copy: they join the copies. Both fields of a pair follow from one.
 *
 *   records with links ──▶ their copies, and those of what they link (copy-item.ts) ──▶ one commit for each field, then how far the copy is
 *
 * Only the job writes the table, and links that are there are not written again, so a batch that is cut off is repeated.
 */

import { starterOf } from "#lib/data/identity/caller";
import type { JobItem } from "#lib/data/jobs/jobs";
import { isLink } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { withAllLinks } from "#lib/data/records/show-records";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { batchChanges } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Change, commit } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
import { type CopiedRecord, copiedKey } from "./copy-item.ts";
import { planGivenLinks } from "./copy-links.ts";

interface SelfLinks {
  /** The copied table. */
  target: Schema;
  links: readonly (readonly [from: FieldItem, to: FieldItem])[];
  /** The records that are copied. */
  records: RecordItem[];
}

/** Links the copies of these records. Links to records that have no copy are left out. */
export async function copySelfLinks(
  job: JobItem,
  { target, links, records }: SelfLinks,
  progress: Change,
): Promise<void> {
  const caller = starterOf(job);
  const fields = links.map(([from]) => from).filter(isLink);
  const full = await withAllLinks(records, fields, caller);
  const linking = full.filter(({ cells }) => fields.some(({ id }) => linkedIds(cells[id]).length > 0));
  const idsIn = ({ cells }: StoredRecord, { id }: FieldItem): RecordId[] => linkedIds(cells[id]);
  const named = linking.flatMap((record) => [record.id, ...fields.flatMap((field) => idsIn(record, field))]);
  const copyOf = await findCopies(job, new Set(named));
  for (const [from, added] of links) {
    // read again for each field, because copying the links of the field before has changed them
    const copies = await findByIds(
      target,
      linking.map(({ id }) => copyOf.get(id)),
    );
    const wanted = linking.flatMap((record) => {
      const copy = copies.get(copyOf.get(record.id));
      const ids = idsIn(record, from).flatMap((id) => copyOf.get(id) ?? []);
      return copy && ids.length > 0 ? [{ copy, ids }] : [];
    });
    if (wanted.length === 0) continue;
    const batch = await planGivenLinks(
      { schema: target, added },
      wanted.map(({ copy }) => copy),
      wanted.map(({ ids }) => ids),
      caller,
    );
    await commitBatch(target, batch, await batchChanges(batch, caller));
  }
  await commit([progress]);
}

async function findCopies(job: JobItem, ids: ReadonlySet<RecordId>): Promise<Map<string, RecordId>> {
  const items = await getItems<CopiedRecord>([...ids].map((id) => copiedKey(job, id)));
  return new Map(items.map(({ sk, copyId }) => [sk, copyId]));
}

async function findByIds({ table }: Schema, ids: (RecordId | undefined)[]) {
  const items = await getItems<RecordItem>(ids.flatMap((id) => (id ? recordKey(table.id, id) : [])));
  return new Map<RecordId | undefined, RecordItem>(items.map((item) => [item.id, item]));
}
