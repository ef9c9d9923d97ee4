/* Who sends a form, and what they may do with it. */
import type { Caller } from "#lib/data/identity/caller";
import { anonymous } from "#lib/data/records/people";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Share } from "./shares.ts";

export interface Sender {
  /** Only if the visitor has signed in. */
  userId: UserId | undefined;
  sourceIp: string;
  now: string;
}

/** The caller who makes records and files: anonymous, unless the form records who submits it. */
export const senderCaller = ({ view }: Share, { userId, now }: Sender): Caller => ({
  userId: (view.shareMeta?.submit?.requireLogin && userId) || anonymous.id,
  now,
  may: { seeEmails: false, read: true, create: true, update: true, delete: true },
});

/** The caller as whom answers are read: anonymous always. */
export const readingCaller = (share: Share, { now }: Sender): Caller =>
  senderCaller(share, { userId: undefined, sourceIp: "", now });
