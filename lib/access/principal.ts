/* Who is calling, and what he came with is good for. */
import type { AccessTokenId, BaseId, ClientId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";

export interface Principal {
  userId: UserId;
  /** With a token of his own, through an application that he let in, or himself, signed in. */
  via:
    | { kind: "token"; tokenId: AccessTokenId }
    | { kind: "application"; clientId: ClientId }
    | { kind: "session" };
  scopes: readonly Scope[];
  /** Null: every base (space) the user has a role on. */
  reach: { spaceIds: readonly SpaceId[]; baseIds: readonly BaseId[] } | null;
}

/** Whether the token names this base, or the space it lies in. */
export const reaches = ({ reach }: Principal, spaceId: SpaceId, baseId?: BaseId): boolean =>
  !reach || reach.spaceIds.includes(spaceId) || (baseId !== undefined && reach.baseIds.includes(baseId));

/** An application sees the e-mail addresses of people only if it was allowed to; whoever comes himself does. */
export const seesEmails = ({ via, scopes }: Principal): boolean =>
  via.kind !== "application" || scopes.includes("user|email_read");
