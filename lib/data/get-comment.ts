/* One comment, or what is left of it. */
import type { Comment } from "#lib/schemas/comment";
import { notFound } from "#lib/schemas/error";
import type { CommentId } from "#lib/schemas/ids";
import {
  type CommentItem,
  commentKey,
  type GoneComment,
  goneKey,
  type Place,
  readBeside,
} from "./comments.ts";
import { peopleById } from "./people.ts";
import { peopleOf, show, showGone } from "./show-comments.ts";

export async function getComment(place: Place, id: CommentId): Promise<Comment> {
  const keys = [commentKey(place, id), goneKey(place, id)];
  const [comment, gone] = (await readBeside(place, keys)) as [CommentItem?, GoneComment?];
  if (comment) return { reaction: null, ...show(comment, await peopleById(peopleOf([comment]))) };
  if (gone) return { reaction: null, ...showGone(gone, await peopleById([gone.createdBy])) };
  throw notFound("comment", id);
}
