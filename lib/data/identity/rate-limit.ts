/*
 * A token bucket for each access token, exact under any concurrency, in one conditional write.
 *
 *  entity    pk             sk    cost
 *  (bucket)  RATE#<sha256>  RATE  update 1 WCU per request (also if refused)
 *
 * Time is cut into slots of 1/rate seconds; each slot allows one call. A call books the first free slot after the present one.
 * Up to `burst` slots ahead may be booked, so a full bucket gives `burst` calls at once, then one per slot. Booked slots are always
 * contiguous and start at the next slot. To book one more: book the next slot, and move every booking by one.
 *
 *   now │ 1 2 3 4 5   burst = 5              now │ 1 2 3 4 5
 *       │ ■ ■ · · ·   two ahead are booked  ──▶  │ ■ ■ ■ · ·     the fifth is booked: refused
 *
 * DynamoDB expressions have no maximum, so "the later of the last booking and now" cannot be computed from one number. The ring
 * avoids that: the slots lie in a ring of attributes, each with the number of the slot that it was booked for. A number of an
 * earlier round counts as free, so past bookings need no cleanup.
 *
 * The ring has 2 × `burst` attributes, so a call with a slow clock, or with a delayed write, does not overwrite bookings that lie
 * further ahead. Clocks that differ by d allow rate × d extra calls, once, if d is less than the time in which an empty bucket
 * fills. A bucket removed by TTL is a full one.
 */
import { secondsPerHour } from "#lib/schemas/basics/time-units";
import { updateIf } from "#lib/store/store";
import { noteLimit } from "./seen-limits.ts";

export interface RateLimit {
  /** Calls per second. */
  rate: number;
  /** Calls at once from a full bucket. */
  burst: number;
}

/** A limit in words: `50 at once, then one every 30 s`. */
export function describeLimit({ rate, burst }: RateLimit): string {
  const seconds = 1 / rate;
  const then =
    rate >= 1
      ? `${Math.round(rate * 10) / 10} a second`
      : seconds >= 120
        ? `one every ${Math.round(seconds / 60)} minutes`
        : `one every ${Math.round(seconds)} s`;
  return `${burst} at once, then ${then}`;
}

/** An item with 2 × 50 numbers stays below 1 KB, which is what one WCU writes. */
export const maxBurst = 50;

/**
 * Takes one call from the bucket: gives 0, or the seconds to wait before the next call. `now` is in milliseconds. With a name, the answer of
 * the request shows the limit (seen-limits.ts).
 */
export async function takeCall(hash: string, limit: RateLimit, now: number, name?: string): Promise<number> {
  const key = { pk: `RATE#${hash}`, sk: "RATE" };
  let booked = limit.burst;
  const isTaken = await updateIf(key, slotUpdate(limit, now), (bucket) => {
    booked = countBooked(bucket, limit, now);
  });
  if (name) noteLimit(shown(name, limit, booked));
  return isTaken ? 0 : secondsToNextSlot(limit, now);
}

/** A window of `w` seconds, in which an empty bucket becomes full, and the `t` seconds in which this one does. */
const shown = (name: string, { rate, burst }: RateLimit, booked: number) => ({
  policy: `"${name}";q=${burst};w=${wholeSeconds(burst / rate)}`,
  state: `"${name}";r=${burst - booked};t=${wholeSeconds(booked / rate)}`,
});

/** Rounded up, but for the error of a division. */
const wholeSeconds = (seconds: number) => Math.ceil(seconds - 1e-6);

/** The booked slots of the next `burst`; of a bucket that others with a faster clock have booked ahead, all. */
function countBooked(bucket: Record<string, unknown>, { rate, burst }: RateLimit, now: number): number {
  const present = slotAt(now, rate);
  return Array.from({ length: burst }, (_, i) => present + 1 + i).filter(
    (slot) => bucket[attributeOf(slot, burst)] === slot,
  ).length;
}

function slotUpdate({ rate, burst }: RateLimit, now: number) {
  const present = slotAt(now, rate);
  const attribute = (slot: number) => attributeOf(slot, burst);
  const ahead = Array.from({ length: burst }, (_, i) => present + 1 + i);
  const moves = ahead
    .slice(1)
    .map((slot) => `${attribute(slot)} = if_not_exists(${attribute(slot - 1)}, :none) + :one`);
  return {
    UpdateExpression: `SET ${[`${attribute(present + 1)} = :next`, ...moves, "expiresAt = :expiresAt"].join(", ")}`,
    ConditionExpression: `attribute_not_exists(${attribute(present + burst)}) OR ${attribute(present + burst)} <> :last`,
    ExpressionAttributeValues: {
      ":next": present + 1,
      ":last": present + burst,
      ...(moves.length > 0 && { ":none": 0, ":one": 1 }),
      // the bucket is full long before that
      ":expiresAt": Math.ceil(now / 1000 + burst / rate) + secondsPerHour,
    },
  };
}

const attributeOf = (slot: number, burst: number) => `s${slot % (2 * burst)}`;

const slotAt = (now: number, rate: number) => Math.floor((now * rate) / 1000);

function secondsToNextSlot({ rate }: RateLimit, now: number): number {
  const next = ((slotAt(now, rate) + 1) / rate) * 1000;
  return Math.max(1, Math.ceil((next - now) / 1000));
}
