/*
 * Limits password guesses: per account (whether or not it exists), per share, and per source network; and other names of a user
 * (take-name.ts), without the taking back below. An attempt is counted before
 * the password is checked, so concurrent guesses are limited like sequential ones. A correct password takes its attempt back.
 *
 *  entity      pk                 sk            cost
 *  (attempts)  ATTEMPTS#<sha256>  DAY#<number>  update 1 WCU per attempt, also if refused (then also get 1 RCU);
 *                                               1 WCU more to take it back
 *
 * The first attempts of a day are free. Each later one must wait after the one before it: 1, 2, 4 … seconds, at most 15 minutes.
 * DynamoDB expressions have no powers, so the condition lists the waits. The day is part of the key, so each day starts at zero.
 */

import { tooMany } from "#lib/schemas/basics/error";
import { msPerDay, secondsPerDay } from "#lib/schemas/basics/time-units";
import { removeItems } from "#lib/store/batch-writes";
import { getItem, type Item, updateIf } from "#lib/store/store";
import { hash } from "./token-text.ts";

const longestWait = 900;
/** Seconds before the next attempt, indexed by the number of attempts beyond the free ones. */
const waits = [...Array.from({ length: 10 }, (_, i) => 2 ** i), longestWait];

const freeOf = { account: 5, code: 5, visitor: 5, name: 10, network: 100, share: 100 };
export interface Attempt {
  kind: keyof typeof freeOf;
  /** account: an e-mail address; code, name: a user's id; share: its id; visitor: the share's id and a network; network: as `networkOf` gives it. */
  of: string;
}

/** The counter of this day. E-mail addresses ignore case; share ids do not. `now` is in milliseconds. */
export const keyOf = ({ kind, of }: Attempt, now: number) => ({
  pk: `ATTEMPTS#${hash(`${kind} ${kind === "account" ? of.toLowerCase() : of}`)}`,
  sk: `DAY#${Math.floor(now / msPerDay)}`,
});

/** Counts an attempt; throws 429 if it comes too early. `now` is in milliseconds. */
export async function countAttempt(guessed: Attempt, now: number): Promise<void> {
  const key = keyOf(guessed, now);
  const free = freeOf[guessed.kind];
  if (await updateIf(key, attemptUpdate(free, now))) return;
  const item = await getItem<Item & { n: number; lastTime: number }>(key);
  const wait = item ? (waits[Math.min(item.n - free, waits.length - 1)] ?? 0) : 0;
  const seconds = Math.max(1, Math.ceil(((item?.lastTime ?? now) - now) / 1000 + wait));
  const limit = `${free} a day, then one after a wait that doubles up to ${longestWait / 60} minutes`;
  throw tooMany(guessed.kind === "name" ? "other names" : "attempts", seconds, limit);
}

function attemptUpdate(free: number, now: number) {
  const allowed = waits.map((_, i) =>
    i === waits.length - 1 ? `lastTime <= :t${i}` : `(n = :n${i} AND lastTime <= :t${i})`,
  );
  return {
    UpdateExpression: "SET n = if_not_exists(n, :none) + :one, lastTime = :now, expiresAt = :expiresAt",
    ConditionExpression: `attribute_not_exists(pk) OR n < :free OR ${allowed.join(" OR ")}`,
    ExpressionAttributeValues: {
      ":none": 0,
      ":one": 1,
      ":now": now,
      ":free": free,
      ":expiresAt": Math.ceil(now / 1000) + 2 * secondsPerDay,
      ...Object.fromEntries(waits.map((seconds, i) => [`:t${i}`, now - seconds * 1000])),
      ...Object.fromEntries(waits.slice(0, -1).map((_, i) => [`:n${i}`, free + i])),
    },
  };
}

/** Counts an attempt for each. If one is refused, the others are taken back, so a blocked caller cannot block other accounts. */
export async function countAttempts(guessed: Attempt[], now: number): Promise<void> {
  const counted: Attempt[] = [];
  for (const each of guessed) {
    await countAttempt(each, now).catch(async (error: unknown) => {
      for (const other of counted) await uncountAttempt(other, now);
      throw error;
    });
    counted.push(each);
  }
}

/** Takes one attempt back. Other attempts still count: signing in to one account does not reset the limit of the network. */
export async function uncountAttempt(guessed: Attempt, now: number): Promise<void> {
  await updateIf(keyOf(guessed, now), {
    UpdateExpression: "SET n = n - :one",
    ConditionExpression: "n > :none",
    ExpressionAttributeValues: { ":one": 1, ":none": 0 },
  });
}

/** Removes all attempts of today: a user who has proved the password or the mailbox need not wait for guesses of others. */
export const forgetAttempts = (guessed: Attempt, now: number): Promise<void> =>
  removeItems([keyOf(guessed, now)]);
