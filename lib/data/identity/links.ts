/*
 * A mailed link: it works once, and expires. Opening it proves that the user owns the e-mail address.
 *
 *  entity    pk             sk    cost
 *  mailLink  LINK#<sha256>  LINK  get 1 RCU; removed in the commit that uses it
 */

import { randomText, type UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay, secondsPerHour } from "#lib/schemas/basics/time-units";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";
import { hash } from "./token-text.ts";
import type { ProviderIdentity } from "./users.ts";

const secondsKept = {
  verifyEmail: 2 * secondsPerDay,
  resetPassword: secondsPerHour,
  // of no mail: it stands for a password that was right, until the code of the second factor is sent too
  secondFactor: secondsPerHour / 6,
  // of no mail: it stands for an identity at a provider, until the password of the account is sent that it shall be linked to
  identity: secondsPerHour / 6,
  invitation: 14 * secondsPerDay,
};
export type Purpose = keyof typeof secondsKept;

export type MailLinkItem = Item & {
  purpose: Purpose;
  email: string;
  /** Absent: for a user who has yet to sign up with that address. */
  userId?: UserId;
  /** The user's epoch when the link was made; a new password then makes the link invalid. */
  epoch?: number;
  /** To be linked to the user in the commit that uses the link. */
  identity?: ProviderIdentity;
  expiresAt: number;
};

const linkKey = (secret: string) => ({ pk: `LINK#${hash(secret)}`, sk: "LINK" });

/** A new link: its secret (the only clear copy) and the change that stores it. */
export function createChange(
  purpose: Purpose,
  about: Pick<MailLinkItem, "email" | "userId" | "epoch" | "identity">,
  now: string,
): { secret: string; change: Change } {
  const secret = randomText(43);
  const expiresAt = expiryIn(secondsKept[purpose], now);
  return { secret, change: insert({ ...linkKey(secret), entity: "mailLink", purpose, ...about, expiresAt }) };
}

/** A valid link, or `undefined`. `remove` it in the commit that uses it, so that it works only once. */
export async function find(secret: string, purpose: Purpose, now: string): Promise<MailLinkItem | undefined> {
  const link = await getItem<MailLinkItem>(linkKey(secret));
  return link?.purpose === purpose && isUnexpired(link, now) ? link : undefined;
}
