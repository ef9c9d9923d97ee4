/*
 * On whose behalf the running call acts, and by what: for entries of the access log (lib/data/spaces/access-log). It goes along with the
 * asynchronous calls of a request, so that no function passes it on and none can leave it out. It decides nothing: who may do what is
 * decided by lib/http/authorize.ts.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Via } from "#lib/schemas/identity/access-log";
import { type Session, sessionIdOf } from "./sessions.ts";
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

/** What is known of a call, as lib/http has it. */
interface Acting {
  principal?:
    | {
        userId: UserId;
        via: { kind: Via; tokenId?: string; clientId?: string };
      }
    | undefined;
  session?: Session;
  requestId: string;
  now: string;
  /** Once it was asked for. */
  actor?: CallActor;
}

const calls = new AsyncLocalStorage<Acting>();

/** Runs a call that acts on behalf of someone. */
export const withActor = <Answer>(call: Acting, work: () => Answer): Answer => calls.run(call, work);

/** The actor of the running call. Outside of calls it is the service: a job, or a command of an administrator. */
export function currentActor(): CallActor {
  const call = calls.getStore();
  if (!call) return { via: "service", now: new Date().toISOString() };
  call.actor ??= actorOf(call);
  return call.actor;
}

function actorOf({ principal, session, requestId, now }: Acting): CallActor {
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
