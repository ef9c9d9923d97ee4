/* The caller of a request, as the data modules need it: user, time and permissions. */
import type { BaseId, UserId } from "#lib/schemas/basics/ids";
import type { RequestInfo } from "#lib/store/idempotency-records";

/** The id of anonymous visitors of a share, used instead of a user's. */
export const visitorId = "usr" as UserId;

export interface Caller extends RequestInfo {
  userId: UserId;
  /** The window that sent the request (`X-Window-Id`): its operations can be undone there. */
  windowId?: string | undefined;
  /** Set if the answer to a write has the records without their cells (`Prefer: return=minimal`). */
  minimal?: { projection: [] } | undefined;
  /** The time that formulas use, if it is not the present one: all pages of a list use the same. */
  instant?: string;
  /** What the caller's role and credentials allow on the records of this space or base. */
  may: Permissions;
  /** Whether the caller's role and credentials allow reading records in a base, of the path or another one. If absent, they do not. */
  mayReadIn?: (baseId: BaseId) => Promise<boolean>;
}

export interface Permissions {
  /** E-mail addresses of other users. */
  seeEmails: boolean;
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}

/** The caller for work on behalf of a person who was allowed to start it. */
export const starterOf = ({ createdBy }: { createdBy: UserId }, seeEmails = false): Caller => ({
  userId: createdBy,
  now: new Date().toISOString(),
  may: { seeEmails, read: true, create: true, update: true, delete: true },
  mayReadIn: async () => true,
});
