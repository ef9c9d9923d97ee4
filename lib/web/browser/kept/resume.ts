/* Goes on with edits that a page before this one did not save: they are shown on top of the rows, and sent. */
import { editsOf, type TableEdits } from "../grid/table-edits.ts";
import { readOwnId } from "../live/own-id.ts";
import { say } from "../notice.tsx";
import { hasUnsent, isComment, type Kept } from "./kept.ts";
import { type LeftBehind, oldEdits, takeLeftBehind } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";
import { commentQueue } from "./waiting-comments.ts";

/** In milliseconds. The server knows the key of a call for so long; after it a call might be done twice. */
const day = 24 * 60 * 60 * 1000;
/** Refused values are shown again for so long. */
const longest = 30 * day;

/** What sends what was left: the edits of a table, or the comments. */
type Sender = Pick<TableEdits["cells"], "release" | "retry">;

const heard = new Set<TableEdits>();

/** Takes over what pages of this person left behind, and sends it; what is older than a day, only if the person says so. */
export async function resumeKept(): Promise<void> {
  const userId = await readOwnId();
  if (userId === undefined) return;
  const senders = new Set<Sender>();
  const old: Kept[] = [];
  let unread = 0;
  await takeLeftBehind(userId, ({ tableId, name, kept }) => {
    if (!kept) {
      unread++;
      return true;
    }
    const age = Date.now() - kept.since;
    if (!hasUnsent(kept) && age > longest) return true;
    const isOld = hasUnsent(kept) && age > day;
    const sender = restore({ tableId, name, kept }, isOld);
    if (!sender) return false;
    senders.add(sender);
    if (isOld) old.push(kept);
    return true;
  });
  if (unread > 0) say({ text: keptTexts.unread(unread) });
  for (const sender of senders) sender.retry();
  if (old.length > 0) ask(old, [...senders]);
}

/** Gives it to what sends it, which is given; undefined if it does not take it now. */
function restore({ tableId, name, kept }: LeftBehind & { kept: Kept }, isHeld: boolean): Sender | undefined {
  if (isComment(kept)) return commentQueue.restore(kept, isHeld) ? commentQueue : undefined;
  const edits = editsOf(tableId);
  if (!edits.cells.restore(name, kept, isHeld)) return undefined;
  // a table that is not shown has no place to say it
  if (!heard.has(edits)) edits.listen({ onRefused: (reason) => say({ text: keptTexts.refused(reason) }) });
  heard.add(edits);
  return edits.cells;
}

function ask(old: Kept[], senders: Sender[]): void {
  const count = old.reduce((sum, kept) => sum + countOf(kept), 0);
  oldEdits.value = {
    ...{ count, since: Math.min(...old.map(({ since }) => since)) },
    answer: (isSent) => {
      for (const sender of senders) sender.release(isSent);
    },
    close: () => {
      oldEdits.value = undefined;
    },
  };
}

/** How many cells, new records and comments wait. */
function countOf(kept: Kept): number {
  if (isComment(kept)) return 1;
  const { making, sent, next } = kept;
  const cells = new Set([...Object.keys(sent?.values ?? {}), ...Object.keys(next)]).size;
  return making ? cells + 1 : cells;
}
