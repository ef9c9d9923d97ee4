/* Who stands behind a connection. */
import type { Principal } from "#lib/access/principal";
import { callerBySession } from "#lib/access/session-scopes";
import { findKept } from "#lib/data/identity/sessions";
import type { SocketHolder } from "#lib/data/sockets/tickets";
import { findGrantee } from "#lib/http/authenticate";
import type { Call } from "#lib/http/call";

/**
 * The person behind a token or session and what it may do; undefined if it was revoked, signed out or has expired. The use of a token is written before
 * this resolves.
 */
export async function findCaller(holder: SocketHolder, now: string): Promise<Principal | undefined> {
  if ("userId" in holder) {
    const session = await findKept(holder, now);
    return session && callerBySession(session.user.id);
  }
  const call: Pick<Call, "now" | "markingUsed"> = { now };
  const caller = await findGrantee(holder, call);
  await call.markingUsed;
  return caller;
}
