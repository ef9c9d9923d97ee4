/*
 * How links between records are stored. A link has two sides: its field (`own`), and the symmetric field of the other table (`back`). A
 * one-way link has a back side too, which no field shows; the id of this hidden side is the id of the field and "~".
 *
 *  entity  pk                 sk             cost
 *  link    LINKS#<F>#<part>   <rec>#<other>  a link, on a side that holds many: 2 WCU a link; one Query reads all links of a cell
 *  holder  LINKS#<F~>#<part>  <rec>#         on a hidden side that holds one: names the record that links here
 *
 *  a side that holds one     the link is in the record: cells[F] = [link]
 *  a side that holds many    `link` items; cells[F] of the record is a copy of the first ones, with titles; more[F] says that there are others
 *  a hidden side             `link` items or a `holder` item; the record has nothing
 *
 * <F> is the id of the field; where the relationship was changed, followed by a dot and the number of changes (changing.ts). <part> is the
 * part in which the record is stored.
 *
 * The key of a link is made of the ids of its two records: so no link is stored twice, and none must be searched for.
 */

import { type LinkItem, type LinkSide, linksOf, partOf, storedAs } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type DependentItem, type Schema, withKept } from "#lib/data/schema/table-schema";
import type { LinkOptions, LinkShape, LinkStorage } from "#lib/engine/field-types/link";
import { holdsMany, linkedIds, reverse } from "#lib/engine/field-types/shared/links";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { getItem, type Item, type Key, readAll, readPage } from "#lib/store/store";

/** Both sides of a link field: `own` belongs to the field, `back` to the other table. */
export interface LinkSides {
  own: LinkSide;
  back: LinkSide;
  /** The field of the other table that gives the titles. */
  lookupFieldId: FieldId;
}

export interface LinkField extends Field {
  type: "link";
  options: LinkOptions;
}

/** Whether it is a link field; a lookup that shows links of another table is not. */
export const isLink = (field: Pick<Field, "type" | "isLookup">): field is LinkField =>
  field.type === "link" && !field.isLookup;

/** Whether records of a table may have links. Fields in the trash count too. */
export const mayHaveLinks = (schema: Schema): boolean =>
  schema.dependents.length + schema.goneDependents.length > 0 ||
  withKept(schema).some((field) => isLink(field));

/** The id of the side of a one-way link that no field shows. */
export const hiddenId = (id: FieldId) => `${id}~` as FieldId;

/** The sides of a link field of this table. While its relationship is being changed, these are the former ones. */
export const sidesOf = ({ id, options }: LinkField, tableId: TableId): LinkSides =>
  sidesIn(shapeOf(options), { id, options }, tableId);

/** Whether a job is changing the relationship (changing.ts). */
export const isChanging = ({ storage }: LinkOptions): boolean => Boolean(storage?.from || storage?.isNew);

/** How the links are stored at present. */
export const shapeOf = ({ relationship, symmetricFieldId, storage }: LinkOptions): LinkShape =>
  storage?.from ?? { relationship, symmetricFieldId, generation: storage?.generation };

/** The sides that a link field of this table will have when the change of its relationship has ended. */
export function nextSidesOf({ id, options }: LinkField, tableId: TableId): LinkSides {
  const { storage: { from: _, ...storage } = {} } = options;
  const next = { ...options, storage: storage as LinkStorage };
  return sidesOf({ id, type: "link", options: next } as LinkField, tableId);
}

function sidesIn(
  { relationship, symmetricFieldId, generation }: LinkShape,
  { id, options: { foreignTableId, lookupFieldId } }: Pick<LinkField, "id" | "options">,
  tableId: TableId,
): LinkSides {
  return {
    own: { id, generation, tableId, isMany: holdsMany(relationship), isHidden: false },
    back: {
      generation,
      id: symmetricFieldId ?? hiddenId(id),
      tableId: foreignTableId,
      isMany: holdsMany(reverse(relationship)),
      isHidden: !symmetricFieldId,
    },
    lookupFieldId,
  };
}

/** The sides of the link field elsewhere that a DEPENDENT item describes. */
export const sidesOfDependent = ({ fieldId, tableId, options }: DependentItem): LinkSides =>
  sidesOf({ id: fieldId, type: "link", options } as LinkField, tableId);

/** The key of one link, on a side that holds many. */
export const linkKey = (side: LinkSide, recordId: RecordId, other: RecordId): Key => ({
  pk: partOf(side, recordId),
  sk: `${recordId}#${other}`,
});

/** The key of the item that names who links to a record, on a hidden side that holds one. */
export const holderKey = (side: LinkSide, recordId: RecordId): Key => ({
  pk: partOf(side, recordId),
  sk: `${recordId}#`,
});

/** Who links to a record, on a hidden side that holds one. */
export interface HolderItem extends Item {
  recordId: RecordId;
  other: RecordId;
}

/** All partitions of a side, for these parts of a table's records. Clearing a field removes the items in them. */
export function partitionsOf(side: Pick<LinkSide, "id" | "generation">, recordParts: string[]): string[] {
  return recordParts.map((pk) => pk.replace(/^RECORDS#[^#]*/, `LINKS#${storedAs(side)}`));
}

/** The records that a record is linked with on this side; only the first ones if `most` is given. */
export async function linkedFrom(
  side: LinkSide,
  id: RecordId,
  most = Number.POSITIVE_INFINITY,
): Promise<RecordId[]> {
  if (side.isMany) {
    const range = linksOf(side, id);
    const items =
      most === Number.POSITIVE_INFINITY
        ? await readAll<LinkItem>(range)
        : (await readPage<LinkItem>({ ...range, limit: most })).items;
    return items.map(({ other }) => other);
  }
  if (side.isHidden) {
    const holder = await getItem<HolderItem>(holderKey(side, id));
    return holder ? [holder.other] : [];
  }
  const record = await getItem<RecordItem>(recordKey(side.tableId, id));
  return linkedIds(record?.cells[side.id]);
}
