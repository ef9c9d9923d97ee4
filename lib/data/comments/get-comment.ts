/* Reading one comment, or the tombstone of a deleted one. */
import type { People } from "#lib/engine/field-types/shared/field-type";
import { notFound } from "#lib/schemas/basics/error";
import type { CommentId } from "#lib/schemas/basics/ids";
import type { Comment } from "#lib/schemas/collaboration/comment";
import {
  type CommentItem,
  commentKey,
  type GoneComment,
  goneKey,
  type RecordPlace,
  readBeside,
} from "./comments.ts";
import { showComments, showGone } from "./show-comments.ts";

/** A comment or its tombstone; throws 404 if neither exists, or the record does not. */
export async function findComment(place: RecordPlace, id: CommentId): Promise<CommentItem | GoneComment> {
  const [comment, gone] = await readBeside<[CommentItem, GoneComment]>(place, [
    commentKey(place, id),
    goneKey(place, id),
  ]);
  const found = comment ?? gone;
  if (!found) throw notFound("comment", id);
  return found;
}

/** A comment or tombstone as answers show it; `reaction` is null without reactions. */
export const showOne = (comment: CommentItem | GoneComment, people: People, now: string): Comment => ({
  reaction: null,
  ...("deletedTime" in comment
    ? showGone(comment as GoneComment, people)
    : showComments(comment as CommentItem, people, now)),
});
