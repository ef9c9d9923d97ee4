/* Members and invitations of spaces and bases, for tests that apply to both. */
import { handler as cancelBaseInvitation } from "#functions/base/cancel-base-invitation";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as listBaseCollaborators } from "#functions/base/list-base-collaborators";
import { handler as listBaseInvitations } from "#functions/base/list-base-invitations";
import { handler as removeBaseCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as updateBaseCollaborator } from "#functions/base/update-base-collaborator";
import { handler as cancelSpaceInvitation } from "#functions/space/cancel-space-invitation";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { handler as listSpaceCollaborators } from "#functions/space/list-space-collaborators";
import { handler as listSpaceInvitations } from "#functions/space/list-space-invitations";
import { handler as removeSpaceCollaborator } from "#functions/space/remove-space-collaborator";
import { handler as updateSpaceCollaborator } from "#functions/space/update-space-collaborator";
import type { Endpoint } from "#lib/http/endpoint";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { call } from "#test/support/requests/call";
import { aBase, aMember, type Someone, someone } from "./makers.ts";

interface Endpoints {
  list: Endpoint;
  update: Endpoint;
  remove: Endpoint;
  invite: Endpoint;
  invitations: Endpoint;
  cancel: Endpoint;
}
const endpoints: Record<"space" | "base", Endpoints> = {
  space: {
    list: listSpaceCollaborators,
    update: updateSpaceCollaborator,
    remove: removeSpaceCollaborator,
    invite: inviteToSpace,
    invitations: listSpaceInvitations,
    cancel: cancelSpaceInvitation,
  },
  base: {
    list: listBaseCollaborators,
    update: updateBaseCollaborator,
    remove: removeBaseCollaborator,
    invite: inviteToBase,
    invitations: listBaseInvitations,
    cancel: cancelBaseInvitation,
  },
};

/** A space, or a base in a space, with a new owner. Calls are made by the owner unless another user is given. */
export async function aPlace(kind: "space" | "base") {
  const owner = await someone("Owner");
  const { spaceId, baseId } = await aBase(owner);
  const { list, update, remove, invite, invitations, cancel } = endpoints[kind];
  const params = { spaceId, baseId };
  type As = { token: string };
  const roles = async () => {
    const { body } = await call(list, { as: owner, params });
    const own = body.collaborators.filter(
      ({ resourceType }: { resourceType: string }) => resourceType === kind,
    );
    return Object.fromEntries(own.map((each: { userId: string; role: Role }) => [each.userId, each.role]));
  };
  const id: BaseId | SpaceId = kind === "space" ? spaceId : baseId;
  return {
    owner,
    spaceId,
    baseId,
    params,
    roles,
    member: (role: Role): Promise<Someone> => aMember(id, role),
    list: (as: As = owner, query: Record<string, string> = {}) => call(list, { as, params, query }),
    setRole: ({ userId }: { userId: string }, role: string, as: As = owner) =>
      call(update, { as, params, body: { userId, role } }),
    update: (body: unknown, as: As = owner) => call(update, { as, params, body }),
    remove: ({ userId }: { userId: string }, as: As = owner) =>
      call(remove, { as, params, query: { userId } }),
    removeBy: (query: Record<string, string>, as: As = owner) => call(remove, { as, params, query }),
    invite: (emails: unknown, role: string = "editor", as: As = owner) =>
      call(invite, { as, params, body: { emails, role } }),
    invitations: (as: As = owner, query: Record<string, string> = {}) =>
      call(invitations, { as, params, query }),
    cancel: (invitationId: string, as: As = owner) =>
      call(cancel, { as, params: { ...params, invitationId } }),
  };
}
