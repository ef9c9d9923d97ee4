/*
 * The trash of a base, which holds tables, and that of a table, which holds records: an item for what one call has deleted,
 * written in the commit that deletes it (of records see trash-records.ts).
 *
 *            pk                           sk                       cost
 *  deletion  TRASH#<base> | TRASH#<table>  <time><letters>          2 WCU, + 2 for each KB of 30 records; a page 1 Query
 *  due       TRASHDUE                     <time>#<table>           when a deleted table is to be cleared: 2 WCU
 *
 * Times of deletions count down, so that a Query gives the newest first. What was brought back stays as a mark until its time is
 * over, so that it is brought back once. What is due is found by its time: however much is in the trash, looking costs 0.5 RCU.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { TableItem } from "#lib/data/schema/table-schema";
import { invalid } from "#lib/schemas/basics/error";
import { type BaseId, type RecordId, type TableId, TrashId, type UserId } from "#lib/schemas/basics/ids";
import type { TrashItem, TrashPage } from "#lib/schemas/tables/trash";
import { type Change, insert } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { getItem, type Item, type Key, keyAfter, readPage, removeItems } from "#lib/store/store";
import { countingDown } from "./history.ts";
import { daysInTrash, imageKey } from "./trash-images.ts";

/** Whose trash it is. */
export type Holder = BaseId | TableId;

export interface DeletionItem extends Item {
  name: string;
  deletedBy: UserId;
  deletedTime: string;
  /** Of deleted records the versions they had; of a table nothing. */
  records?: { [id: RecordId]: number };
  restoredTime?: string;
  /** The store may forget it then; of a table it stays until that is cleared. */
  expiresAt?: number;
}

export const trashOf = (holder: Holder) => `TRASH#${holder}`;
/** What the trashes of all tables begin with. */
export const deletionsOfRecords = "TRASH#tbl";

/** What a deletion is called, and whose trash it is in: its key can be told from that. */
export const idOf = ({ pk, sk }: Key) => {
  const holder = pk.slice("TRASH#".length);
  return `trs${holder.charAt(0)}${holder.slice(3)}${sk}` as TrashId;
};
export const holderOf = (id: TrashId) =>
  `${id.charAt(3) === "b" ? "bse" : "tbl"}${id.slice(4, 20)}` as Holder;
export const deletionKey = (id: TrashId): Key => ({ pk: trashOf(holderOf(id)), sk: id.slice(20) });

/** What a request is about that names it so. */
export const placeOfHolder = (holder: unknown) =>
  String(holder).startsWith("bse") ? { baseId: holder } : { tableId: holder };
export const findDeletion = (id: TrashId) => getItem<DeletionItem>(deletionKey(id));

export const isOfTables = (id: TrashId) => id.charAt(3) === "b";
export const tableIn = ({ sk }: Key) => `tbl${sk.slice(-16)}` as TableId;

/** Of a table that was deleted at this time. */
export const tableDeletionKey = ({ id, baseId }: TableItem, deletedTime: string): Key => ({
  pk: trashOf(baseId),
  sk: countingDown(deletedTime) + id.slice(3),
});

export const trashDue = "TRASHDUE";
/** Where it stands when a table that was deleted at this time is cleared. */
export const dueKey = ({ id }: Pick<TableItem, "id">, deletedTime: string): Key => ({
  pk: trashDue,
  sk: `${new Date(Date.parse(deletedTime) + daysInTrash * 1000).toISOString()}#${id}`,
});

type Deleter = Pick<Caller, "userId" | "now">;

/** What the commit that deletes a table writes besides. */
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

/** Whether it can be brought back: its time is not over, and the trash was not emptied since. */
export function isInTrash(item: DeletionItem, emptiedTime: string | undefined, now: string): boolean {
  if (emptiedTime !== undefined && item.deletedTime <= emptiedTime) return false;
  const expiresAt = Math.floor(Date.parse(item.deletedTime) / 1000) + daysInTrash;
  return isUnexpired({ expiresAt }, now);
}

/** The records that were deleted together, in natural order. */
export const recordsIn = ({ records = {} }: DeletionItem) => Object.keys(records).sort() as RecordId[];

/** Where they lie. */
export const imagesOf = (tableId: TableId, { records = {} }: DeletionItem): Key[] =>
  Object.entries(records).map(([id, version]) => imageKey(tableId, id as RecordId, version));

const deletionsPerPiece = 20;

/** Removes some of what is in the trash of a table that is being cleared; gives whether there is more. */
export async function clearDeletions(tableId: TableId): Promise<boolean> {
  const { items, more } = await readPage<DeletionItem>({ pk: trashOf(tableId), limit: deletionsPerPiece });
  await removeItems(items.flatMap((item) => imagesOf(tableId, item)));
  await removeItems(items);
  return more;
}

const perPage = 20;

/** Some of what is in a trash, marks of what was brought back among it. */
export async function readTrash(holder: Holder, cursor: string | undefined): Promise<DeletionItem[]> {
  const pk = trashOf(holder);
  const from = cursor === undefined ? undefined : keyAfter(placeOf(cursor, holder));
  const items: DeletionItem[] = [];
  for (let at = from, more = true; more; ) {
    const next = await readPage<DeletionItem>({
      pk,
      limit: perPage + 1,
      ...(at !== undefined && { from: at }),
    });
    items.push(...next.items);
    const last = next.items.at(-1);
    more = next.more && last !== undefined && countLeft(items) <= perPage;
    if (last) at = keyAfter(last.sk);
  }
  return items;
}

const isLeft = ({ restoredTime }: DeletionItem) => restoredTime === undefined;
const countLeft = (items: DeletionItem[]) => items.filter(isLeft).length;

export function showTrash(items: DeletionItem[], emptiedTime: string | undefined, now: string): TrashPage {
  const there = items.filter((item) => isLeft(item) && isInTrash(item, emptiedTime, now));
  const shown = there.slice(0, perPage).map(show);
  return { items: shown, nextCursor: there.length > perPage ? (shown.at(-1)?.id ?? null) : null };
}

function show(item: DeletionItem): TrashItem {
  const { name, deletedBy, deletedTime, records } = item;
  const resourceIds = records ? recordsIn(item) : [tableIn(item)];
  return {
    id: idOf(item),
    resourceType: records ? "record" : "table",
    resourceIds,
    name,
    deletedBy,
    deletedTime,
  };
}

function placeOf(cursor: string, holder: Holder): string {
  const id = TrashId.safeParse(cursor);
  if (!id.success || holderOf(id.data) !== holder)
    throw invalid([{ path: "cursor", message: "is no cursor: send the nextCursor of a page as it is" }]);
  return deletionKey(id.data).sk;
}
