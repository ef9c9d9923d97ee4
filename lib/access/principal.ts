/* Who is calling, and what their token allows. */
import type { AccessTokenId, BaseId, ClientId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";

/** The caller of a request. */
export interface Principal {
  userId: UserId;
  /** By an access token, by an application that the user authorized, or by a session. */
  via:
    | { kind: "token"; tokenId: AccessTokenId }
    | { kind: "application"; clientId: ClientId }
    | { kind: "session" };
  /** What the token or the session allows. */
  scopes: { includes(scope: Scope): boolean };
  /** The places that the token names. Null: every space and base where the user has a role. */
  reach: { spaceIds: readonly SpaceId[]; baseIds: readonly BaseId[] } | null;
}

/** Whether the token may be used for this base, or for anything in this space. */
export const reaches = ({ reach }: Principal, spaceId: SpaceId, baseId?: BaseId): boolean =>
  !reach || reach.spaceIds.includes(spaceId) || (baseId !== undefined && reach.baseIds.includes(baseId));

/** Whether the caller may see e-mail addresses: an application needs the scope user|email_read, others need none. */
export const seesEmails = ({ via, scopes }: Principal): boolean =>
  via.kind !== "application" || scopes.includes("user|email_read");
