/*
 * The trash of a space holds its bases and the space itself; the trash of a base holds tables; the trash of a table holds records, views
 * and fields. There is one item for everything that one call deleted, written in the commit that deletes it (for records see
 * trash-records.ts).
 *
 *  entity                       pk                            sk                    cost
 *  deletion                     TRASH#<space, base or table>  <time>                2 WCU, + 2 for each KB of 30 records; a page 1 Query
 *  dueSpace, dueBase, dueTable  TRASHDUE                      <time>#<id>           when a deleted space, base or table must be cleared: 2 WCU
 *  dueFields                    TRASHDUE                      <time>#<table>#<fld>  the same for fields
 *
 * Times of deletions count down, so that a Query gives the newest first. A restored deletion is kept with `restoredTime` until it
 * expires, so that it is restored only once. What is due is found by time: looking costs 0.5 RCU, however full the trash is.
 */

import type { Caller } from "#lib/data/identity/caller";
import { countingDown } from "#lib/data/identity/counting-down";
import type { TableItem, ViewItem } from "#lib/data/schema/table-schema";
import { invalidCursor } from "#lib/schemas/basics/cursor";
import {
  type BaseId,
  type FieldId,
  type RecordId,
  type SpaceId,
  type TableId,
  TrashId,
  type UserId,
  type ViewId,
} from "#lib/schemas/basics/ids";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { removeItems } from "#lib/store/batch-writes";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item, type Key, keyAfter, readAll, readPage } from "#lib/store/store";
import { imageKey, secondsInTrash } from "./trash-images.ts";

/** The space, base or table that the trash belongs to. */
export type Holder = SpaceId | BaseId | TableId;

export interface DeletionItem extends Item {
  name: string;
  deletedBy: UserId;
  deletedTime: string;
  /** The deleted records with their last versions; absent for a table, base or space. */
  records?: { [id: RecordId]: number };
  /** The deleted view. */
  view?: ViewItem;
  /** The deleted fields, and what views lost with them. */
  fields?: FieldId[];
  lost?: LostInView[];
  /** The base was deleted with its space: it is restored with the space, not alone. */
  isWithSpace?: true;
  restoredTime?: string;
  /** When DynamoDB may delete it; absent for a table, base or space, whose item stays until they are cleared. */
  expiresAt?: number;
}

/** The members of a view that named deleted fields: before the deletion, and without these fields. */
export interface LostInView {
  viewId: ViewId;
  before: Partial<ViewItem>;
  after: Partial<ViewItem>;
}

/** The partition key of a trash. */
export const trashOf = (holder: Holder) => `TRASH#${holder}`;
/** The common prefix of the partition keys of all trashes of tables. */
export const deletionsOfRecords = "TRASH#tbl";

/** The id of a deletion. It contains the key, so `holderOf` and `deletionKey` can decode it. */
export const idOf = ({ pk, sk }: Key) => {
  const holder = pk.slice("TRASH#".length);
  return `trs${holder.charAt(0)}${holder.slice(3)}${sk}` as TrashId;
};
const prefixes: Readonly<Record<string, string>> = { s: "spc", b: "bse", t: "tbl" };
/** The space, base or table whose trash holds the deletion. */
export const holderOf = (id: TrashId) => `${prefixes[id.charAt(3)]}${id.slice(4, 20)}` as Holder;
export const deletionKey = (id: TrashId): Key => ({ pk: trashOf(holderOf(id)), sk: id.slice(20) });

/** The path parameters that stand for a base or table as a holder. */
export const placeOfHolder = (holder: unknown) =>
  String(holder).startsWith("bse") ? { baseId: holder } : { tableId: holder };
/** A deletion, restored or not; `undefined` if it does not exist. */
export const findDeletion = (id: TrashId) => getItem<DeletionItem>(deletionKey(id));

/** The id of a deleted table, from the key of its `deletion` item. */
export const tableIn = ({ sk }: Key) => `tbl${sk.slice(-16)}` as TableId;
/** The id of a deleted base, from the key of its `deletion` item. */
export const baseIn = ({ sk }: Key) => `bse${sk.slice(-16)}` as BaseId;
/** The id of the space, from the key of a `deletion` item in its trash. */
export const spaceIn = ({ pk }: Key) => pk.slice("TRASH#".length) as SpaceId;
/** Whether the item in the trash of a space is about the space itself, not about one of its bases. */
export const isOfSpaceItself = (key: Key) => spaceIn(key).slice(3) === key.sk.slice(-16);

/** The bases in the trash of a space, or the tables in the trash of a base. */
export async function deletedIn(holder: SpaceId | BaseId): Promise<(BaseId | TableId)[]> {
  const deletions = await readAll({ pk: trashOf(holder) });
  return deletions.map(holder.startsWith("bse") ? tableIn : baseIn);
}

/** The kind of thing that a trash id names; `inTable`: records, fields or a view. */
export function kindOf(id: TrashId): "space" | "base" | "table" | "inTable" {
  const holder = holderOf(id);
  if (holder.startsWith("spc")) return isOfSpaceItself(deletionKey(id)) ? "space" : "base";
  return holder.startsWith("bse") ? "table" : "inTable";
}

