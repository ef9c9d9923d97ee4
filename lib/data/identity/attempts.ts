/*
 * Guesses of a password, for each account (whether or not there is one) or share, and for each network that they come from. An attempt is booked
 * before the password is looked at, so that guesses at the same time cannot be more than those one after another, and
 * taken back when the password was right.
 *
 *            pk                  sk            cost
 *  attempts  ATTEMPTS#<sha256>   DAY#<number>  update 1 WCU by each attempt, also by one that is refused (and get 1 RCU);
 *                                              taken back 1 WCU more
 *
 * So many a day are free; before each one after that lies a wait, counted from the one before: 1, 2, 4 … seconds, at most 15
 * minutes. DynamoDB's expressions know no powers, so the condition lists the waits. The day is part of the key: what was yesterday
 * is forgotten without anybody looking at a clock.
 */
import { tooMany } from "#lib/schemas/basics/error";
import { getItem, type Item, removeItems, updateIf } from "#lib/store/store";
import { hash } from "./token-text.ts";

const longestWait = 900;
/** Seconds before the next attempt, by how many there were above the free ones. */
const waits = [...Array.from({ length: 10 }, (_, i) => 2 ** i), longestWait];

const freeOf = { account: 5, visitor: 5, network: 100, share: 100 };
export interface Attempt {
  kind: keyof typeof freeOf;
  /** An e-mail address; the address of a share, and of a visitor his network; or a network as `networkOf` gives it. */
  of: string;
}

/** E-mail addresses are the same in letters of any case; those of shares are not. */
export const keyOf = ({ kind, of }: Attempt, now: number) => ({
  pk: `ATTEMPTS#${hash(`${kind} ${kind === "account" ? of.toLowerCase() : of}`)}`,
  sk: `DAY#${Math.floor(now / 86_400_000)}`,
});

/** Books an attempt, or refuses it with 429. */
export async function countAttempt(guessed: Attempt, now: number): Promise<void> {
  const key = keyOf(guessed, now);
  const free = freeOf[guessed.kind];
  if (await updateIf(key, booking(free, now))) return;
  const item = await getItem<Item & { n: number; lastTime: number }>(key);
  const wait = item ? (waits[Math.min(item.n - free, waits.length - 1)] ?? 0) : 0;
  const seconds = Math.max(1, Math.ceil(((item?.lastTime ?? now) - now) / 1000 + wait));
  throw tooMany("attempts", seconds);
}

function booking(free: number, now: number) {
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
      ":expiresAt": Math.ceil(now / 1000) + 2 * 86_400,
      ...Object.fromEntries(waits.map((seconds, i) => [`:t${i}`, now - seconds * 1000])),
      ...Object.fromEntries(waits.slice(0, -1).map((_, i) => [`:n${i}`, free + i])),
    },
  };
}

/** Books an attempt for each; who is refused for one shall not be able to lock the others either. */
export async function countAttempts(guessed: Attempt[], now: number): Promise<void> {
  const booked: Attempt[] = [];
  for (const each of guessed) {
    await countAttempt(each, now).catch(async (error: unknown) => {
      for (const other of booked) await uncountAttempt(other, now);
      throw error;
    });
    booked.push(each);
  }
}

/** One attempt was no guess. Those beside it still count: whoever has an account of his own cannot clear his network with it. */
export async function uncountAttempt(guessed: Attempt, now: number): Promise<void> {
  await updateIf(keyOf(guessed, now), {
    UpdateExpression: "SET n = n - :one",
    ConditionExpression: "n > :none",
    ExpressionAttributeValues: { ":one": 1, ":none": 0 },
  });
}

/** All that were booked today: whoever knows the password, or has the mail, need not wait for what others guessed. */
export const forgetAttempts = (guessed: Attempt, now: number): Promise<void> =>
  removeItems([keyOf(guessed, now)]);
