/*
 * An outgoing mail: written in the commit that makes it necessary, sent and removed by functions/mail/send-mail.ts. Its link is made
 * when it is sent, so no secret is stored. The request does not wait for it, so response times do not reveal which accounts exist.
 *
 *  entity  pk         sk    cost
 *  mail    MAIL#<id>  MAIL  + 2 WCU in its commit
 */

import { randomText, type UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { removeItems } from "#lib/store/batch-writes";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item, type Key } from "#lib/store/store";

export type Mail =
  | { kind: "verifyEmail"; to: string; userId: UserId }
  /** Not sent if no user has that address. */
  | { kind: "resetPassword"; to: string }
  /** Names of the inviter and of the space or base, as they were when the mail was requested. */
  | { kind: "invitation"; to: string; from: string; place: string }
  /** An invited user with a verified address, who has joined at once. */
  | { kind: "joined"; to: string; from: string; place: string };
export type MailItem = Item & { mail: Mail; createdTime: string; expiresAt: number };

/** After a day the mail is no longer useful. */
const secondsKept = secondsPerDay;

/** The change that queues a mail. */
export function sendChange(mail: Mail, now: string): Change {
  const expiresAt = expiryIn(secondsKept, now);
  return insert({
    pk: `MAIL#${randomText(16)}`,
    sk: "MAIL",
    entity: "mail",
    mail,
    createdTime: now,
    expiresAt,
  });
}

/** A mail that has not been sent; `undefined` otherwise. */
export const find = (key: Key): Promise<MailItem | undefined> => getItem<MailItem>(key);

/** Removes a mail that was sent, or that has no recipient. */
export const remove = (item: MailItem): Promise<void> => removeItems([item]);
