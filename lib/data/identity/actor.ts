/* On whose behalf the running call acts, and by what: for entries of the access log (lib/data/spaces/access-log). */
import type { UserId } from "#lib/schemas/basics/ids";
import { type ActingCall, actingCalls, type CallActor } from "./acting.ts";
import { sessionIdOf } from "./sessions.ts";
import { find } from "./users.ts";

/** The actor of the running call. Outside of calls it is the service: a job, or a command of an administrator. */
export function currentActor(): CallActor {
  const call = actingCalls.getStore();
  if (!call) return { via: "service", now: new Date().toISOString() };
  call.actor ??= actorOf(call);
  return call.actor;
}

function actorOf({ principal, session, requestId, now }: ActingCall): CallActor {
  if (!principal) return { via: "visitor", requestId, now };
  const { userId, via } = principal;
  const viaId = via.tokenId ?? via.clientId ?? (session && sessionIdOf(session.key));
  return {
    via: via.kind,
    userId,
    requestId,
    now,
    ...(viaId !== undefined && { viaId }),
    ...(session && { name: session.user.name }),
  };
}

/** Reads the name of an actor, unless it is known. */
export async function nameActor(actor: CallActor): Promise<CallActor> {
  if (actor.userId && actor.name === undefined) {
    const user = await find(actor.userId);
    if (user) actor.name = user.name;
  }
  return actor;
}

/**
 * The actor for what a person does to their own account: that person, also where no one is signed in yet, or another person in the same
 * browser: who signs in or up, or opens a mailed link.
 */
export function actorFor({ id, name }: { id: UserId; name?: string }): CallActor {
  const actor = currentActor();
  if (actor.userId === id || actor.via === "service") return actor;
  const { now, requestId } = actor;
  return {
    via: "visitor",
    userId: id,
    now,
    ...(name !== undefined && { name }),
    ...(requestId !== undefined && { requestId }),
  };
}
