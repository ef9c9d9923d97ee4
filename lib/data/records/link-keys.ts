/* Keys of links on a side that holds many (lib/data/links/link-items.ts describes all items of links). */

import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import type { Item } from "#lib/store/store";
import { recordKey } from "./record-keys.ts";

/** One side of a link field: where its links are stored. */
export interface LinkSide {
  /** The id of the field that shows this side; for a hidden side, the id of the field on the other side and "~". */
  id: FieldId;
  /** How often the relationship was changed, if ever (lib/engine/field-types/link.ts): after each change the links are in other partitions. */
  generation?: number | undefined;
  tableId: TableId;
  /** Whether its cells hold many records. */
  isMany: boolean;
  /** Whether no field shows this side. */
  isHidden: boolean;
}

/** The name of a side in its partition keys. */
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
  /** The position of the link in its cell. */
  at: number;
}

/** The order of the links of a cell. */
export const byPlace = (a: LinkItem, b: LinkItem): number => a.at - b.at || (a.other < b.other ? -1 : 1);

/** The side of a link field that holds many. The number of a record decides where its links are, so the table is not needed. */
export function manySideOf({ id, options }: Pick<Field, "id" | "options">): LinkSide {
  const { foreignTableId, storage } = options as LinkOptions;
  const { generation } = storage?.from ?? storage ?? {};
  return { id, generation, tableId: foreignTableId, isMany: true, isHidden: false };
}
