/*
 * Whether the caller may do this here: role ∩ scopes of the token ∩ places that the token names.
 *
 * 404 where the caller has no role, so that ids cannot be probed; 403 where the role or the token allows too little.
 */
import type { MiddlewareObj } from "@middy/core";
import { type Principal, reaches, seesEmails } from "#lib/access/principal";
import { higherRole, roleMay } from "#lib/access/roles";
import { type UserItem, userKey } from "#lib/data/identity/users";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { type MemberItem, memberKey } from "#lib/data/spaces/members";
import { type SpaceItem, spaceKey } from "#lib/data/spaces/spaces";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getEach, getItem, type Key } from "#lib/store/store";
import type { Call, Incoming, PlaceInPath } from "./call.ts";
import type { Definition } from "./definition.ts";
import { findKeyedRequest } from "./idempotency.ts";
import { shareCookie } from "./session-cookie.ts";
import { isPlace, namesFor, namesOf } from "./unknown-route.ts";

/** Sets the caller, the standing, and what `share`, `prefetch` and `load` read. Throws 401, 404, 403. */
export function authorize(definition: Definition): MiddlewareObj<Incoming> {
  const { scope, load, path } = definition;
  return {
    before: async function admit({ event }) {
      const { call } = event;
      const shareRequest = { params: call.params, cookie: shareCookie(event), now: call.now };
      const readingShare = definition.share?.(shareRequest as never);
      readingShare?.catch(() => {});
      const principal = await call.authenticating;
      call.share = await readingShare;
      const { missing, ...place } = (await call.place) ?? {};
      Object.assign(call, { principal, ...place });
      if (!principal) {
        if (!definition.public) throw new Error("authorize runs after authenticate");
        if (missing) throw notFoundAt(missing, call, path);
        call.prefetched = await call.prefetching;
        return;
      }

      const mayLoad = load && !missing && call.queryError === undefined && !call.savedQueryError;
      const { userId } = principal;
      const { params, query, prefetching: prefetched } = call;
      const known = { ...place, params, query, userId, prefetched };
      const loading = mayLoad ? load(known as never) : undefined;
      loading?.catch(() => {});
      const findingKeyed = findKeyedRequest(event, definition, principal);
      findingKeyed.catch(() => {});
      const checkingAdministrator = definition.administrator ? isAdministrator(principal) : true;
      call.standing = await standingAt(place, principal);
      const [outermost] = namesFor(path, call.names);
      // a caller without a role in a place learns nothing about what is in it
      if (outermost && isPlace(outermost) && !call.standing) throw notFoundAt(outermost, call, path);
      if (missing) throw notFoundAt(missing, call, path);
      if (scope) {
        allowToken(scope, principal);
        if (call.standing) allowRole(scope, call.standing);
      }
      if (!(await checkingAdministrator))
        throw new AppError("restricted_resource", "This is for administrators");
      call.keyed = await findingKeyed;
      call.caller = {
        userId: principal.userId,
        now: call.now,
        may: permissionsOf(call.standing, principal),
        slot: call.keyed,
        mayReadIn: (baseId) => mayReadIn(baseId, principal, call),
      };
      // the items that a repeated request would load may be different or deleted by now
      if (call.keyed?.done) return;
      [call.loaded, call.prefetched] = await Promise.all([loading, call.prefetching]);
    },
  };
}

/** The checks that depend on the body: scopes that only some requests need, and the space that something is put into. */
export function authorizeBody({ scope, scopesOf, tokenScope, spaceOf }: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function admitBody({ event: { call } }) {
      const { principal, standing, params, body, query, caller } = call;
      if (!principal || !scope) return;
      if (tokenScope) allowToken(tokenScope, principal);
      for (const extra of scopesOf?.(body as never, { params, query, caller } as never) ?? []) {
        allowToken(extra, principal);
        if (standing) allowRole(extra, standing);
      }
      if (!spaceOf) return;
      const spaceId = spaceOf(body as never);
      call.standing = await standingInSpace(spaceId, principal);
      if (!call.standing) throw notFound("space", spaceId);
      allowRole(scope, call.standing);
    },
  };
}

async function isAdministrator({ userId }: Principal): Promise<boolean> {
  return (await getItem<UserItem>(userKey(userId)))?.isAdmin === true;
}

