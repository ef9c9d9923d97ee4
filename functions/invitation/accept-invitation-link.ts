import type { Principal } from "#lib/access/principal";
import { withLimits } from "#lib/data/identity/seen-limits";
import { acceptLink, limitAttempts } from "#lib/data/spaces/accept-link";
import { anyTokenEndpoint, created } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";
import { Acceptance, Accepted } from "#lib/schemas/identity/invitation";

export const handler = anyTokenEndpoint(
  {
    method: "POST",
    path: "/invitation/link/accept",
    summary: "Accept an invitation link",
    description:
      "The caller joins with the role of the link; a member keeps a higher role. An unverified address is enough, because the code is the proof. A token needs full access (`hasFullAccess`); tokens of applications cannot call this. A wrong id and a wrong code give the same 400.",
    orSession: true,
    body: Acceptance,
    response: created(Accepted),
    around: withLimits,
    idempotent: true,
  },
  async ({ principal, caller, body, now }) => {
    refuseLimited(principal);
    await limitAttempts(caller.userId, now);
    return acceptLink(body, caller);
  },
);

/** A token for some places must not reach another one by joining it. */
function refuseLimited({ via, reach }: Principal): void {
  if (via.kind === "session" || (via.kind === "token" && reach === null)) return;
  throw new AppError(
    "restricted_resource",
    "This needs a token with full access; accept the link in a browser",
  );
}
