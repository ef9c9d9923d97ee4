/*
 * The links of whole records, for deleting and restoring. A table takes part in links by its own link fields, and by the hidden sides of
 * one-way links to it. Here `mine` is the side of this table, so it is `own` of a link field, and `back` of a one-way link from elsewhere.
 *
 * While a deleted record can be restored, it keeps the items of its own sides: they name the records that it was linked with. Only reads of
 * that record find these items, so no answer shows them.
 */

import { byPlace, type LinkItem, type LinkSide, linksOf } from "#lib/data/records/link-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type Schema, schemaOf, type TableItem, tableKey, withKept } from "#lib/data/schema/table-schema";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import {
  type Finder,
  getItem,
  getItems,
  type Item,
  type Key,
  keyText,
  makeFinder,
  readAll,
} from "#lib/store/store";
import { type HolderItem, holderKey, isChanging, isLink, sidesOf, sidesOfDependent } from "./link-items.ts";
import { hasItems } from "./link-sides.ts";

/** Both sides of a link field, as seen from one of its tables. */
export interface Ends {
  mine: LinkSide;
  theirs: LinkSide;
  /** A record deleted before this time has its links as the former relationship stored them. */
  since?: string | undefined;
}

/**
 * All links that records of a table may have. Fields in the trash are included, because their links are restored with them; links whose
 * relationship is being changed (changing.ts) are not.
 */
export function endsOf(
  schema: Pick<Schema, "table" | "fields" | "clearing" | "dependents" | "goneDependents">,
): Ends[] {
  const { table, dependents, goneDependents } = schema;
  const visible = withKept(schema).flatMap((field) =>
    isLink(field) && !isChanging(field.options) ? [field] : [],
  );
  const hidden = [...dependents, ...goneDependents].filter(
    (item) => !isChanging(item.options) && sidesOfDependent(item).back.isHidden,
  );
  return [
    ...visible.map((field) => {
      const { own, back } = sidesOf(field, table.id);
      return { mine: own, theirs: back, since: field.options.storage?.since };
    }),
    ...hidden.map((item) => {
      const { own, back } = sidesOfDependent(item);
      return { mine: back, theirs: own };
    }),
  ];
}

/** The items of a record's links on its own side, in their order. None if the links are in its cell only. */
export async function ownItems(mine: LinkSide, id: RecordId): Promise<(LinkItem | HolderItem)[]> {
  if (mine.isMany) return (await readAll<LinkItem>(linksOf(mine, id))).sort(byPlace);
  const holder = mine.isHidden ? await getItem<HolderItem>(holderKey(mine, id)) : undefined;
  return holder ? [holder] : [];
}

/** The records that a record is linked with. */
export const othersIn = (mine: LinkSide, record: RecordItem, items: (LinkItem | HolderItem)[]): RecordId[] =>
  hasItems(mine) ? items.map(({ other }) => other) : linkedIds(record.cells[mine.id]);

/** The tables whose records the commit writes on the other side: their schemas say what else must be updated. */
export const tablesWritten = (ends: readonly Ends[]): Key[] =>
  ends.flatMap(({ theirs }) => (hasItems(theirs) ? [] : [tableKey(theirs.tableId)]));

/** Finds the schema of one of these tables, or `own`; undefined for a deleted table. */
export const schemaIn =
  (find: (key: Key) => Item | undefined, own: Schema) =>
  async (id: TableId): Promise<Schema | undefined> => {
    if (id === own.table.id) return own;
    const table = find(tableKey(id)) as TableItem | undefined;
    return table && !table.deletedTime ? schemaOf(table) : undefined;
  };

/** Reads what is stored for these links on their other sides. */
export async function readTheirs(keys: Key[]): Promise<Finder> {
  const each = new Map(keys.map((key) => [keyText(key), key]));
  return makeFinder(each.size > 0 ? await getItems([...each.values()]) : []);
}

/** Whether another call may link to a record of this table without writing that record. Then its deletion needs a note. */
export const canBeLinkedMeanwhile = (ends: Ends[]): boolean =>
  ends.some(({ mine }) => mine.isMany || mine.isHidden);
