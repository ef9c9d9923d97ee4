/*
 * Previews of files take turns: a workbook of a few kilobytes may hold the texts of all its cells in memory (`limits.sharedTextBytes`).
 * Two run at once in a process, some wait, and the rest is a 429. On Lambda a process has one request, which never waits.
 */
import { tooMany } from "#lib/schemas/basics/error";

const maxRunning = 2;
const maxWaiting = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a preview in a turn. Throws 429 if too many wait. */
export async function takePreviewTurn<Answer>(preview: () => Promise<Answer>): Promise<Answer> {
  if (running < maxRunning) running++;
  else {
    if (waiting.length >= maxWaiting)
      throw tooMany("previews of files at once", 5, `${maxRunning + maxWaiting}`);
    // a turn that ends goes to the next one, so `running` stays as it is
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await preview();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
