/*
 * A token bucket for each access token, exact under any concurrency, in one conditional write.
 *
 *           pk              sk     cost
 *  bucket   RATE#<sha256>   RATE   update 1 WCU, by each request (also by one that is refused)
 *
 * Time is cut into slots of 1/rate seconds, in which one call each is earned. A call books the first slot after the present
 * one that is free; up to `burst` ahead may be booked, so a bucket that rested gives `burst` calls at once, and one for
 * each slot after that. Booked slots always follow one another, from the next one on: to book one more is to book the next
 * slot, and to move every booking by one.
 *
 *   now │ 1 2 3 4 5   burst = 5              now │ 1 2 3 4 5
 *       │ ■ ■ · · ·   two ahead are booked  ──▶  │ ■ ■ ■ · ·     the fifth is booked: refused
 *
 * DynamoDB's expressions know no maximum, so "the later of what is booked and now" cannot be computed from one number. Here
 * it need not be: the slots lie in a ring of attributes, each with the number of the slot it was booked for. One of an
 * earlier round counts as free, so what time has overtaken is forgotten by itself.
 *
 * The ring has twice `burst` places, so a call whose clock is behind, or whose write was on its way for long, leaves alone
 * what is booked beyond its own sight: clocks that are d apart let rate × d calls more in, once, as long as d is less than
 * the time in which an empty bucket fills. A bucket that is gone (TTL) is a full one.
 */
import { updateIf } from "#lib/store/store";

export interface RateLimit {
  /** Calls a second. */
  rate: number;
  /** Calls at once, after a rest. */
  burst: number;
}

/** An item of twice as many numbers is below 1 KB, which is what one unit writes. */
export const maxBurst = 50;

/** Takes one call out of the bucket; gives 0, or the seconds after which the next may come. */
export async function takeCall(hash: string, limit: RateLimit, now: number): Promise<number> {
  const key = { pk: `RATE#${hash}`, sk: "RATE" };
  return (await updateIf(key, booking(limit, now))) ? 0 : secondsToNextSlot(limit, now);
}

function booking({ rate, burst }: RateLimit, now: number) {
  const present = slotAt(now, rate);
  const place = (slot: number) => `s${slot % (2 * burst)}`;
  const ahead = Array.from({ length: burst }, (_, i) => present + 1 + i);
  const moves = ahead
    .slice(1)
    .map((slot) => `${place(slot)} = if_not_exists(${place(slot - 1)}, :none) + :one`);
  return {
    UpdateExpression: `SET ${[`${place(present + 1)} = :next`, ...moves, "expiresAt = :expiresAt"].join(", ")}`,
    ConditionExpression: `attribute_not_exists(${place(present + burst)}) OR ${place(present + burst)} <> :last`,
    ExpressionAttributeValues: {
      ":next": present + 1,
      ":last": present + burst,
      ...(moves.length > 0 && { ":none": 0, ":one": 1 }),
      // full again long before
      ":expiresAt": Math.ceil(now / 1000 + burst / rate) + 3600,
    },
  };
}

const slotAt = (now: number, rate: number) => Math.floor((now * rate) / 1000);

function secondsToNextSlot({ rate }: RateLimit, now: number): number {
  const next = ((slotAt(now, rate) + 1) / rate) * 1000;
  return Math.max(1, Math.ceil((next - now) / 1000));
}
