/*
 * A page of comments is one Query. An id is a place among the others, whether its comment is
 * there or not, so pages neither repeat nor skip what is there throughout.
 *
 *   forward    … ◀── page ◀── cursor, or the newest          the extra one, which the next page starts with,
 *   backward   the oldest, or cursor ──▶ page ──▶ …          is the last that was read
 */
import type { People } from "#lib/engine/field-types/shared/field-type";
import type { CommentId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CommentListQuery, CommentPage } from "#lib/schemas/collaboration/comment";
import { keyAfter, keyBefore, keysStartingWith, readPage } from "#lib/store/store";
import { type CommentItem, partition, type RecordPlace } from "./comments.ts";
import { showComments } from "./show-comments.ts";

interface Read {
  /** In the order of reading. */
  comments: CommentItem[];
  next: CommentId | null;
}

export async function readComments(place: RecordPlace, query: CommentListQuery): Promise<Read> {
  const { take } = query;
  const { items, more } = await readPage<CommentItem>({ ...rangeOf(place, query), limit: take + 1 });
  // a page of DynamoDB may end early: at 1 MB
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

/** Shows a page, the older before the newer; one whose comments are many bytes ends early. */
export function showCommentPage(
  { comments, next }: Read,
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
