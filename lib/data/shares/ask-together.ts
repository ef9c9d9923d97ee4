/*
 * Many visitors of a share often ask the same at once. Who asks what waits for its turn to read the table (scan-turns.ts) gets the answer of that
 * read. It begins later, so it sees all that was acknowledged before:
 *
 *   visitor 1  ■■■■■■■■            reads
 *   visitor 2    ·····■■■■■■■■     waits, reads
 *   visitor 3       ··········     waits with visitor 2, and gets the same answer
 */

import { visitorId } from "#lib/data/identity/caller";
import { takeScanTurn } from "#lib/data/records/scan-turns";
import { Stopped, stopSignal } from "#lib/store/stop-reading";
import type { Share } from "./shares.ts";

interface Waiting {
  share: Share;
  answer: Promise<unknown>;
}

/** By what is asked. */
const waiting = new Map<string, Waiting>();

/** The answer to a question that reads the whole table. Throws what `read` and `takeScanTurn` throw. */
export async function askTogether<Answer>(
  share: Share,
  question: [name: string, query: object],
  read: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify([share.id, ...question]);
  for (let known = waiting.get(key); known && isSame(known.share, share); known = waiting.get(key))
    try {
      return (await known.answer) as Answer;
    } catch (error) {
      // the visitor whose turn was used has left: this visitor needs a turn
      if (!(error instanceof Stopped)) throw error;
      stopSignal()?.throwIfAborted();
    }
  return waitFor(key, share, read);
}

/** As `askTogether`, for questions that indexes may answer, in a table that has none. */
export const askWithoutIndex: typeof askTogether = (share, question, read) =>
  share.schema.indexes.length > 0 ? read() : askTogether(share, question, read);

/** Whether two requests see the same fields and view: these objects are cached, and new ones are made when they change. */
const isSame = (one: Share, other: Share): boolean =>
  one.schema.fields === other.schema.fields && one.view === other.view;

function waitFor<Answer>(key: string, share: Share, read: () => Promise<Answer>): Promise<Answer> {
  let hasBegun = false;
  let own: Promise<unknown> | undefined;
  const leave = () => {
    hasBegun = true;
    if (own && waiting.get(key)?.answer === own) waiting.delete(key);
  };
  const answer = takeScanTurn({ tableId: share.schema.table.id, userId: visitorId }, () => {
    leave();
    return read();
  }).finally(leave);
  own = answer;
  // starts at once if no other visitor waits
  if (!hasBegun) waiting.set(key, { share, answer });
  return answer;
}
