/* Who stands behind a connection. */
import type { Principal } from "#lib/access/principal";
import type { KnownToken } from "#lib/data/identity/token-text";
import { findGrantee } from "#lib/http/authenticate";
import type { Call } from "#lib/http/call";

/** The person behind a token and what it may do; undefined if it was revoked or has expired. Its use is written before this resolves. */
export async function findCaller(token: KnownToken, now: string): Promise<Principal | undefined> {
  const call: Pick<Call, "now" | "markingUsed"> = { now };
  const caller = await findGrantee(token, call);
  await call.markingUsed;
  return caller;
}
