/* Removes the link items of deleted fields and tables, partition by partition. A side has a partition for each part of its table's records. */

import { readCounter, usedBuckets } from "#lib/data/records/empty-buckets";
import { partsOf } from "#lib/data/records/record-keys";
import { type DependentItem, type FieldItem, type GoneField, isGone } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { FieldId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { readPage } from "#lib/store/store";
import { hiddenId, isLink, partitionsOf } from "./link-items.ts";

/** A side of a link whose items are removed. */
export interface ClearedSide {
  id: FieldId;
  generation?: number | undefined;
  /** The table whose records have this side. */
  tableId: TableId;
}

/** One piece removes at least so many items. */
const itemsPerPiece = 1000;

/** Removes one piece of the items of these sides. True if there are more. */
export async function clearSomeLinks(sides: ClearedSide[]): Promise<boolean> {
  let removed = 0;
  for (const side of sides)
    for (const pk of partitionsOf(side, await partsOfRecords(side.tableId))) {
      const { items, more } = await readPage({ pk, limit: itemsPerPiece });
      await removeItems(items);
      removed += items.length;
      if (more || removed >= itemsPerPiece) return true;
    }
  return false;
}

/** One partition for each part of the records that the table ever had. */
async function partsOfRecords(tableId: TableId): Promise<string[]> {
  const counter = await readCounter(tableId);
  return [0, ...usedBuckets(counter)].flatMap((bucket) => partsOf(tableId, bucket));
}

/** The sides of a deleted field that the job of its own table clears. The side of a symmetric field is cleared with the other table. */
export const sidesOfGone = (
  { id, type, hiddenAt, generation }: Pick<GoneField, "id" | "type" | "hiddenAt" | "generation">,
  tableId: TableId,
): ClearedSide[] =>
  isLink({ type })
    ? [
        ...everySide({ id, tableId }, generation),
        ...(hiddenAt ? everySide({ id: hiddenId(id), tableId: hiddenAt }, generation) : []),
      ]
    : [];

/** The sides that records of a table have: one for each of its link fields, and a hidden one for each one-way link to it. */
export const sidesOfTable = (
  tableId: TableId,
  fields: (FieldItem | GoneField)[],
  dependents: DependentItem[],
): ClearedSide[] => [
  ...fields.flatMap((field) => {
    if (isGone(field)) return sidesOfGone(field, tableId);
    if (!isLink(field)) return [];
    const { id, options } = field;
    return [
      ...everySide({ id, tableId }, options.storage?.generation),
      ...hiddenSides(id, options, options.foreignTableId),
    ];
  }),
  ...dependents.flatMap(({ fieldId, options }) => hiddenSides(fieldId, options, tableId)),
];

const hiddenSides = (id: FieldId, { isOneWay, storage }: LinkOptions, tableId: TableId): ClearedSide[] =>
  isOneWay || storage ? everySide({ id: hiddenId(id), tableId }, storage?.generation) : [];

/** The side under each number that it had: every change of the relationship gives it another one. */
export const everySide = (side: ClearedSide, generation = 0): ClearedSide[] =>
  Array.from({ length: generation + 1 }, (_, i) => ({ ...side, generation: i }));
