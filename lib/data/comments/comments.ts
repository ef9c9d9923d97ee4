/*
 * Comments on a record, who follows it, and how many comments there are.
 *
 *               pk                    sk                 cost
 *  comment      COMMENTS#<tbl>#<rec>  com…               a page is one Query, 1 RCU for each 4 KB; made with the count, 2 WCU
 *                                                        for each KB + 2
 *  what is left COMMENTS#<tbl>#<rec>  GONE#com…          of a deleted one: whoever quotes it finds that it was
 *  subscriber   COMMENTS#<tbl>#<rec>  SUBSCRIBER#<usr>   each person who follows the record
 *  count        COMMENTED#<tbl>       <rec>              how many comments; there as soon as anything lies in COMMENTS, so that
 *                                                        all of a table is found by it
 *
 * Ids sort in the order of creation (a comment's time is the one in its id). Deleting a record touches nothing here: without the
 * record nobody can ask for it, and it is there again with a record that is put back. It goes with the table (clear-comments.ts).
 *
 * For whoever hears of changes of a `comment` (created, changed, removed; the key is that above, so read the item): who wrote it is
 * `createdBy`, whom it answers `quotedBy`, whom it mentions `mentions` with the time of the writing that first did and the version
 * that the comment had by it, and who has reacted `reactions`, the same way. An edit has changed `lastModifiedTime`, a reaction has not.
 */

import { recordKey } from "#lib/data/records/record-keys";
import { notFound } from "#lib/schemas/basics/error";
import type { CommentId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import type { Reaction } from "#lib/schemas/collaboration/comment";
import { type Change, change, insert } from "#lib/store/commit";
import { getItems, type Item, type Key, keyText } from "#lib/store/store";
import type { CommentFile } from "./comment-files.ts";

/** Somebody, by the name that he had then: shown when he is not there any more. */
export interface Named {
  id: UserId;
  name: string;
  time: string;
  /** The comment's, since he is. */
  version: number;
}

/** Cut, so that a comment with all that its limits allow is an item that the store takes: 400 KB. */
export const nameThen = (name: string): string => Array.from(name).slice(0, 50).join("");

interface Written {
  id: CommentId;
  tableId: TableId;
  recordId: RecordId;
  createdBy: UserId;
  /** His name then. */
  createdName: string;
  createdTime: string;
}

export type CommentItem = Item &
  Written & {
    /** As JSON: the store's own numbers and names of members are not those of JSON. */
    content: string;
    mentions?: Named[];
    /** The images in it. */
    files?: CommentFile[];
    reactions?: (Named & { reaction: Reaction })[];
    quoteId?: CommentId;
    quotedBy?: UserId;
    lastModifiedTime?: string;
  };
export type GoneComment = Item & Written & { quoteId?: CommentId; deletedTime: string };
export type CountItem = Item & { recordId: RecordId; n: number };

/** Where comments are. */
export interface RecordPlace {
  tableId: TableId;
  recordId: RecordId;
}

export const partition = ({ tableId, recordId }: RecordPlace) => `COMMENTS#${tableId}#${recordId}`;
export const commentKey = (place: RecordPlace, id: string): Key => ({ pk: partition(place), sk: id });
export const goneKey = (place: RecordPlace, id: string): Key => ({ pk: partition(place), sk: `GONE#${id}` });
export const countsOf = (tableId: TableId) => `COMMENTED#${tableId}`;
export const countKey = ({ tableId, recordId }: RecordPlace): Key => ({
  pk: countsOf(tableId),
  sk: recordId,
});

/** What is there of these keys, in their order. */
export async function readEach(keys: Key[]): Promise<(Item | undefined)[]> {
  const found = new Map((await getItems(keys)).map((item) => [keyText(item), item]));
  return keys.map((key) => found.get(keyText(key)));
}

/** The same, together with the record: 404 where that is not there. */
export async function readBeside(place: RecordPlace, keys: Key[]): Promise<(Item | undefined)[]> {
  const [record, ...found] = await readEach([recordKey(place.tableId, place.recordId), ...keys]);
  if (!record) throw notFound("record", place.recordId);
  return found;
}

/** A comment that is there, of a record that is. */
export async function get(place: RecordPlace, id: CommentId): Promise<CommentItem> {
  const [comment] = await readBeside(place, [commentKey(place, id)]);
  if (!comment) throw notFound("comment", id);
  return comment as CommentItem;
}

/** One comment more or less, or none; `count` is what was read. */
export function countChanges(place: RecordPlace, count: CountItem | undefined, by: 0 | 1 | -1): Change[] {
  if (count) return by === 0 ? [] : [change(count, { n: count.n + by })];
  return [insert({ ...countKey(place), entity: "commentCount", ...place, n: by })];
}
