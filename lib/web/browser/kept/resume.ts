/* Goes on with edits that a page before this one did not save: they are shown on top of the rows, and sent. */
import { isUnsent, type KeptQueue } from "../grid/edits.ts";
import { editsOf, type TableEdits } from "../grid/table-edits.ts";
import { readOwnId } from "../live/own-id.ts";
import { say } from "../notice.tsx";
import { oldEdits, takeLeftBehind } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";

/** In milliseconds. The server knows the key of a call for so long; after it a call might be done twice. */
const day = 24 * 60 * 60 * 1000;
/** Refused values are shown again for so long. */
const longest = 30 * day;

const heard = new Set<TableEdits>();

/** Takes over what pages of this person left behind, and sends it; what is older than a day, only if the person says so. */
export async function resumeKept(): Promise<void> {
  const userId = await readOwnId();
  if (userId === undefined) return;
  const tables = new Set<TableEdits>();
  const old: KeptQueue[] = [];
  let unread = 0;
  await takeLeftBehind(userId, ({ tableId, recordId, kept }) => {
    if (!kept) {
      unread++;
      return true;
    }
    const age = Date.now() - kept.since;
    if (!isUnsent(kept) && age > longest) return true;
    const isOld = isUnsent(kept) && age > day;
    const edits = editsOf(tableId);
    if (!edits.cells.restore(recordId, kept, isOld)) return false;
    tables.add(edits);
    if (isOld) old.push(kept);
    return true;
  });
  if (unread > 0) say({ text: keptTexts.unread(unread) });
  for (const edits of tables) {
    // a table that is not shown has no place to say it
    if (!heard.has(edits)) edits.listen({ onRefused: (reason) => say({ text: keptTexts.refused(reason) }) });
    heard.add(edits);
    edits.cells.retry();
  }
  if (old.length > 0) ask(old, [...tables]);
}

function ask(old: KeptQueue[], tables: TableEdits[]): void {
  const count = old.reduce(
    (sum, { sent, next }) => sum + new Set([...Object.keys(sent?.values ?? {}), ...Object.keys(next)]).size,
    0,
  );
  oldEdits.value = {
    ...{ count, since: Math.min(...old.map(({ since }) => since)) },
    answer: (isSent) => {
      for (const { cells } of tables) cells.release(isSent);
    },
    close: () => {
      oldEdits.value = undefined;
    },
  };
}
