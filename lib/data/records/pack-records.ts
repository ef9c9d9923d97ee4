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
  parsePacked,
  unpackRecord,
} from "#lib/schemas/records/packed-record";
import { definePacking } from "#lib/store/packing";
import { getItem, type Item, isEntity } from "#lib/store/store";

/** The prefix of the partition keys of all records. */
export const recordParts = "RECORDS#";
/** The table whose records are in a partition. */
export const tableOfPart = (pk: string) => pk.split("#")[1] as TableId;

/** Defines how records are packed; called by the module that makes their keys. */
export const definePackedRecords = (): void =>
  definePacking({ partitions: recordParts, makePacker, isPacked, makeUnpacker });

const isTable = isEntity<TableItem>("table");

function isPacked(item: Item): boolean {
  if (isTable(item)) noteColumns(item.id, item.columns);
  return typeof item["cells"] === "string";
}

/** A commit that adds fields may write cells of them. */
function makePacker(written: readonly Item[]) {
  const made = new Map(written.filter(isTable).map(({ id, columns }) => [id, parseColumns(columns)]));
  return (item: Item): Item => {
    const tableId = tableOfPart(item.pk);
    const { text, long } = packRecord(item, made.get(tableId) ?? columnsOf(tableId));
    // the sort key is the id, and has the number
    const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy, ...rest } = item;
    return { ...rest, cells: text, ...long };
  };
}

async function makeUnpacker(packed: readonly Item[], only?: ReadonlySet<string>) {
  const lists = new Map(packed.map((item) => [item, parsePacked(item["cells"])]));
  const needed = new Map<TableId, number>();
  for (const [{ pk }, list] of lists) {
    const tableId = tableOfPart(pk);
    needed.set(tableId, Math.max(needed.get(tableId) ?? 0, columnsIn(list)));
  }
  for (const [tableId, count] of needed) await readColumns(tableId, count);
  return (item: Item): Item => {
    const columns = columnsOf(tableOfPart(item.pk));
    const members = unpackRecord(lists.get(item) ?? [], columns, item, only);
    return { ...withoutLongTexts(item), id: item.sk, autoNumber: autoNumberOf(item.sk), ...members };
  };
}

function withoutLongTexts(item: Item): Item {
  const names = Object.keys(item).filter(isLongText);
  if (names.length === 0) return item;
  const rest = { ...item };
  for (const name of names) delete rest[name];
  return rest;
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
