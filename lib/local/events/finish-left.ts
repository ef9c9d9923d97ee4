/*
 * A process that was killed may have changed links on one side, and not yet on the other (lib/data/links/notes.ts). The next one finishes
 * that before it answers, so that no answer shows two sides that differ.
 */
import { readOpenNotes } from "#lib/data/links/notes";
import { runTogether } from "#lib/store/retry";

/** The start waits for so long at most; the consumers do the rest. */
const msAtMost = 10_000;

/** Does the work on links for which answers wait. Never throws. */
export async function finishLeft(log: (line: string) => void): Promise<void> {
  try {
    const awaited = (await readOpenNotes()).filter(({ isLater }) => !isLater);
    if (awaited.length === 0) return;
    log("finishing links of calls that were cut off");
    const { followLeft } = await import("#lib/data/links/left-notes");
    const now = new Date().toISOString();
    const work = runTogether(awaited, ({ pk, sk }) => followLeft({ pk, sk }, now));
    const timer = new Promise<void>((resolve) => setTimeout(resolve, msAtMost).unref());
    await Promise.race([work, timer]);
  } catch (error) {
    console.error("links that a killed process left:", error);
  }
}
