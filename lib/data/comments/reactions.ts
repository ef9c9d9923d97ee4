/* Reactions to comments: each user may use each reaction once. A reaction is not an edit. */

import type { Caller } from "#lib/data/identity/caller";
import * as users from "#lib/data/identity/users";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Reaction } from "#lib/schemas/collaboration/comment";
import { change, commit, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { type CommentItem, get, nameThen } from "./comments.ts";

type Reactions = NonNullable<CommentItem["reactions"]>;

/** Adds a reaction; throws 400 over `limits.reactionsPerComment`. `start` is the comment as read for the request. */
export async function react(start: CommentItem, reaction: Reaction, caller: Caller): Promise<void> {
  const { userId, now } = caller;
  const name = nameThen((await users.find(userId))?.name ?? userId);
  await retryOnComment(start, async (comment, reactions) => {
    const answerChanges = keepAnswer(caller, undefined);
    if (reactions.some((each) => each.id === userId && each.reaction === reaction))
      return commitIfAny(answerChanges);
    if (reactions.length >= limits.reactionsPerComment) {
      const message = `a comment has at most ${limits.reactionsPerComment} reactions`;
      throw invalid([{ path: "", message }]);
    }
    const more = [...reactions, { id: userId, name, time: now, version: comment.version + 1, reaction }];
    await commit([change(comment, { reactions: more }), ...answerChanges]);
  });
}

/** Removes a reaction of the caller, if there is one. `start` is the comment as read for the request. */
export async function unreact(start: CommentItem, reaction: Reaction, { userId }: Caller): Promise<void> {
  await retryOnComment(start, async (comment, reactions) => {
    const left = reactions.filter((each) => each.id !== userId || each.reaction !== reaction);
    if (left.length < reactions.length)
      await commit([change(comment, { reactions: left.length > 0 ? left : undefined })]);
  });
}

const retryOnComment = (
  start: CommentItem,
  work: (comment: CommentItem, reactions: Reactions) => Promise<void>,
): Promise<void> =>
  retryOnConflictFrom(
    start,
    () => get(start, start.id),
    (comment) => work(comment, comment.reactions ?? []),
  );