/** The caller's role at a place, or `undefined` without a role, if the token does not name the place, or if the base is deleted. */
async function standingAt(
  { space, base, table, gone }: PlaceInPath,
  principal: Principal,
): Promise<Standing | undefined> {
  if (space) return standingInFoundSpace(space.id, principal);
  const { baseId, spaceId } = gone ?? {
    baseId: base?.id ?? table?.baseId,
    spaceId: (base ?? table)?.spaceId,
  };
  if (!baseId || !spaceId || !reaches(principal, spaceId, baseId)) return undefined;
  const members: [Key, Key] = [
    memberKey(`BASE#${baseId}`, principal.userId),
    memberKey(`SPACE#${spaceId}`, principal.userId),
  ];
  // a table's item does not show whether its base is deleted, so the base is read too
  const [inBase, inSpace, found] =
    base || gone
      ? await getEach<[MemberItem, MemberItem]>(members)
      : await getEach<[MemberItem, MemberItem, BaseItem]>([...members, baseKey(baseId)]);
  const holder = base ?? found;
  if (!gone && (!holder || holder.deletedTime)) return undefined;
  // the base was moved to another space after the table was read
  if (holder && holder.spaceId !== spaceId) return standingAt({ base: holder }, principal);
  return higherRole(inBase?.role, inSpace?.role);
}

/** The role in a space that is known to exist. */
async function standingInFoundSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const member = await getItem<MemberItem>(memberKey(`SPACE#${spaceId}`, principal.userId));
  return higherRole(undefined, member?.role);
}

/** The role in a space, or `undefined` if the space does not exist. */
async function standingInSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const [space, member] = await getEach<[SpaceItem, MemberItem]>([
    spaceKey(spaceId),
    memberKey(`SPACE#${spaceId}`, principal.userId),
  ]);
  return space && higherRole(undefined, member?.role);
}

function allowToken(scope: Scope, { scopes }: Principal): void {
  if (scopes.includes(scope)) return;
  // RFC 6750, 3.1: the client can ask its user for this scope
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new AppError("restricted_resource", `This token lacks the scope ${scope}`, {
    headers: { "www-authenticate": challenge },
  });
}

/**
 * Whether the caller may do something in a base that the path does not name: that of a table to link to. In the base of the path,
 * `here`, the role is known; every other base costs one read.
 */
export const makeAllowThere =
  (principal: Principal, here: { baseId: BaseId; standing: Standing }): AllowThere =>
  async (table, scope) => {
    const standing = table.baseId === here.baseId ? here.standing : await standingAt({ table }, principal);
    if (!standing) return false;
    allowToken(scope, principal);
    if (!roleMay(standing.role, scope))
      throw new AppError(
        "restricted_resource",
        `A ${standing.role} may not ${scope.replace("|", ": ")} in the base of ${table.id}. A link with isOneWay only needs to read there.`,
      );
    return true;
  };

/** Whether the caller may read records in a base: for lists by the cell of a link field that is there. In that of the path nothing is read. */
async function mayReadIn(
  baseId: BaseId,
  principal: Principal,
  here: Pick<Call, "table" | "standing">,
): Promise<boolean> {
  if (!principal.scopes.includes("record|read")) return false;
  if (baseId === here.table?.baseId) return mayAt(here.standing, "record|read");
  const base = await getItem<BaseItem>(baseKey(baseId));
  const standing = base && !base.deletedTime && (await standingAt({ base }, principal));
  return mayAt(standing || undefined, "record|read");
}

function allowRole(scope: Scope, { role }: Standing): void {
  if (!roleMay(role, scope))
    throw new AppError("restricted_resource", `A ${role} may not ${scope.replace("|", ": ")}`);
}

const permissionsOf = (standing: Standing | undefined, principal: Principal) => ({
  seeEmails: seesEmails(principal),
  read: mayAt(standing, "record|read"),
  create: mayAt(standing, "record|create"),
  update: mayAt(standing, "record|update"),
  delete: mayAt(standing, "record|delete"),
});
const mayAt = (standing: Standing | undefined, scope: Scope) =>
  standing !== undefined && roleMay(standing.role, scope);

/** The same answer whether the place does not exist or the caller has no role in it. */
const notFoundAt = (name: string, { names }: Call, path: string): AppError => {
  const inPath = namesOf(path);
  // the message names the id in the path, not the place that it led to
  const shown = inPath.includes(name) ? name : (inPath[0] ?? name);
  return notFound(shown.replace(/Id$/, ""), names[shown] ?? "");
};
