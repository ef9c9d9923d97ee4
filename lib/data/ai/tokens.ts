/*
 * The tokens that a base uses in a day.
 *
 *  entity    pk         sk            cost
 *  aiTokens  AI#<base>  TOKENS#<day>  get 1 RCU and put 1 WCU, before and after each question; kept 40 days
 *
 * Before a question, the most that it may take is held; afterwards what it took is counted instead. So no number of askers exceeds the
 * limit. What a killed asker held stays held for the day, because its model may have worked.
 */

import { dailyTokens } from "#lib/ai/models";
import type { Tokens } from "#lib/ai/provider";
import type { BaseId } from "#lib/schemas/basics/ids";
import { msPerDay, secondsPerDay } from "#lib/schemas/basics/time-units";
import { change, commit, insert, ownWrite, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";

export interface TokensItem extends Item {
  in: number;
  out: number;
  /** Tokens that are reserved for questions without an answer yet. */
  held: number;
  expiresAt: number;
}

const daysKept = 40;
const dayOf = (now: string) => now.slice(0, 10);
export const tokensKey = (baseId: BaseId, day: string) => ({ pk: `AI#${baseId}`, sk: `TOKENS#${day}` });

/** The beginning of the next day (UTC), when there are new tokens. */
export const nextDay = (now: string): string =>
  `${new Date(Date.parse(now) + msPerDay).toISOString().slice(0, 10)}T00:00:00.000Z`;

/** Why there are no tokens. `spent`: wait for the next day. `held`: other questions reserve them, and may give some back. */
export type Held = { day: string; tokens: number } | "spent" | "held";

/** Reserves tokens for a question. */
export async function holdTokens(baseId: BaseId, tokens: number, now: string): Promise<Held> {
  const day = dayOf(now);
  return retryOnConflict(async () => {
    const before = await getItem<TokensItem>(tokensKey(baseId, day));
    const used = (before?.in ?? 0) + (before?.out ?? 0);
    const held = before?.held ?? 0;
    if (used + tokens > dailyTokens()) return "spent";
    if (used + held + tokens > dailyTokens()) return "held";
    const expiresAt = expiryIn(daysKept * secondsPerDay, now);
    const made = { ...tokensKey(baseId, day), entity: "aiTokens", in: 0, out: 0, expiresAt };
    const next = { held: held + tokens, ...ownWrite() };
    await commit([before ? change(before, next) : insert({ ...made, ...next })]);
    return { day, tokens };
  });
}

/** Replaces the tokens that were reserved for a question by the number that it used. */
export async function countTokens(
  baseId: BaseId,
  { day, tokens }: Exclude<Held, string>,
  took: Tokens,
): Promise<void> {
  await retryOnConflict(async () => {
    const before = await getItem<TokensItem>(tokensKey(baseId, day));
    if (!before) return;
    const held = Math.max(0, before.held - tokens);
    const next = { held, in: before.in + took.in, out: before.out + took.out };
    await commit([change(before, { ...next, ...ownWrite() })]);
  });
}
