/*
 * The links of whole records, for deleting and restoring. A table takes part in links by its own link fields, and by the hidden sides of
 * one-way links to it.
 *
 * A deleted record keeps the items of its own sides, as long as it can be restored: they say what it was linked with. Readers come to
 * them by the record only, so no reader sees them meanwhile.
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
  /** Records deleted before this time have links by a former relationship. */
  since?: string | undefined;
}

/**
 * All links that records of a table may have, also those of fields in the trash, which come back with the field; without those whose
 * relationship is being changed (changing.ts).
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

/** The items that stand for the links of a record on its side, in their order; none where the cell itself does. */
export async function ownItems(mine: LinkSide, id: RecordId): Promise<(LinkItem | HolderItem)[]> {
  if (mine.isMany) return (await readAll<LinkItem>(linksOf(mine, id))).sort(byPlace);
  const holder = mine.isHidden ? await getItem<HolderItem>(holderKey(mine, id)) : undefined;
  return holder ? [holder] : [];
}

/** The records that a record is linked with. */
export const othersIn = (mine: LinkSide, record: RecordItem, items: (LinkItem | HolderItem)[]): RecordId[] =>
  hasItems(mine) ? items.map(({ other }) => other) : linkedIds(record.cells[mine.id]);

/** The tables of other records that are written themselves: what follows from these depends on their schema. */
export const tablesWritten = (ends: readonly Ends[]): Key[] =>
  ends.flatMap(({ theirs }) => (hasItems(theirs) ? [] : [tableKey(theirs.tableId)]));

/** Gives the schema of one of these tables, or `own`; undefined for one that is gone. */
export const schemaIn =
  (find: (key: Key) => Item | undefined, own: Schema) =>
  async (id: TableId): Promise<Schema | undefined> => {
    if (id === own.table.id) return own;
    const table = find(tableKey(id)) as TableItem | undefined;
    return table && !table.deletedTime ? schemaOf(table) : undefined;
  };

/** Reads what stands for these links on the other sides. */
export async function readTheirs(keys: Key[]): Promise<Finder> {
  const each = new Map(keys.map((key) => [keyText(key), key]));
  return makeFinder(each.size > 0 ? await getItems([...each.values()]) : []);
}

/** Whether another call may link to a record of this table without writing it: then its deletion leaves a note. */
export const canBeLinkedMeanwhile = (ends: Ends[]): boolean =>
  ends.some(({ mine }) => mine.isMany || mine.isHidden);
