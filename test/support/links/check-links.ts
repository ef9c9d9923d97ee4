/* Reads everything that the store has of links, and tells every disagreement. */

import { isDeepStrictEqual } from "node:util";
import { type Ends, endsOf, ownItems } from "#lib/data/links/link-ends";
import { isChanging, isLink } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import { isKept, readSchema, type Schema } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { autoNumberOf, type RecordId, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";

interface Table {
  schema: Schema;
  records: Map<RecordId, RecordItem>;
}

/** One line for each disagreement, also of link fields in the trash; the tables must be all that are linked with each other. */
export async function findDisagreements(tableIds: TableId[]): Promise<string[]> {
  const tables = new Map<TableId, Table>();
  for (const id of tableIds) tables.set(id, { schema: await readSchema(id), records: await allRecords(id) });
  const found: string[] = [];
  for (const { schema } of tables.values())
    for (const { id, type, options } of schema.fields)
      if (isLink({ type }) && isChanging(options as LinkOptions)) found.push(`${id} is still being changed`);
  for (const table of tables.values())
    for (const end of endsOf(table.schema))
      for (const record of table.records.values()) found.push(...(await checkCell(record, end, tables)));
  return found;
}

/** All links of fields as "<record> <field> <other record>". */
export async function allLinks(tableIds: TableId[]): Promise<string[]> {
  const found: string[] = [];
  for (const id of tableIds) {
    const ends = endsOf(await readSchema(id));
    for (const record of (await allRecords(id)).values())
      for (const end of ends)
        for (const other of await linksIn(end, record)) found.push(`${record.id} ${end.mine.id} ${other}`);
  }
  return found;
}

async function allRecords(tableId: TableId): Promise<Table["records"]> {
  const records: Table["records"] = new Map();
  for (let after = 0, more = true; more; ) {
    const slice = await readSlice({ tableId, after, skip: 0, take: 500 });
    for (const record of slice.records) records.set(record.id, record);
    after = autoNumberOf(slice.records.at(-1)?.id ?? "");
    more = slice.more;
  }
  return records;
}

async function linksIn({ mine }: Ends, record: RecordItem): Promise<RecordId[]> {
  return mine.isMany || mine.isHidden
    ? (await ownItems(mine, record.id)).map(({ other }) => other)
    : linkedIds(record.cells[mine.id]);
}

async function checkCell(
  record: RecordItem,
  end: Ends,
  tables: ReadonlyMap<TableId, Table>,
): Promise<string[]> {
  const { mine, theirs } = end;
  const there = tables.get(theirs.tableId) as Table;
  const ids = await linksIn(end, record);
  const at = `${record.id} ${mine.id}`;
  const found: string[] = [];
  if (!mine.isMany && ids.length > 1) found.push(`${at} holds ${ids.length} records`);
  for (const id of ids) {
    const other = there.records.get(id) ?? (await getItem<RecordItem>(recordKey(theirs.tableId, id)));
    if (!other) found.push(`${at} links to ${id}, which is not there`);
    else if (!(await linksIn({ mine: theirs, theirs: mine }, other)).includes(record.id))
      found.push(`${at} links to ${id}, which does not link back`);
  }
  if (!mine.isHidden) found.push(...(await checkCopy(record, { mine, theirs }, ids, tables)));
  return found;
}

/** What the record keeps of the cell: the first links, with their present titles. */
async function checkCopy(
  record: RecordItem,
  { mine, theirs }: Ends,
  ids: RecordId[],
  tables: ReadonlyMap<TableId, Table>,
): Promise<string[]> {
  const own = tables.get(mine.tableId) as Table;
  const there = tables.get(theirs.tableId) as Table;
  const inTrash = own.schema.clearing.filter(isKept).find(({ id }) => id === mine.id);
  const field = inTrash ?? own.schema.fields.find(({ id }) => id === mine.id);
  if (!field || !isLink(field)) return [`${mine.id} is no link field`];
  const cell = (record.cells[mine.id] ?? []) as LinkedRecord[];
  // titles are read again when the field comes back
  const kept = inTrash ? cell.map(({ id }) => ({ id })) : cell;
  const linked = ids.flatMap((id) => there.records.get(id) ?? []);
  const how = { fields: there.schema.fields, lookupFieldId: field.options.lookupFieldId };
  const toLink = await titlesOf(linked, how, { userId: "usr" as UserId, now: "2026-01-01T00:00:00.000Z" });
  const wanted = linked.slice(0, kept.length).map(inTrash ? ({ id }) => ({ id }) : toLink);
  const at = `${record.id} ${mine.id}`;
  if (!isDeepStrictEqual(kept, wanted))
    return [`${at} keeps ${JSON.stringify(kept)} in place of ${JSON.stringify(wanted)}`];
  const isCut = kept.length < ids.length;
  return isCut === (record.more?.[mine.id] === true)
    ? []
    : [`${at} keeps ${kept.length} of ${ids.length} links`];
}
