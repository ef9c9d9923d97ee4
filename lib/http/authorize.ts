/*
 * Whether the caller may do this here: role ∩ scopes of the token ∩ places the token names.
 *
 * 404 where he has no role at all, so that ids cannot be probed; 403 where his role or token allows too little.
 */
import type { MiddlewareObj } from "@middy/core";
import { type Principal, reaches, seesEmails } from "#lib/access/principal";
import { higher, roleMay } from "#lib/access/roles";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { type MemberItem, memberKey } from "#lib/data/spaces/members";
import { spaceKey } from "#lib/data/spaces/spaces";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getItem, getItems, type Item, type Key, keyText } from "#lib/store/store";
import type { Call, Incoming, PlaceInPath } from "./call.ts";
import type { Definition } from "./definition.ts";
import { findKeyedRequest } from "./idempotency.ts";
import { shareCookie } from "./session-cookie.ts";
import { isPlace, namesFor, namesOf } from "./unknown-route.ts";

export function authorize(definition: Definition): MiddlewareObj<Incoming> {
  const { scope, load, path } = definition;
  return {
    before: async function admit({ event }) {
      const { call } = event;
      const asked = { params: call.params, cookie: shareCookie(event), now: call.now };
      const opening = definition.share?.(asked as never);
      opening?.catch(() => {});
      const principal = await call.authenticating;
      call.share = await opening;
      const { missing, ...place } = (await call.place) ?? {};
      Object.assign(call, { principal, ...place });
      if (!principal) {
        if (!definition.public) throw new Error("authorize comes after authenticate");
        if (missing) throw notFoundAt(missing, call, path);
        call.prefetched = await call.prefetching;
        return;
      }

      const mayLoad = load && !missing && call.queryError === undefined;
      const { userId } = principal;
      const { params, query, prefetching: prefetched } = call;
      const known = { ...place, params, query, userId, prefetched };
      const loading = mayLoad ? load(known as never) : undefined;
      loading?.catch(() => {});
      const lookingUp = findKeyedRequest(event, definition, principal);
      lookingUp.catch(() => {});
      const asking = definition.administrator ? isAdministrator(principal) : true;
      call.standing = await standingAt(place, principal);
      const [outermost] = namesFor(path, call.names);
      // who has no role in a place learns nothing about what is in it
      if (outermost && isPlace(outermost) && !call.standing) throw notFoundAt(outermost, call, path);
      if (missing) throw notFoundAt(missing, call, path);
      if (scope) {
        allowToken(scope, principal);
        if (call.standing) allowRole(scope, call.standing);
      }
      if (!(await asking)) throw new AppError("restricted_resource", "This is for administrators");
      call.keyed = await lookingUp;
      call.caller = {
        userId: principal.userId,
        now: call.now,
        may: permissionsOf(call.standing, principal),
        slot: call.keyed,
      };
      // what is done already may have changed what it would need
      if (call.keyed?.done) return;
      [call.loaded, call.prefetched] = await Promise.all([loading, call.prefetching]);
    },
  };
}

/** What depends on query and body: scopes that only some requests need, and the space that something is put into. */
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

/** The caller's standing at a base, or at the base of a table; none where the token does not name it. */
async function isAdministrator({ userId }: Principal): Promise<boolean> {
  return (await getItem<UserItem>(userKey(userId)))?.isAdmin === true;
}

async function standingAt(
  { space, base, table, gone }: PlaceInPath,
  principal: Principal,
): Promise<Standing | undefined> {
  if (space) return standingIn(space.id, principal);
  const { baseId, spaceId } = gone ?? {
    baseId: base?.id ?? table?.baseId,
    spaceId: (base ?? table)?.spaceId,
  };
  if (!baseId || !spaceId || !reaches(principal, spaceId, baseId)) return undefined;
  const keys = {
    base: memberKey(`BASE#${baseId}`, principal.userId),
    space: memberKey(`SPACE#${spaceId}`, principal.userId),
  };
  // a table does not know whether its base is still there
  const found = await getItems([keys.base, keys.space, ...(base || gone ? [] : [baseKey(baseId)])]);
  const holder = base ?? (itemOf(found, baseKey(baseId)) as BaseItem | undefined);
  if (!gone && (!holder || holder.deletedTime)) return undefined;
  return higher(roleIn(found, keys.base), roleIn(found, keys.space));
}

/** In a space that is there. */
async function standingIn(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const member = await getItem<MemberItem>(memberKey(`SPACE#${spaceId}`, principal.userId));
  return higher(undefined, member?.role);
}

async function standingInSpace(spaceId: SpaceId, principal: Principal): Promise<Standing | undefined> {
  if (!reaches(principal, spaceId)) return undefined;
  const member = memberKey(`SPACE#${spaceId}`, principal.userId);
  const found = await getItems([spaceKey(spaceId), member]);
  return itemOf(found, spaceKey(spaceId)) && higher(undefined, roleIn(found, member));
}

const itemOf = (items: Item[], key: Key) => items.find((item) => keyText(item) === keyText(key));
const roleIn = (items: Item[], key: Key) => (itemOf(items, key) as MemberItem | undefined)?.role;

function allowToken(scope: Scope, { scopes }: Principal): void {
  if (scopes.includes(scope)) return;
  // RFC 6750, 3.1: so a client knows that it has to ask its user for more
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new AppError("restricted_resource", `This token lacks the scope ${scope}`, {
    headers: { "www-authenticate": challenge },
  });
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

/** The answer is the same whether a thing is not there or is none of the caller's business. */
const notFoundAt = (name: string, { names }: Call, path: string): AppError => {
  const inPath = namesOf(path);
  // what the path names is said, not the place that it was found to be about
  const said = inPath.includes(name) ? name : (inPath[0] ?? name);
  return notFound(said.replace(/Id$/, ""), names[said] ?? "");
};
