/* Reactions to comments: one of each kind for each person. They are no edits. */

import type { Caller } from "#lib/data/identity/caller";
import * as users from "#lib/data/identity/users";
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Reaction } from "#lib/schemas/collaboration/comment";
import { change, commit, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { type CommentItem, get, nameThen } from "./comments.ts";

type Reactions = NonNullable<CommentItem["reactions"]>;

/** `start` is what was read with the request. */
export async function react(start: CommentItem, reaction: Reaction, caller: Caller): Promise<void> {
  const { userId, now } = caller;
  const name = nameThen((await users.find(userId))?.name ?? userId);
  await changing(start, async (comment, reactions) => {
    const marks = keepAnswer(caller, undefined);
    if (reactions.some((each) => each.id === userId && each.reaction === reaction)) return commitIfAny(marks);
    if (reactions.length >= limits.reactionsPerComment) {
      const message = `has ${limits.reactionsPerComment} reactions, which is the limit`;
      throw invalid([{ path: "", message: `the comment ${message}` }]);
    }
    const more = [...reactions, { id: userId, name, time: now, version: comment.version + 1, reaction }];
    await commit([change(comment, { reactions: more }), ...marks]);
  });
}

/** `start` is what was read with the request. */
export async function unreact(start: CommentItem, reaction: Reaction, { userId }: Caller): Promise<void> {
  await changing(start, async (comment, reactions) => {
    const left = reactions.filter((each) => each.id !== userId || each.reaction !== reaction);
    if (left.length < reactions.length)
      await commit([change(comment, { reactions: left.length > 0 ? left : undefined })]);
  });
}

function changing(
  start: CommentItem,
  work: (comment: CommentItem, reactions: Reactions) => Promise<void>,
): Promise<void> {
  let current: CommentItem | undefined = start;
  return retryOnConflict(async () => {
    const comment = current ?? (await get(start, start.id));
    current = undefined;
    await work(comment, comment.reactions ?? []);
  });
}
