/* The linked records that a filter names by id, with their titles. */

import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import {
  find as findTable,
  type Schema,
  schemaOf,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { FilterLinkRecords } from "#lib/schemas/records/record-titles";
import { type Filter, itemsOf } from "#lib/schemas/tables/filter";
import { getItems, makeFinder } from "#lib/store/store";
import { isLink, type LinkField } from "./link-items.ts";

/** The records that the filter of a link field or lookup names; they are in the table that the field links to. Four round trips at most. */
export async function listFieldFilterLinks(
  field: Field,
  { table: here }: Schema,
  caller: Caller,
): Promise<FilterLinkRecords> {
  if (!isLink(field) || !field.options.filter) return [];
  const table = await findTable(field.options.foreignTableId);
  if (!table) return [];
  return listFilterLinks(field.options.filter, { fields: (await schemaOf(table)).fields, here }, caller);
}

/**
 * The records that a filter of these fields names, table by table. Deleted records are left out, and so are tables that the caller may not
 * read: a filter may name any record, and must not reveal its title.
 */
export async function listFilterLinks(
  filter: Filter | null | undefined,
  { fields, here }: { fields: readonly Field[]; here: Pick<TableItem, "baseId"> },
  caller: Caller,
): Promise<FilterLinkRecords> {
  const named = namedIn(filter, fields);
  if (named.length === 0) return [];
  const keys = named.flatMap(({ tableId, ids }) => [
    tableKey(tableId),
    ...[...ids].map((id) => recordKey(tableId, id)),
  ]);
  const find = makeFinder(await getItems(keys));
  const tables = await Promise.all(
    named.map(async ({ tableId, ids, lookupFieldId }) => {
      const table = find<TableItem>(tableKey(tableId));
      if (!table || table.deletedTime) return [];
      if (table.baseId !== here.baseId && !(await caller.mayReadIn?.(table.baseId))) return [];
      const found = [...ids].flatMap((id) => find<RecordItem>(recordKey(tableId, id)) ?? []);
      const toLink = await titlesOf(found, { ...(await schemaOf(table)), lookupFieldId }, caller);
      const records = found.map(toLink).map(({ id, title = "" }) => ({ id, title }));
      return records.length > 0 ? [{ tableId, records }] : [];
    }),
  );
  return tables.flat();
}

interface NamedInTable {
  tableId: TableId;
  ids: Set<RecordId>;
  /** The title field of the first field whose filter names records of this table. */
  lookupFieldId: LinkField["options"]["lookupFieldId"];
}

function namedIn(filter: Filter | null | undefined, fields: readonly Field[]): NamedInTable[] {
  const byTable = new Map<TableId, NamedInTable>();
  for (const { fieldId, value } of filter ? itemsOf(filter) : []) {
    const field = fields.find(({ id }) => id === fieldId);
    if (!field || !isLink(field)) continue;
    const { foreignTableId: tableId, lookupFieldId } = field.options;
    for (const each of Array.isArray(value) ? value : [value]) {
      const { data: id } = RecordId.safeParse(each);
      if (!id) continue;
      const known = byTable.get(tableId) ?? { tableId, ids: new Set<RecordId>(), lookupFieldId };
      byTable.set(tableId, known);
      known.ids.add(id);
    }
  }
  return [...byTable.values()];
}
