/*
 * Limits how many turns of jobs ask models for a base at the same time. Each asks some questions in parallel.
 *
 *  entity   pk         sk     cost
 *  aiTurns  AI#<base>  TURNS  2 RCU and 2 WCU for a turn
 *
 * A turn that is cut off gives its place back when its time is over.
 */

import type { BaseId, JobId } from "#lib/schemas/basics/ids";
import { secondsPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";

interface TurnsItem extends Item {
  /** For each job, the time until which it may ask (ISO 8601). */
  turns: { [job: JobId]: string };
  expiresAt: number;
}

export const mostTurns = 2;
/** Longer than a function runs. */
const msOfTurn = 40_000;

const key = (baseId: BaseId) => ({ pk: `AI#${baseId}`, sk: "TURNS" });

/** Takes a place; false if all are taken. */
export async function takePlace(baseId: BaseId, jobId: JobId): Promise<boolean> {
  return retryOnConflict(async () => {
    const now = new Date().toISOString();
    const before = await getItem<TurnsItem>(key(baseId));
    const running = Object.entries(before?.turns ?? {}).filter(
      ([job, until]) => until > now && job !== jobId,
    );
    if (running.length >= mostTurns) return false;
    const turns = { ...Object.fromEntries(running), [jobId]: timeAfter(now, msOfTurn) };
    const next = { turns, expiresAt: expiryIn(secondsPerDay, now) };
    await commit([before ? change(before, next) : insert({ ...key(baseId), entity: "aiTurns", ...next })]);
    return true;
  });
}

/** Gives the place back. */
export async function leavePlace(baseId: BaseId, jobId: JobId): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getItem<TurnsItem>(key(baseId));
    if (!before?.turns[jobId]) return;
    const { [jobId]: _, ...turns } = before.turns;
    await commit([change(before, { turns })]);
  });
}
