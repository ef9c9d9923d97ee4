/*
 * Trials: a call whose n-th request to the store meets an accident, for every n and each kind of accident. Each has a store of
 * its own, so that all that is there afterwards can be looked at.
 */
import { expect } from "vitest";
import type { Item } from "#lib/data/store";
import { leftIn, settleAll } from "#test/support/commits";
import { itemsWith } from "#test/support/jobs";
import { useOwnStore } from "#test/support/own-store";
import { type Accident, process } from "#test/support/processes";

interface Trial {
  /** The status of a success: 201 if left out. */
  success?: number;
  /** The call; gives its status. */
  act(): Promise<number>;
  /** What readers see by now: how many records. */
  look(): Promise<number>;
}

interface Tried {
  /** How many requests it was until there was no n-th. */
  points: number;
  statuses: Record<string, number>;
}

/** Tries each n with one kind of accident; right before it, and afterwards, all of it is there or nothing. */
export async function everyRequest<Made extends Trial>(
  accident: Accident,
  all: number,
  prepare: () => Promise<Made>,
  check: (there: boolean, itemsOf: (entity: string) => Item[], trial: Made) => Promise<void>,
): Promise<Tried> {
  const statuses: Record<string, number> = {};
  for (let n = 0; ; n++) {
    await useOwnStore();
    const trial = await prepare();
    let before = 0;
    const { result, killed, calls } = await process(
      async (_, index) => {
        if (index !== n) return undefined;
        before = await trial.look();
        return accident;
      },
      () => trial.act(),
    );
    const success = String(trial.success ?? 201);
    const status = killed ? "killed" : String(result);
    const seen = await trial.look();
    for (const count of [before, seen])
      expect([n, status, count]).toEqual([n, status, count === 0 ? 0 : all]);
    expect({ n, seen }).toEqual({ n, seen: Math.max(before, seen) });
    if (status === success) expect({ n, seen }).toEqual({ n, seen: all });
    // one accident that a process survives is nobody's business
    if (!killed) expect({ n, status }).toEqual({ n, status: success });
    await settleAll();
    const items = await itemsWith("");
    expect({ n, left: leftIn(items) }).toEqual({ n, left: [] });
    expect({ n, seen: await trial.look() }).toEqual({ n, seen });
    await check(seen === all, (entity) => items.filter((item) => item.entity === entity), trial);
    if (calls.length <= n) return { points: n, statuses };
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

/** Killed after one request is killed before the next. */
export const accidents: Accident[] = ["not sent", "answer lost", "killed after"];