/** The key of the `deletion` item of a table, base or space deleted at this time. `holder`: of a space, the space itself. */
export const deletionKeyIn = (
  holder: SpaceId | BaseId,
  id: SpaceId | BaseId | TableId,
  deletedTime: string,
): Key => ({ pk: trashOf(holder), sk: countingDown(deletedTime) + id.slice(3) });

/** The key of the `deletion` item of a table deleted at this time. */
export const tableDeletionKey = ({ id, baseId }: TableItem, deletedTime: string): Key =>
  deletionKeyIn(baseId, id, deletedTime);

/** The partition key of all `due` items. */
export const trashDue = "TRASHDUE";
/** The key of the `due` item of a table, base or space deleted at this time. */
export const dueKey = ({ id }: { id: TableId | BaseId | SpaceId }, deletedTime: string): Key => ({
  pk: trashDue,
  sk: `${timeAfter(deletedTime, secondsInTrash * msPerSecond)}#${id}`,
});

type Deleter = Pick<Caller, "userId" | "now">;

/** The key of the `due` item of fields deleted at this time. */
export const dueFieldsKey = (table: Pick<TableItem, "id">, deletedTime: string, [first]: FieldId[]): Key => {
  const { pk, sk } = dueKey(table, deletedTime);
  return { pk, sk: `${sk}#${first}` };
};

/** The changes that the commit that deletes a table adds for the trash. */
export const deleteTableChange = (table: TableItem, { userId, now }: Deleter): Change[] => [
  insert({
    ...tableDeletionKey(table, now),
    entity: "deletion",
    name: table.name,
    deletedBy: userId,
    deletedTime: now,
  }),
  insert({ ...dueKey(table, now), entity: "dueTable", tableId: table.id }),
];

/** Whether a deletion can be restored: it has not expired, and the trash was not emptied since. */
export function isInTrash(item: DeletionItem, emptiedTime: string | undefined, now: string): boolean {
  if (emptiedTime !== undefined && item.deletedTime <= emptiedTime) return false;
  const expiresAt = expiryIn(secondsInTrash, item.deletedTime);
  return isUnexpired({ expiresAt }, now);
}

/** The ids of the records deleted together, sorted. */
export const recordsIn = ({ records = {} }: DeletionItem) => Object.keys(records).sort() as RecordId[];

/** The keys of the images of the deleted records. */
export const imagesOf = (tableId: TableId, { records = {} }: DeletionItem): Key[] =>
  Object.entries(records).map(([id, version]) => imageKey(tableId, id as RecordId, version));

const deletionsPerPiece = 20;

const dueKeysOf = (id: TableId, { fields, deletedTime }: DeletionItem): Key[] =>
  fields ? [dueFieldsKey({ id }, deletedTime, fields)] : [];

/** Removes one piece of the trash of a table that is being cleared; true if there are more. */
export async function clearDeletions(tableId: TableId): Promise<boolean> {
  const { items, more } = await readPage<DeletionItem>({ pk: trashOf(tableId), limit: deletionsPerPiece });
  await removeItems(items.flatMap((item) => imagesOf(tableId, item)));
  await removeItems(items.flatMap((item) => dueKeysOf(tableId, item)));
  await removeItems(items);
  return more;
}

const perPage = 20;

/** The stored deletions for a page, including restored ones. Throws 400 for an invalid cursor. */
export const readTrash = (holder: Holder, cursor: string | undefined): Promise<DeletionItem[]> =>
  readDeletions(holder, cursor === undefined ? undefined : positionIn(cursor, holder));

/** Stored deletions after a position, until enough of the wanted ones for a page are read. */
export async function readDeletions(
  holder: Holder,
  after: string | undefined,
  isWanted: (item: DeletionItem) => boolean = isNotRestored,
): Promise<DeletionItem[]> {
  const pk = trashOf(holder);
  const items: DeletionItem[] = [];
  for (let at = after === undefined ? undefined : keyAfter(after), more = true; more; ) {
    const next = await readPage<DeletionItem>({
      pk,
      limit: perPage + 1,
      ...(at !== undefined && { from: at }),
    });
    items.push(...next.items);
    const last = next.items.at(-1);
    more = next.more && last !== undefined && items.filter(isWanted).length <= perPage;
    if (last) at = keyAfter(last.sk);
  }
  return items;
}

/** Whether it was not restored. */
export const isNotRestored = ({ restoredTime }: DeletionItem) => restoredTime === undefined;

/** The deletions of a page that can be restored, and the cursor of the next page. */
export function pageOfTrash(
  items: DeletionItem[],
  emptiedTime: string | undefined,
  now: string,
): { shown: DeletionItem[]; nextCursor: TrashId | null } {
  const restorable = items.filter((item) => isNotRestored(item) && isInTrash(item, emptiedTime, now));
  const shown = restorable.slice(0, perPage);
  const last = shown.at(-1);
  return { shown, nextCursor: last && restorable.length > perPage ? idOf(last) : null };
}

function positionIn(cursor: string, holder: Holder): string {
  const id = readCursor(cursor);
  if (holderOf(id) !== holder) throw invalidCursor();
  return deletionKey(id).sk;
}

/** The trash id that is a cursor. Throws 400 for others. */
export function readCursor(cursor: string): TrashId {
  const id = TrashId.safeParse(cursor);
  if (!id.success) throw invalidCursor();
  return id.data;
}
