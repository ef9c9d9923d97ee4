/*
 * The access log of a space, and the security log of a person: who changed access, when and how. An entry is written by the commit of the
 * change itself, so both are there or neither. Nothing changes an entry.
 *
 *  entity       pk                           sk  cost
 *  accessEntry  ACCESSLOG#<space> | ACCESSLOG#<user>  …   <time><random>, counting down: + 2 WCU for each KB in the commit of the change; a page 1 Query
 *
 * Entries go after a year, and those of a space with it (cleanup/clear-space.ts). Its partition is written as often as that of the space,
 * and read by owners only. An entry holds no secret, no address of a share, and of a webhook's address only the host.
 */
import type { CallActor } from "#lib/data/identity/acting";
import { currentActor } from "#lib/data/identity/actor";
import { newestFirst } from "#lib/data/identity/counting-down";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { AccessAction, AccessEntry } from "#lib/schemas/identity/access-log";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import type { Item } from "#lib/store/store";

/** How long an entry is kept. */
const secondsKept = 365 * secondsPerDay;

export type AccessEntryItem = Item & {
  time: string;
  action: AccessAction;
  by: Omit<CallActor, "now" | "requestId">;
  place?: NonNullable<AccessEntry["place"]>;
  subject?: Subject;
  before?: Details;
  after?: Details;
  requestId?: string;
  expiresAt: number;
};

/** On whom or on what something was done. */
export interface Subject {
  type: NonNullable<AccessEntry["subject"]>["type"];
  id: string;
  name?: string | undefined;
  tableId?: string;
}

export type Details = Record<string, unknown>;

/** What an entry says, besides who and when. */
export interface Told {
  place?: NonNullable<AccessEntry["place"]>;
  subject?: Subject;
  before?: Details;
  after?: Details;
}

export const logOf = (id: SpaceId | UserId): string => `ACCESSLOG#${id}`;

/** The change that adds an entry to the log of a space or person. `actor` must be named already. */
export function entryChange(
  id: SpaceId | UserId,
  action: AccessAction,
  told: Told,
  { now: time, requestId, ...by }: CallActor = currentActor(),
): Change {
  return insert({
    pk: logOf(id),
    sk: newestFirst(time),
    entity: "accessEntry",
    ...{ time, action, by },
    ...told,
    ...(requestId !== undefined && { requestId }),
    expiresAt: expiryIn(secondsKept, time),
  });
}
