/*
 * Trials: a call whose n-th request to the store meets an accident, for every n and each kind of accident. Each has a store of
 * its own, so that all that is there afterwards can be looked at.
 */
import { expect } from "vitest";
import type { Item } from "#lib/store/store";
import { leftIn, settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { type Accident, process } from "#test/support/events/processes";
import type { Answer } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";

interface Trial {
  /** The call, with a key of its own. */
  send(): Promise<Answer>;
  /** What readers see by now: how many records. */
  look(): Promise<number>;
}

/** What is in the store. */
type ItemsOf = (entity: string) => Item[];

interface Checks<Made> {
  /** After the accident: all of it is there, or nothing. */
  check(there: boolean, itemsOf: ItemsOf, trial: Made): Promise<void> | void;
  /** After the same call was sent again: it is done once; `was` is what was there before. */
  checkAgain(again: Answer, itemsOf: ItemsOf, trial: Made, was: ItemsOf | undefined): Promise<void> | void;
}

interface Call {
  /** For the one who reads what was tried. */
  name: string;
  /** The status of a success, and how many records there are to see then. */
  success: number;
  all: number;
}

/** Killed after one request is killed before the next. */
export const accidents: Accident[] = ["not sent", "answer lost", "killed after"];

/** Tries each n with one kind of accident; right before it, and afterwards, all of it is there or nothing. */
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
    const status = killed ? "killed" : result?.status;
    const seen = await trial.look();
    for (const count of [before, seen])
      expect([n, status, count]).toEqual([n, status, count === 0 ? 0 : all]);
    expect({ n, seen }).toEqual({ n, seen: Math.max(before, seen) });
    // one accident that a process survives is nobody's business
    if (!killed) expect({ n, status, seen }).toEqual({ n, status: success, seen: all });
    await settleAll();
    const itemsOf = await whatIsThere(n);
    expect({ n, seen: await trial.look() }).toEqual({ n, seen });
    const there = seen === all;
    await check(there, itemsOf, trial);

    // whether it was done before or not
    const again = await trial.send();
    expect([n, again.status, await trial.look()]).toEqual([n, success, all]);
    if (result) expect(again.body).toEqual(result.body);
    await settleAll();
    await checkAgain(again, await whatIsThere(n), trial, there ? itemsOf : undefined);
    if (isMet) statuses[`${status}`] = (statuses[`${status}`] ?? 0) + 1;
  }
  expect(requests).toBeGreaterThan(8);
  console.log(`${name}, ${accident}: ${told(sample, requests)}, answers`, statuses);
}

/** Of all, once nothing is half done. */
async function whatIsThere(n: number): Promise<ItemsOf> {
  const items = await itemsWith("");
  expect({ n, left: leftIn(items) }).toEqual({ n, left: [] });
  return (entity) => items.filter((item) => item.entity === entity);
}
