/*
 * Reads cells with more links than a record keeps (`more`) in full when the record is shown: one Query for the items of each, and the
 * titles that the record does not keep. Imported only for records that have such cells.
 */

import type { Caller } from "#lib/data/identity/caller";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { runTogether } from "#lib/store/retry";
import { getItems, readAll } from "#lib/store/store";
import { byPlace, type LinkItem, linksOf, manySideOf } from "./link-keys.ts";
import { recordKey } from "./record-keys.ts";
import type { RecordItem } from "./records.ts";
import { titlesOf } from "./titles.ts";

/**
 * More links do not fit into a JSON answer: a page that holds them is cut before the records that follow. Readers that do not cut pages
 * read in pieces (`piecesForLinks`).
 */
const linksInAll = 150_000;
const recordsAtOnce = 100;

/** The records with all links in the cells of these fields, in the same order. */
export async function readFullCells<Each extends StoredRecord>(
  records: Each[],
  fields: readonly Field[],
  caller: Pick<Caller, "userId" | "now">,
): Promise<Each[]> {
  const read = withInputs(fields);
  let count = 0;
  const full: Each[] = [];
  for (const record of records) {
    const cut = read.filter(({ id }) => record.more?.[id]);
    if (cut.length === 0 || count > linksInAll) {
      full.push(record);
      continue;
    }
    const cells = { ...record.cells };
    for (const field of cut) {
      const links = await allLinks(record, field, caller);
      count += links.length;
      if (links.length > 0) cells[field.id] = links;
    }
    full.push({ ...record, cells });
  }
  return full;
}

async function allLinks(
  { id, cells }: StoredRecord,
  field: Field,
  caller: Pick<Caller, "userId" | "now">,
): Promise<LinkedRecord[]> {
  const { foreignTableId, lookupFieldId } = field.options as LinkOptions;
  const items = (await readAll<LinkItem>(linksOf(manySideOf(field), id)))
    .sort(byPlace)
    .slice(0, limits.linksInAll);
  const known = new Map(((cells[field.id] ?? []) as LinkedRecord[]).map((each) => [each.id, each]));
  const others = items.map(({ other }) => other).filter((other) => !known.has(other));
  for (const each of await titlesIn(foreignTableId, others, { lookupFieldId, caller }))
    known.set(each.id, each);
  return items.flatMap(({ other }) => known.get(other) ?? []);
}

interface How {
  lookupFieldId: string;
  caller: Pick<Caller, "userId" | "now">;
}

async function titlesIn(
  tableId: TableId,
  ids: RecordId[],
  { lookupFieldId, caller }: How,
): Promise<LinkedRecord[]> {
  const table = await findTable(tableId);
  if (!table) return ids.map((id) => ({ id }));
  const { fields } = await schemaOf(table);
  const links: LinkedRecord[] = [];
  // keeps only the titles, because the records may be large
  await runTogether(cutIntoPieces(ids, recordsAtOnce), async (some) => {
    const records = await getItems<RecordItem>(some.map((id) => recordKey(tableId, id)));
    links.push(...records.map(await titlesOf(records, { fields, lookupFieldId }, caller)));
  });
  return links;
}
