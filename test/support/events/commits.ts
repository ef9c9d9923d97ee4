/* Staged commits that stop in the middle, and what they leave in the store. */
import { type Change, commit } from "#lib/store/commit";
import { settleLeft } from "#lib/store/settle-commit";
import type { Item } from "#lib/store/store";
import type { Sent } from "#test/support/store/faults";
import { itemsWith } from "./jobs.ts";
import { process } from "./processes.ts";

const decides = (state: string) => (sent: Sent) =>
  sent.command === "TransactWriteItems" && JSON.stringify(sent.input).includes(`":state":"${state}"`);
/** The write that is the commit. */
export const isFlip = decides("committed");
export const isAbort = decides("aborted");
export const isChunk = (sent: Sent) => JSON.stringify(sent.input).includes('"sk":"CHUNK#');

/** A staged commit that has laid everything ready and waits before its flip; it goes on when it is told so. */
export async function pausedAtFlip(changes: Change[]) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const ended = process(
    async (sent) => {
      if (!isFlip(sent)) return undefined;
      reached.resolve();
      await gate.promise;
      return undefined;
    },
    () => outcomeOf(changes),
  );
  await Promise.race([reached.promise, ended]);
  return {
    async goOn() {
      gate.resolve();
      return (await ended).result;
    },
  };
}

/** A staged commit whose process ends right before or after its flip. */
export const killedAtFlip = (changes: Change[], when: "before" | "after") =>
  process(
    (sent) => (isFlip(sent) ? `killed ${when}` : undefined),
    () => commit(changes),
  );

/** "done", or the name or status of what was thrown. */
export const outcomeOf = (changes: Change[]): Promise<string> =>
  commit(changes).then(
    () => "done",
    (error: { status?: number; name: string }) => String(error.status ?? error.name),
  );

/** As the schedule does it, long after every lease is over. */
export const settleAll = () => settleLeft(new Date(Date.now() + 3_600_000).toISOString());

/** Of items: intents, and commits that are not at their end. */
export const leftIn = (items: Item[]): Item[] =>
  items.filter(
    (item) => "commit" in item || "next" in item || ["commit", "openCommit"].includes(item.entity),
  );

/** Of all that the store holds. */
export const leftovers = async (): Promise<Item[]> => leftIn(await itemsWith(""));
