/*
 * What the link of a notification is about: a space, a base, or a table, with the record and the comment in it. Only for users with a role
 * there; they may all read records and comments.
 */
import { findComment, showOne } from "#lib/data/comments/get-comment";
import { readPeople } from "#lib/data/comments/show-comments";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import * as spaces from "#lib/data/spaces/spaces";
import { AppError } from "#lib/schemas/basics/error";
import { BaseId, CommentId, RecordId, SpaceId, TableId, type UserId } from "#lib/schemas/basics/ids";
import type { Comment } from "#lib/schemas/collaboration/comment";
import type { Record } from "#lib/schemas/records/record";
import { getItem } from "#lib/store/store";
import { placesOpenTo } from "./list-notifications.ts";
import { anonymousCaller, findContext } from "./notification-context.ts";

/** The ids in the query of a link. Texts that are no ids are ignored. */
export interface Link {
  id?: string | undefined;
  recordId?: string | undefined;
  commentId?: string | undefined;
}

export interface OpenPlace {
  /** Of the base, or of the table's base. */
  baseId?: BaseId;
  /** Names, from the outside in; names of surrounding places are shown where they help. */
  space?: string;
  base?: string;
  table?: string;
  /** The record with its cells as text; `"gone"` if it was deleted. */
  record?: Record | "gone";
  comment?: Comment | "gone";
}

/** What a link is about; throws 404 if it is gone, or the user has no role there, and 400 without an id. */
export async function openPlace(
  { id, recordId, commentId }: Link,
  userId: UserId,
  now: string,
): Promise<OpenPlace> {
  const isOpen = placesOpenTo(userId);
  isOpen.catch(() => {});
  const found = await findPlace(id);
  if (!found || !(await isOpen)(found.context)) throw nothing();
  const { schema, context, ...shown } = found;
  const names = { ...shown, ...(context.baseId && { baseId: context.baseId }) };
  if (!schema || !RecordId.safeParse(recordId).success) return names;
  const place = { tableId: schema.table.id, recordId: RecordId.parse(recordId) };
  const item = await getItem<RecordItem>(recordKey(place.tableId, place.recordId));
  if (!item) return { ...names, record: "gone" };
  const [record, comment] = await Promise.all([
    showRecord(item, schema, { fieldKeyType: "name", cellFormat: "text" }, anonymousCaller),
    readComment(place, commentId, now),
  ]);
  return { ...names, record, ...(comment && { comment }) };
}

const nothing = () =>
  new AppError(
    "not_found",
    "Nothing at this address is open to you: it was deleted, or you have no role there. You may be signed in with another account",
  );

interface Found extends OpenPlace {
  context: { spaceId: SpaceId; baseId?: BaseId };
  schema?: Schema;
}

async function findPlace(id: string | undefined): Promise<Found | undefined> {
  const space = SpaceId.safeParse(id).data;
  const base = BaseId.safeParse(id).data;
  const table = TableId.safeParse(id).data;
  if (space) {
    const found = await spaces.find(space);
    return found && { space: found.name, context: { spaceId: space } };
  }
  if (base) {
    const found = await bases.find(base);
    return found && { base: found.name, context: { spaceId: found.spaceId, baseId: base } };
  }
  if (!table) throw new AppError("validation_error", "The address is incomplete. Open the whole link again");
  const found = await findContext(table);
  if (!found) return undefined;
  const { context, schema, baseName } = found;
  return { base: baseName, table: schema.table.name, context, schema };
}

async function readComment(
  place: { tableId: TableId; recordId: RecordId },
  id: string | undefined,
  now: string,
) {
  const commentId = CommentId.safeParse(id).data;
  if (!commentId) return undefined;
  try {
    const found = await findComment(place, commentId);
    return "deletedTime" in found ? "gone" : showOne(found, await readPeople([found]), now);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return "gone";
    throw error;
  }
}
