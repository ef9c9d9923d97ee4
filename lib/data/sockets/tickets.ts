/*
 * A ticket opens one connection of a socket, because a browser cannot send a token when it opens one.
 *
 *  entity        pk               sk      cost
 *  socketTicket  TICKET#<sha256>  TICKET  put 1 WCU; get 1 RCU, and removed in the commit that makes the connection
 */
import type { KnownSession } from "#lib/data/identity/sessions";
import type { KnownToken } from "#lib/data/identity/token-text";
import { hash } from "#lib/data/identity/token-text";
import { randomText } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { commit, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";

/** Whose a connection is: who has a token, or is signed in. */
export type SocketHolder = KnownToken | KnownSession;

export type TicketItem = Item & { token: SocketHolder; expiresAt: number };

const ticketKey = (ticket: string) => ({ pk: `TICKET#${hash(ticket)}`, sk: "TICKET" });

/** A new ticket, the only clear copy; it stands for this token or session. */
export async function createTicket(token: SocketHolder, now: string): Promise<string> {
  const ticket = randomText(43);
  const expiresAt = expiryIn(limits.ticketSeconds, now);
  await commit([insert({ ...ticketKey(ticket), entity: "socketTicket", token, expiresAt })]);
  return ticket;
}

/** A ticket that is valid at `now`; `undefined` if it is unknown, was used or has expired. `remove` it in the commit that uses it. */
export async function findTicket(ticket: string, now: string): Promise<TicketItem | undefined> {
  const item = await getItem<TicketItem>(ticketKey(ticket));
  return item && isUnexpired(item, now) ? item : undefined;
}
