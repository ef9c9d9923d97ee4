/*
 * A mail that is to go out: written in the commit that makes it necessary, sent and removed by functions/mail/send-mail.ts. Its link is made
 * only then, so that no secret is stored; and whoever asks for a mail does not wait, so time tells nothing of who has an account.
 *
 *         pk           sk     cost
 *  mail   MAIL#<id>    MAIL   + 2 WCU in the commit it belongs to
 */
import { randomText, type UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item, type Key, removeItems } from "#lib/store/store";

export type Mail =
  | { kind: "verifyEmail"; to: string; userId: UserId }
  /** There may be nobody with that address: then none is sent. */
  | { kind: "resetPassword"; to: string }
  /** The person's and the place's names as they were then. */
  | { kind: "invitation"; to: string; from: string; place: string }
  /** Somebody has joined at once. */
  | { kind: "joined"; to: string; from: string; place: string };
export type MailItem = Item & { mail: Mail; createdTime: string; expiresAt: number };

/** After a day nobody waits for it any more. */
const secondsKept = 24 * 3600;

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

/** One that is still to be sent. */
export const find = (key: Key): Promise<MailItem | undefined> => getItem<MailItem>(key);

/** It was sent, or nobody is to get it. */
export const remove = (item: MailItem): Promise<void> => removeItems([item]);
