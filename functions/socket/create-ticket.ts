import { knownSession } from "#lib/data/identity/sessions";
import { knownToken } from "#lib/data/identity/token-text";
import { hasFreeSeat } from "#lib/data/sockets/seats";
import { createTicket } from "#lib/data/sockets/tickets";
import { anyTokenEndpoint, created } from "#lib/http/endpoint";
import { limits } from "#lib/schemas/basics/limits";
import { socketAddress } from "#lib/schemas/basics/public-origin";
import { SocketTicket } from "#lib/schemas/collaboration/socket";
import { tooManySockets } from "#lib/socket/open-connection";

export const handler = anyTokenEndpoint(
  {
    method: "POST",
    path: "/socket/ticket",
    summary: "Get a ticket for a socket",
    description: `A WebSocket tells of changes as they happen. Connect within ${limits.ticketSeconds} seconds to the address of the answer, with the protocols \`gridless\` and the ticket, which opens one connection. The connection can do what the token or the session can, and ends with it. A person has at most ${limits.socketsPerPerson} open connections; then this answers 429.`,
    orSession: true,
    whileStopped: true,
    response: created(SocketTicket),
  },
  async ({ headers: { authorization = "" }, principal, session, now }) => {
    if (!(await hasFreeSeat(principal.userId, now))) throw tooManySockets();
    const holder = session
      ? knownSession(session)
      : knownToken(authorization.replace(/^bearer +/i, "").trim());
    return { url: socketAddress(), ticket: await createTicket(holder, now) };
  },
);
