/* One comment, or what is left of it. */
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

export async function findComment(place: RecordPlace, id: CommentId): Promise<CommentItem | GoneComment> {
  const [comment, gone] = await readBeside(place, [commentKey(place, id), goneKey(place, id)]);
  if (!comment && !gone) throw notFound("comment", id);
  return (comment ?? gone) as CommentItem | GoneComment;
}

export const showOne = (comment: CommentItem | GoneComment, people: People, now: string): Comment => ({
  reaction: null,
  ...("deletedTime" in comment
    ? showGone(comment as GoneComment, people)
    : showComments(comment as CommentItem, people, now)),
});
