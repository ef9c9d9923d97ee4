/* On whose behalf, and when: what data modules need to know of a call. */
import type { UserId } from "#lib/schemas/basics/ids";
import type { RequestInfo } from "#lib/store/idempotency-records";

export interface Caller extends RequestInfo {
  userId: UserId;
  /** What the caller's role lets him do with the records of the place, and what he came with lets him see. */
  may: Permissions;
}

export interface Permissions {
  /** Of other people. */
  seeEmails: boolean;
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}
