/* Where the links of a side that holds many are stored (lib/data/links/link-items.ts has all items of links). */

import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Item } from "#lib/store/store";
import { recordKey } from "./record-keys.ts";

/** One side of a link field: where its links are stored. */
export interface LinkSide {
  /** The id of the field; of a hidden side that of the other one and "~". */
  id: FieldId;
  /** Changes of the relationship so far, if any (lib/engine/field-types/link.ts): each has its own partitions. */
  generation?: number | undefined;
  tableId: TableId;
  /** Whether its cells hold many records. */
  isMany: boolean;
  /** No field shows it. */
  isHidden: boolean;
}

/** What the partitions of a side are named after. */
export const storedAs = ({ id, generation }: Pick<LinkSide, "id" | "generation">): string =>
  generation ? `${id}.${generation}` : id;

/** The partition of all links of a record on this side. */
export const partOf = (side: LinkSide, recordId: RecordId): string =>
  recordKey(side.tableId, recordId).pk.replace(/^RECORDS#[^#]*/, `LINKS#${storedAs(side)}`);

/** The range of the links of a record, on a side that holds many. */
export const linksOf = (side: LinkSide, recordId: RecordId) => ({
  pk: partOf(side, recordId),
  from: `${recordId}#`,
  to: `${recordId}#~`,
});

/** A link on a side that holds many. */
export interface LinkItem extends Item {
  recordId: RecordId;
  other: RecordId;
  /** Links are shown in this order. */
  at: number;
}

/** The order of the links of a cell. */
export const byPlace = (a: LinkItem, b: LinkItem): number => a.at - b.at || (a.other < b.other ? -1 : 1);

/** The side of a link field that holds many. Where its links are follows from the number of the record, whatever its table. */
export function manySideOf({ id, options }: Pick<Field, "id" | "options">): LinkSide {
  const { foreignTableId, storage } = options as LinkOptions;
  const { generation } = storage?.from ?? storage ?? {};
  return { id, generation, tableId: foreignTableId, isMany: true, isHidden: false };
}
