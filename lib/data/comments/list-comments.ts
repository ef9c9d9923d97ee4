/*
 * A page of comments is one Query. A cursor is an id, which keeps its position even if its comment is deleted. So pages neither
 * repeat nor skip comments that exist throughout.
 *
 *   forward    … ◀── page ◀── cursor, or the newest          One extra comment is read:
 *   backward   the oldest, or cursor ──▶ page ──▶ …          the next page starts with it.
 */
import type { People } from "#lib/engine/field-types/shared/field-type";
import type { CommentId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CommentListQuery, CommentPage } from "#lib/schemas/collaboration/comment";
import { keyAfter, keyBefore, keysStartingWith, readPage } from "#lib/store/store";
import { type CommentItem, partition, type RecordPlace } from "./comments.ts";
import { showComments } from "./show-comments.ts";

interface ReadComments {
  /** Newest first for direction `forward`, oldest first for `backward`. */
  comments: CommentItem[];
  next: CommentId | null;
}

/** Reads the stored comments of a page. */
export async function readComments(place: RecordPlace, query: CommentListQuery): Promise<ReadComments> {
  const { take } = query;
  const { items, more } = await readPage<CommentItem>({ ...rangeOf(place, query), limit: take + 1 });
  // a Query may end early, at 1 MB
  const hasMore = items.length > take || (more && items.length > 1);
  return {
    comments: hasMore ? items.slice(0, -1) : items,
    next: hasMore ? (items.at(-1)?.id ?? null) : null,
  };
}

const comments = keysStartingWith("com");

function rangeOf(place: RecordPlace, { cursor, includeCursor, direction }: CommentListQuery) {
  const pk = partition(place);
  if (direction === "forward") {
    const to = cursor === undefined ? comments.to : includeCursor ? cursor : keyBefore(cursor);
    return { pk, from: comments.from, to, backward: true };
  }
  const from = cursor === undefined ? comments.from : includeCursor ? cursor : keyAfter(cursor);
  return { pk, from, to: comments.to };
}

/** A page as answers show it, the older comments first; a page with long comments ends early. */
export function showCommentPage(
  { comments, next }: ReadComments,
  people: People,
  { direction }: CommentListQuery,
  now: string,
): CommentPage {
  const shown: CommentPage["comments"] = [];
  let nextCursor = next;
  let bytes = 0;
  for (const comment of comments) {
    const each = showComments(comment, people, now);
    bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
    if (bytes > limits.responseBytes - 200 && shown.length > 0) {
      nextCursor = comment.id;
      break;
    }
    shown.push(each);
  }
  return { comments: direction === "forward" ? shown.toReversed() : shown, nextCursor };
}
