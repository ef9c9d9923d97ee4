/* Comments that are not stored yet: they are sent in the order in which they were written, and outlive the page. */
import { signal } from "@preact/signals";
import { callApi, describeProblem, findPassing, newCallKey } from "../call.ts";
import { checkOwnId } from "../live/own-id.ts";
import { say } from "../notice.tsx";
import { CallQueue, type WaitingCall } from "./call-queue.ts";
import type { WrittenComment } from "./kept.ts";
import { beginKeeping, keepEdits, wouldLose } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";

export type WaitingComment = WaitingCall<WrittenComment>;

/** The comments that wait, or were refused. */
export const waitingComments = signal<readonly WaitingComment[]>([]);
/** Grows with each comment that was stored. */
export const commentsStored = signal(0);

export const commentQueue = new CallQueue<WrittenComment>({
  async send({ key, body: { tableId, recordId, commentId, content } }, isAgain) {
    // what waited is sent for this person only: another person may have signed in meanwhile
    if (isAgain) await checkOwnId();
    const path = `/comment/${tableId}/${recordId}`;
    const [method, at] =
      commentId === undefined ? ["POST", `${path}/create`] : ["PATCH", `${path}/${commentId}`];
    await callApi(method, at, { content }, key, { isOnce: true });
  },
  newKey: newCallKey,
  laneOf: ({ recordId }) => recordId,
  keep: ({ key, body: { tableId } }, kept) => keepEdits(tableId, `comment:${key}`, kept),
  findPassing,
  explain: describeProblem,
  onChange: (calls) => {
    waitingComments.value = calls;
  },
  onDone: () => {
    commentsStored.value++;
  },
  onRefused: ({ reason = "", body: { baseId, tableId, recordId } }) =>
    say({
      text: keptTexts.refusedComment(reason),
      href: `/app/${baseId}/${tableId}?record=${recordId}`,
    }),
});
beginKeeping();
addEventListener("online", () => commentQueue.retry());
// the browser had put this page aside, and another one has its comments
addEventListener("pageshow", ({ persisted }) => persisted && commentQueue.isUnsent && location.reload());
addEventListener("beforeunload", (event) => commentQueue.isUnsent && wouldLose() && event.preventDefault());

/**
 * Sends a comment, now or later. Gives why it was refused, if who wrote it takes it back; otherwise it stays among those that wait, also
 * when it is refused.
 */
export async function sendComment(
  comment: WrittenComment,
  takesBack: () => boolean = () => false,
): Promise<string | undefined> {
  const outcome = await commentQueue.add(comment, takesBack);
  return outcome.is === "takenBack" ? outcome.reason : undefined;
}
