/*
 * On whose behalf the running call acts, and by what: for entries of the access log (lib/data/spaces/access-log). It goes along with the
 * asynchronous calls of a request, so that no function passes it on and none can leave it out. It decides nothing: who may do what is
 * decided by lib/http/authorize.ts.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Via } from "#lib/schemas/identity/access-log";
import { find } from "./users.ts";

export interface CallActor {
  via: Via;
  /** The id of the session, token or application. */
  viaId?: string;
  /** Absent for a visitor, and for work of the service itself. */
  userId?: UserId;
  /** The name at the time of the call, once it is known. */
  name?: string;
  requestId?: string;
  /** ISO 8601 UTC. */
  now: string;
}

const actors = new AsyncLocalStorage<CallActor>();

/** Runs a call that acts on behalf of someone. */
export const withActor = <Answer>(actor: CallActor, call: () => Answer): Answer => actors.run(actor, call);

/** The actor of the running call. Outside of calls it is the service: a job, or a command of an administrator. */
export const currentActor = (): CallActor =>
  actors.getStore() ?? { via: "service", now: new Date().toISOString() };

/** Reads the name of an actor, unless it is known. */
export async function nameActor(actor: CallActor): Promise<CallActor> {
  if (actor.userId && actor.name === undefined) {
    const user = await find(actor.userId);
    if (user) actor.name = user.name;
  }
  return actor;
}

/** The actor, or this person where no one is signed in yet: who signs in or up, or opens a mailed link. */
export function actorFor({ id, name }: { id: UserId; name?: string }): CallActor {
  const actor = currentActor();
  return actor.userId ? actor : { ...actor, userId: id, ...(name !== undefined && { name }) };
}
