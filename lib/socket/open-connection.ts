/* A connection opens with a ticket, which it sends as the second of its protocols: `gridless, <ticket>`. */

import { insertConnection } from "#lib/data/sockets/connections";
import { findTicket } from "#lib/data/sockets/tickets";
import { refuseOtherPages } from "#lib/http/refusals/refuse-other-pages";
import { AppError, tooMany } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerMinute } from "#lib/schemas/basics/time-units";
import { findCaller } from "./find-caller.ts";
import type { SocketCall } from "./socket-route.ts";

/** The protocol that the server selects. */
export const protocol = "gridless";

/**
 * Opens a connection. Throws 401 without a ticket that is valid and unused, 403 for a page of another origin, and 429 if the person has
 * too many.
 */
export async function openConnection({ connection, now, header }: SocketCall): Promise<void> {
  refuseOtherPages({ origin: header("origin"), host: header("host") });
  const [first, secret, ...more] = (header("sec-websocket-protocol") ?? "")
    .split(",")
    .map((name) => name.trim());
  if (first !== protocol || !secret || more.length > 0) throw unauthorized();
  const ticket = await findTicket(secret, now);
  const caller = ticket && (await findCaller(ticket.token, now));
  if (!caller) throw unauthorized();
  const outcome = await insertConnection({ id: connection, userId: caller.userId }, ticket, now);
  if (outcome === "full") throw tooManySockets();
  if (outcome === "used") throw unauthorized();
}

/** A client that is refused asks by requests, and tries again later. */
export const tooManySockets = (): AppError =>
  tooMany("open sockets", secondsPerMinute, `${limits.socketsPerPerson} for each person`);

const unauthorized = () =>
  new AppError(
    "unauthorized",
    "Connect with the protocols gridless and a ticket of POST /socket/ticket, which opens one connection",
  );
