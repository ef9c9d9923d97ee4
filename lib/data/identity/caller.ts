/* On whose behalf, and when: what data modules need to know of a call. */
import type { UserId } from "#lib/schemas/basics/ids";
import type { IdempotencySlot } from "#lib/store/idempotency-records";

export interface Caller {
  userId: UserId;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** What the caller's role lets him do with the records of the place, and what he came with lets him see. */
  may: Permissions;
  /** Of a request with an Idempotency-Key: what its commit writes besides, see marks.ts. */
  mark?: IdempotencySlot | undefined;
}

export interface Permissions {
  /** Of other people. */
  seeEmails: boolean;
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}
