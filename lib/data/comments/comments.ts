/*
 * The comments on a record, its subscribers, and the count of its comments.
 *
 *  entity        pk                      sk                 cost
 *  comment       COMMENTS#<table>#<rec>  <com>              a page is one Query, 1 RCU for each 4 KB; made with the count, 2 WCU
 *  goneComment   COMMENTS#<table>#<rec>  GONE#<com>         of a deleted comment, for comments that quote it
 *  subscriber    COMMENTS#<table>#<rec>  SUBSCRIBER#<user>  each user who follows the record
 *  commentCount  COMMENTED#<table>       <rec>              the number of comments; exists as soon as COMMENTS of the record holds
 *
 * Ids sort in the order of creation (a comment's time is the one in its id). Deleting a record changes nothing here: its comments
 * cannot be read without the record, and are back when it is restored. They are cleared with the table (clear-comments.ts).
 *
 * For readers of the stream, which get the key of a created, changed or removed `comment` and read the item: `createdBy` is its
 * author, `quotedBy` the author of the comment that it answers. `mentions` and `reactions` name users, each with the time and the
 * comment's version of the write that added them. An edit changes `lastModifiedTime`; a reaction does not.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { notFound } from "#lib/schemas/basics/error";
import type { CommentId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import type { Reaction } from "#lib/schemas/collaboration/comment";
import { type Change, change, insert } from "#lib/store/commit";
import { getEach, type Item, type Key } from "#lib/store/store";
import type { CommentFile } from "./comment-files.ts";

/** A user with their name at that time, shown if the account is gone. */
export interface Named {
  id: UserId;
  name: string;
  time: string;
  /** The comment's version that added this user. */
  version: number;
}

/** A name, cut to 50 characters, so that a comment at all its limits stays below 400 KB, the maximum of an item. */
export const nameThen = (name: string): string => Array.from(name).slice(0, 50).join("");

interface CommentBase {
  id: CommentId;
  tableId: TableId;
  recordId: RecordId;
  createdBy: UserId;
  /** The author's name at that time. */
  createdName: string;
  createdTime: string;
}

export type CommentItem = Item &
  CommentBase & {
    /** JSON text, because DynamoDB's numbers and attribute names differ from those of JSON. */
    content: string;
    mentions?: Named[];
    /** The images in it. */
    files?: CommentFile[];
    reactions?: (Named & { reaction: Reaction })[];
    quoteId?: CommentId;
    quotedBy?: UserId;
    lastModifiedTime?: string;
  };
export type GoneComment = Item & CommentBase & { quoteId?: CommentId; deletedTime: string };
export type CountItem = Item & { recordId: RecordId; n: number };

/** The record that comments are on. */
export interface RecordPlace {
  tableId: TableId;
  recordId: RecordId;
}

/** The partition key of a record's comments and subscribers. */
export const partition = ({ tableId, recordId }: RecordPlace) => `COMMENTS#${tableId}#${recordId}`;
export const commentKey = (place: RecordPlace, id: string): Key => ({ pk: partition(place), sk: id });
export const goneKey = (place: RecordPlace, id: string): Key => ({ pk: partition(place), sk: `GONE#${id}` });
/** The partition key of the counts of a table. */
export const countsOf = (tableId: TableId) => `COMMENTED#${tableId}`;
export const countKey = ({ tableId, recordId }: RecordPlace): Key => ({
  pk: countsOf(tableId),
  sk: recordId,
});

/** As `getEach`, together with the record: throws 404 if it does not exist. One round trip. */
export async function readBeside<Found extends Item[]>(
  { tableId, recordId }: RecordPlace,
  keys: { [At in keyof Found]: Key },
): Promise<{ [At in keyof Found]: Found[At] | undefined }> {
  const [record, ...found] = await getEach<[RecordItem, ...Found]>([recordKey(tableId, recordId), ...keys]);
  if (!record) throw notFound("record", recordId);
  return found;
}

/** A comment; throws 404 if it or its record does not exist. */
export async function get(place: RecordPlace, id: CommentId): Promise<CommentItem> {
  const [comment] = await readBeside<[CommentItem]>(place, [commentKey(place, id)]);
  if (!comment) throw notFound("comment", id);
  return comment;
}

/** The change of the count by one comment; 0 only makes it exist. `count` is the item as read. */
export function countChanges(place: RecordPlace, count: CountItem | undefined, by: 0 | 1 | -1): Change[] {
  if (count) return by === 0 ? [] : [change(count, { n: count.n + by })];
  return [insert({ ...countKey(place), entity: "commentCount", ...place, n: by })];
}
