/* Records in few bytes: how their items are packed on the way into the store, and unpacked on the way out. */
import { columnsOf, noteColumns, parseColumns } from "#lib/data/schema/columns";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { autoNumberOf, type FieldId, type TableId } from "#lib/schemas/basics/ids";
import {
  type Columns,
  columnIn,
  columnsIn,
  isColumn,
  isLongText,
  packRecord,
  type Unpacked,
  unpackRecord,
} from "#lib/schemas/records/packed-record";
import type { Change } from "#lib/store/commit";
import { definePacking } from "#lib/store/packing";
import { getItem, type Item } from "#lib/store/store";

/** The prefix of the partition keys of all records. */
export const recordParts = "RECORDS#";
/** The table whose records are in a partition. */
export const tableOfPart = (pk: string) => pk.split("#")[1] as TableId;

/** Defines how records are packed; called by the module that makes their keys. */
export const definePackedRecords = (): void =>
  definePacking({ partitions: recordParts, makePacker, isPacked, unpack });

function isPacked(item: Item): boolean {
  if (item.entity === "table") noteColumns((item as TableItem).id, (item as TableItem).columns);
  return typeof item["cells"] === "string";
}

/** A commit that adds fields may write cells of them. */
function makePacker(changes: readonly Change[]) {
  const made = new Map<TableId, Columns>();
  for (const each of changes)
    if ("item" in each && each.item.entity === "table") {
      const { id, columns = "" } = each.item as TableItem;
      made.set(id, parseColumns(columns));
    }
  return (item: Item): Item => {
    const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy, cells, ...rest } = item;
    const tableId = tableOfPart(item.pk);
    const members = { createdTime, createdBy, lastModifiedTime, lastModifiedBy };
    const { text, long } = packRecord(
      { ...members, cells: cells as Unpacked["cells"] },
      made.get(tableId) ?? columnsOf(tableId),
    );
    return { ...rest, cells: text, ...long };
  };
}

/** The columns of a table, at least so many of them if there are; reads TABLE if this process has seen fewer. */
export async function readColumns(id: TableId, count: number): Promise<Columns> {
  // reading TABLE notes them
  if (columnsOf(id).ids.length < count) await getItem<TableItem>(tableKey(id));
  return columnsOf(id);
}

/** The columns of a table, with those of these fields if they have any. */
export const readColumnsOf = async (id: TableId, fieldIds: ReadonlySet<string>): Promise<Columns> =>
  [...fieldIds].every((fieldId) => columnsOf(id).numbers.has(fieldId))
    ? columnsOf(id)
    : readColumns(id, Number.POSITIVE_INFINITY);

/** The ids of fields, sorted, of a list where some are `#<column>`. */
export async function nameFields(id: TableId, names: readonly string[]): Promise<FieldId[]> {
  const columns = names.filter(isColumn).map(columnIn);
  const { ids } = await readColumns(id, Math.max(0, ...columns.map((column) => column + 1)));
  const named = names.map((name) => (isColumn(name) ? (ids[columnIn(name)] ?? name) : name));
  return [...new Set(named)].sort() as FieldId[];
}

async function unpack(items: Item[], only?: ReadonlySet<string>): Promise<Item[]> {
  const read = items.map((item) => ({
    item,
    tableId: tableOfPart(item.pk),
    list: JSON.parse(item["cells"] as string) as unknown[],
  }));
  const columns = new Map<TableId, Columns>();
  for (const [tableId, some] of Map.groupBy(read, (each) => each.tableId))
    columns.set(tableId, await readColumns(tableId, Math.max(...some.map(({ list }) => columnsIn(list)))));
  return read.map(({ item, tableId, list }) => {
    const shown: { [attribute: string]: unknown } = {};
    for (const name in item) if (name !== "cells" && !isLongText(name)) shown[name] = item[name];
    // the sort key is the id, and has the number
    const numbered = { id: item.sk, autoNumber: autoNumberOf(item.sk) };
    const unpacked = unpackRecord(list, columns.get(tableId) as Columns, item, only);
    return Object.assign(shown, numbered, unpacked) as unknown as Item;
  });
}
