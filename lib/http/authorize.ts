/*
 * Whether the caller may do this here: role ∩ scopes of the token ∩ places that the token names.
 *
 * 404 where the caller has no role, so that ids cannot be probed; 403 where the role or the token allows too little.
 */
import type { MiddlewareObj } from "@middy/core";
import { type Principal, seesEmails } from "#lib/access/principal";
import { roleMay } from "#lib/access/roles";
import { type UserItem, userKey } from "#lib/data/identity/users";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getItem } from "#lib/store/store";
import type { Call, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { findKeyedRequest } from "./idempotency.ts";
import type { Here } from "./other-bases.ts";
import { minimalAnswer, windowOf } from "./request-headers.ts";
import { isPlace, namesFor, namesOf } from "./route-names.ts";
import { shareCookie } from "./session-cookie.ts";
import { allowToken, mayAt, standingAt, standingInSpace } from "./standing.ts";

/** Sets the caller, the standing, and what `share`, `prefetch` and `load` read. Throws 401, 404, 403. */
export function authorize(definition: Definition): MiddlewareObj<Incoming> {
  const { scope, orScope, load, path } = definition;
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
      if (call.standing?.isMoving) (await moving()).refuseWrites(definition);
      if (scope) {
        if (!orScope || !principal.scopes.includes(orScope)) allowToken(scope, principal);
        if (call.standing) await allowRole(scope, call.standing);
      }
      if (!(await checkingAdministrator))
        throw new AppError("restricted_resource", "This is for administrators");
      call.keyed = await findingKeyed;
      call.caller = {
        userId: principal.userId,
        now: call.now,
        windowId: windowOf(event),
        minimal: event.headers["prefer"] ? minimalAnswer(event, definition) : undefined,
        may: permissionsOf(call.standing, principal),
        slot: call.keyed,
        mayReadIn: async (baseId) => (await otherBases()).mayReadIn(baseId, principal, call),
      };
      // the items that a repeated request would load may be different or deleted by now
      if (call.keyed?.done) return;
      [call.loaded, call.prefetched] = await Promise.all([loading, call.prefetching]);
    },
  };
}

/** Whether the caller may do something in a base that the path does not name: the base of a table to link to. */
export const makeAllowThere =
  (...of: [principal: Principal, here: Here]): AllowThere =>
  async (...what) =>
    (await otherBases()).allowThere(...of, ...what);

// few calls have to do with another base
const otherBases = () => import("./other-bases.ts");

/** The checks that depend on the body: scopes that only some requests need, and the space that something is put into. */
export function authorizeBody({ scope, scopesOf, tokenScope, spaceOf }: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function admitBody({ event: { call } }) {
      const { principal, standing, params, body, query, caller } = call;
      if (!principal || !scope) return;
      if (tokenScope) allowToken(tokenScope, principal);
      for (const extra of scopesOf?.(body as never, { params, query, caller } as never) ?? []) {
        allowToken(extra, principal);
        if (standing) await allowRole(extra, standing);
      }
      if (!spaceOf) return;
      const spaceId = spaceOf(body as never);
      call.standing = await standingInSpace(spaceId, principal);
      if (!call.standing) throw notFound("space", spaceId);
      if (call.standing.isMoving) (await moving()).refuseMoving(call.standing);
      await allowRole(scope, call.standing);
    },
  };
}

const moving = () => import("./refusals/moving.ts");

async function isAdministrator({ userId }: Principal): Promise<boolean> {
  return (await getItem<UserItem>(userKey(userId)))?.isAdmin === true;
}

/** Throws 403 if the role does not allow a scope. */
async function allowRole(scope: Scope, standing: Standing): Promise<void> {
  if (!roleMay(standing.role, scope))
    (await import("#lib/access/describe-refusal")).allowRole(scope, standing);
}

/** Whether role and token allow a scope. */
export const mayBoth =
  (principal: Principal, standing: Standing) =>
  (scope: Scope): boolean =>
    principal.scopes.includes(scope) && mayAt(standing, scope);

const permissionsOf = (standing: Standing | undefined, principal: Principal) => ({
  seeEmails: seesEmails(principal),
  read: mayAt(standing, "record|read"),
  create: mayAt(standing, "record|create"),
  update: mayAt(standing, "record|update"),
  delete: mayAt(standing, "record|delete"),
});
/** The same answer whether the place does not exist or the caller has no role in it. */
const notFoundAt = (name: string, { names }: Call, path: string): AppError => {
  const inPath = namesOf(path);
  // the message names the id in the path, not the place that it led to
  const shown = inPath.includes(name) ? name : (inPath[0] ?? name);
  return notFound(shown.replace(/Id$/, ""), names[shown] ?? "");
};
