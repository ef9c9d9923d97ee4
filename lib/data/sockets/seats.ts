/*
 * A person has so many connections at most: each takes one of that many seats.
 *
 *  entity      pk            sk        cost
 *  socketSeat  SEATS#<user>  <number>  taken and left with its connection, 2 × 2 WCU; all are read before, 1 RCU for each 40
 */
import type { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert } from "#lib/store/commit";
import { isUnexpired } from "#lib/store/expiry";
import { type Item, readAll } from "#lib/store/store";

export type SeatItem = Item & {
  /** The id of the connection. */
  connection: string;
  expiresAt: number;
};

const seatsOf = (userId: UserId) => `SEATS#${userId}`;
export const seatKey = (userId: UserId, sk: string) => ({ pk: seatsOf(userId), sk });

const names = Array.from({ length: limits.socketsPerPerson }, (_, i) => String(i).padStart(3, "0"));

/** Seats by their names, also expired ones, and the names of those that are free. */
async function readSeats(userId: UserId, now: string) {
  const seats = new Map((await readAll<SeatItem>({ pk: seatsOf(userId) })).map((seat) => [seat.sk, seat]));
  const isFree = (seat: SeatItem | undefined) => !seat || !isUnexpired(seat, now);
  return { seats, free: names.filter((name) => isFree(seats.get(name))) };
}

export const hasFreeSeat = async (userId: UserId, now: string): Promise<boolean> =>
  (await readSeats(userId, now)).free.length > 0;

/** How a connection takes a free seat: any one, so that those that open together take different ones. Undefined if there is none. */
export async function planSeat(
  { id, userId, expiresAt }: { id: string; userId: UserId; expiresAt: number },
  now: string,
): Promise<{ seat: string; taking: Change } | undefined> {
  const { seats, free } = await readSeats(userId, now);
  const seat = free[Math.floor(Math.random() * free.length)];
  if (seat === undefined) return undefined;
  const before = seats.get(seat);
  const held = { connection: id, expiresAt };
  const taking = before
    ? change(before, held)
    : insert({ ...seatKey(userId, seat), entity: "socketSeat", ...held });
  return { seat, taking };
}
