/* On whose behalf, and when: what data modules need to know of a call. */
import type { UserId } from "#lib/schemas/ids";

export interface Caller {
  userId: UserId;
  /** ISO 8601 UTC with milliseconds: one instant for the whole request. */
  now: string;
  /** What the caller's role lets him do with the records of the place. */
  may: RecordPermissions;
}

export interface RecordPermissions {
  read: boolean;
  create: boolean;
  update: boolean;
  delete: boolean;
}
