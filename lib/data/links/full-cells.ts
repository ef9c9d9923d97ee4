/*
 * All links of cells that have more than a record keeps. The record has the first ones with their titles; the items of the side say
 * which there are, and the linked records their titles.
 */

import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import { find as findTable, readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/present";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { tooLarge } from "#lib/schemas/basics/answer-size";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { getItems, type Item, keyAfter, readPage } from "#lib/store/store";
import { byPlace, isLink, type LinkField, type LinkItem, linksOf, sidesOf } from "./link-items.ts";
import { titlesOf } from "./titles.ts";

type Reader = Pick<Caller, "userId" | "now">;

/**
 * The records with all links of these fields. Those that an answer has no room for are left out at the end; the first never is. Throws
 * 413 for a cell that no answer has room for.
 */
export async function fillCells<Kept extends StoredRecord>(
  records: readonly Kept[],
  fields: readonly Field[],
  caller: Reader,
): Promise<Kept[]> {
  const links = fields.filter(isLink);
  const schemas = new Map<TableId, Promise<Schema | undefined>>();
  const schemaOf = (id: TableId) => schemas.get(id) ?? remember(schemas, id);
  const filled: Kept[] = [];
  let bytes = 0;
  for (const record of records) {
    const cells = { ...record.cells };
    for (const field of links.filter(({ id }) => record.more?.[id])) {
      const cell = await readCell(record, field, await schemaOf(field.options.foreignTableId), caller);
      cells[field.id] = cell;
      bytes += Buffer.byteLength(JSON.stringify(cell));
    }
    if (bytes > limits.responseBytes && filled.length > 0) return filled;
    filled.push({ ...record, cells });
  }
  return filled;
}

function remember(schemas: Map<TableId, Promise<Schema | undefined>>, id: TableId) {
  const read = findTable(id).then((table) => (table ? readSchema(id) : undefined));
  schemas.set(id, read);
  return read;
}

/** All links of a cell in their order. Where the other table is gone, those that the record keeps. */
async function readCell(
  record: StoredRecord,
  field: LinkField,
  schema: Schema | undefined,
  caller: Reader,
): Promise<LinkedRecord[]> {
  const kept = (record.cells[field.id] ?? []) as LinkedRecord[];
  if (!schema) return kept;
  const known = new Map(kept.map((each) => [each.id, each]));
  const ids = await readIds(record.id, field);
  const { fields, table } = schema;
  const how = { fields, lookupFieldId: field.options.lookupFieldId };
  const others = ids.filter((id) => !known.has(id));
  // linked records can be large, so that memory holds few of them at a time
  for (const some of cutIntoPieces(others, recordsPerRead)) {
    const found = await getItems<Item & StoredRecord>(some.map((id) => recordKey(table.id, id)));
    const toLink = await titlesOf(found, how, caller);
    for (const each of found) known.set(each.id, toLink(each));
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

const recordsPerRead = 100;

/** The least that a link has in an answer: `{"id":"rec…"},`. */
const leastBytes = 28;

async function readIds(id: RecordId, field: LinkField): Promise<RecordId[]> {
  // the id of the own table is no part of the key
  const range = linksOf(sidesOf(field, field.options.foreignTableId).own, id);
  const items: LinkItem[] = [];
  for (let from: string | undefined = range.from; from !== undefined; ) {
    const page: { items: LinkItem[]; more: boolean } = await readPage<LinkItem>({ ...range, from });
    items.push(...page.items);
    const bytes = items.length * leastBytes;
    if (bytes > limits.responseBytes) throw tooLarge(bytes);
    const last = items.at(-1);
    from = page.more && last ? keyAfter(last.sk) : undefined;
  }
  return items.sort(byPlace).map(({ other }) => other);
}
