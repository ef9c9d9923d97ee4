/*
 * Trials: a call with an accident at its n-th request to the store, for every n and each kind of accident. Each trial has its own store,
 * so that everything in it can be checked afterwards.
 */
import { expect } from "vitest";
import type { Item } from "#lib/store/store";
import { leftIn, settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import type { Answer } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { forgetColumns } from "#test/support/store/forget-columns";
import { useOwnStore } from "#test/support/store/own-store";

interface Trial {
  /** The call, with its idempotency key. */
  send(): Promise<Answer>;
  /** The number of results that readers see now. */
  look(): Promise<number>;
}

/** The items of the store with this entity. */
type ItemsOf = (entity: string) => Item[];

interface Checks<Made> {
  /** Called after the accident; `there`: the call took effect, otherwise nothing has changed. */
  check(there: boolean, itemsOf: ItemsOf, trial: Made): Promise<void> | void;
  /** Called after a retry: the call took effect once. `was` has the items before the retry if the call had taken effect. */
  checkAgain(again: Answer, itemsOf: ItemsOf, trial: Made, was: ItemsOf | undefined): Promise<void> | void;
}

interface Call {
  /** For the output of the test. */
  name: string;
  /** The status of a success, and the number of results that are visible then. */
  success: number;
  all: number;
}

/** "killed before" is not listed: it is the same as "killed after" the request before. */
export const accidents: Accident[] = ["not sent", "answer lost", "killed after"];

/** Tries each n with one kind of accident. Right before the accident and afterwards, the call has taken full effect or none. */
export async function everyRequest<Made extends Trial>(
  accident: Accident,
  { name, success, all }: Call,
  prepare: () => Promise<Made>,
  { check, checkAgain }: Checks<Made>,
): Promise<void> {
  const statuses: Record<string, number> = {};
  const sample = aSample();
  let requests = 0;
  for (let n = sample.first, isMet = true; isMet; n += sample.every) {
    await useOwnStore();
    const trial = await prepare();
    let before = 0;
    const { result, killed, calls } = await process(
      async (_, index) => {
        if (index !== n) return undefined;
        before = await trial.look();
        return accident;
      },
      () => trial.send(),
    );
    isMet = calls.length > n;
    requests = calls.length;
    // now another process looks, which knows no columns
    forgetColumns();
    const status = killed ? "killed" : result?.status;
    const seen = await trial.look();
    for (const count of [before, seen])
      expect([n, status, count]).toEqual([n, status, count === 0 ? 0 : all]);
    expect({ n, seen }).toEqual({ n, seen: Math.max(before, seen) });
    // an accident that the process survives must not be visible to the caller
    if (!killed) expect({ n, status, seen }).toEqual({ n, status: success, seen: all });
    await settleAll();
    const itemsOf = await whatIsThere(n);
    expect({ n, seen: await trial.look() }).toEqual({ n, seen });
    const there = seen === all;
    await check(there, itemsOf, trial);

    // a retry succeeds, whether the call had taken effect or not
    const again = await trial.send();
    expect([n, again.status, await trial.look()]).toEqual([n, success, all]);
    if (result) expect(again.body).toEqual(result.body);
    await settleAll();
    await checkAgain(again, await whatIsThere(n), trial, there ? itemsOf : undefined);
    if (isMet) statuses[`${status}`] = (statuses[`${status}`] ?? 0) + 1;
  }
  expect(requests).toBeGreaterThan(5);
  console.log(`${name}, ${accident}: ${told(sample, requests)}, answers`, statuses);
}

/** The items of the store; fails if a commit is unfinished. */
async function whatIsThere(n: number): Promise<ItemsOf> {
  const items = await itemsWith("");
  expect({ n, left: leftIn(items) }).toEqual({ n, left: [] });
  return (entity) => items.filter((item) => item.entity === entity);
}
