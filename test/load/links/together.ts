/* Calls at the same time, each of which stalls before some of its requests to the store, and the quiet after them. */
import { vi } from "vitest";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { settleAll } from "#test/support/events/commits";
import { process } from "#test/support/events/processes";
import { openNotes } from "#test/support/links/open-notes";
import { chance } from "#test/support/run/chance";

const stall = async () => {
  if (chance() < 0.4) await new Promise((resolve) => setTimeout(resolve, chance() * 8));
  return undefined;
};
export const together = (...calls: (() => Promise<unknown>)[]) =>
  Promise.all(calls.map((each) => process(stall, each)));

/** All commits are settled and all notes followed. */
export async function calmDown(): Promise<void> {
  await settleAll();
  for (let i = 0; i < 10 && (await openNotes()).length > 0; i++) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
    await settleNotes();
    vi.useRealTimers();
    await settleAll();
  }
}
