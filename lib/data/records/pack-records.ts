/* Records in few bytes: how their items are packed on the way into the store, and unpacked on the way out. */
import { columnsOf, noColumns, noteColumns, parseColumns } from "#lib/data/schema/columns";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { autoNumberOf, type FieldId, type TableId } from "#lib/schemas/basics/ids";
import {
  type Columns,
  columnIn,
  isColumn,
  isLongText,
  packRecord,
  parsePacked,
  unpackCells,
  unpackMembers,
} from "#lib/schemas/records/packed-record";
import { definePacking } from "#lib/store/packing";
import { getItem, type Item, isEntity } from "#lib/store/store";

/** The prefix of the partition keys of all records. */
export const recordParts = "RECORDS#";
/** The table whose records are in a partition. */
export const tableOfPart = (pk: string) => pk.split("#")[1] as TableId;

/** Defines how records are packed; called by the module that makes their keys. */
export const definePackedRecords = (): void =>
  definePacking({ partitions: recordParts, makePacker, isPacked, startUnpacking });

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

function startUnpacking(wanted?: ReadonlySet<string>) {
  /** Tables with columns that are not known. */
  const lacking = new Set<TableId>();
  let isLearned = false;
  let isWhole = true;
  const miss = () => {
    isWhole = false;
  };
  let part = "";
  let columns = noColumns;

  function unpack(item: Item): Item {
    if (item.pk !== part) {
      part = item.pk;
      columns = columnsOf(tableOfPart(part));
    }
    const list = parsePacked(item["cells"]);
    isWhole = true;
    const cells = unpackCells(list, columns, item, wanted, miss);
    if (isLearned || isWhole) return showUnpacked(item, unpackMembers(list), cells);
    lacking.add(tableOfPart(part));
    return item;
  }

  async function learn(): Promise<boolean> {
    for (const tableId of lacking) await readColumns(tableId);
    isLearned = true;
    part = "";
    return lacking.size > 0;
  }

  return { unpack, learn };
}

/**
 * The members that all records have are written as one literal: to copy items, or to add members to those that were parsed, costs twice the
 * time of parsing them, most of it in the garbage collector. What was not read of an item is undefined.
 */
function showUnpacked(item: Item, members: ReturnType<typeof unpackMembers>, cells: object): Item {
  const { pk, sk, entity, version } = item;
  const { createdTime, createdBy, lastModifiedTime, lastModifiedBy } = members;
  const autoNumber = autoNumberOf(sk);
  const shown: Item = { pk, sk, entity, version, id: sk, autoNumber, cells, createdTime, createdBy };
  if (lastModifiedTime !== undefined) shown["lastModifiedTime"] = lastModifiedTime;
  if (lastModifiedBy !== undefined) shown["lastModifiedBy"] = lastModifiedBy;
  for (const name in item) if (!(name in shown) && !isLongText(name)) shown[name] = item[name];
  return shown;
}

/** The columns of a table as they are now. */
async function readColumns(id: TableId): Promise<Columns> {
  // reading TABLE notes them
  await getItem<TableItem>(tableKey(id));
  return columnsOf(id);
}

/** The columns of a table, with those of these fields if they have any. */
export const readColumnsOf = async (id: TableId, fieldIds: ReadonlySet<string>): Promise<Columns> =>
  [...fieldIds].every((fieldId) => columnsOf(id).numbers.has(fieldId)) ? columnsOf(id) : readColumns(id);

/** The ids of fields, sorted, of a list where some are `#<column>`. */
export async function nameFields(id: TableId, names: readonly string[]): Promise<FieldId[]> {
  const isKnown = (name: string) => !isColumn(name) || columnsOf(id).ids[columnIn(name)] !== undefined;
  const { ids } = names.every(isKnown) ? columnsOf(id) : await readColumns(id);
  const named = names.map((name) => (isColumn(name) ? (ids[columnIn(name)] ?? name) : name));
  return [...new Set(named)].sort() as FieldId[];
}
