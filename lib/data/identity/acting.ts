/*
 * The running call, for those who ask who acts (actor.ts). It goes along with the asynchronous calls of a request, so that no function passes
 * it on and none can leave it out. It decides nothing: who may do what is decided by lib/http/authorize.ts. A module of its own, because
 * every function has it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Via } from "#lib/schemas/identity/access-log";
import type { Session } from "./sessions.ts";

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
export interface ActingCall {
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

export const actingCalls = new AsyncLocalStorage<ActingCall>();

/** Runs a call that acts on behalf of someone. */
export const withActor = <Answer>(call: ActingCall, work: () => Answer): Answer =>
  actingCalls.run(call, work);
