/*
 * A mailed link, good once and not for long. Whoever opens it has the mail, so its e-mail address is his.
 *
 *         pk              sk     cost
 *  link   LINK#<sha256>   LINK   get 1 RCU; removed in the commit that it stands for
 */
import { randomText, type UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";
import { hash } from "./token-text.ts";

const hours = { verifyEmail: 48, resetPassword: 1, invitation: 14 * 24 };
export type Purpose = keyof typeof hours;

export type LinkItem = Item & {
  purpose: Purpose;
  email: string;
  /** None: whoever signs up with that address. */
  userId?: UserId;
  /** The user's when it was made, where it is only good until he has another password. */
  epoch?: number;
  expiresAt: number;
};

const linkKey = (secret: string) => ({ pk: `LINK#${hash(secret)}`, sk: "LINK" });

/** A new link's secret, in its only clear copy. */
export function createChange(
  purpose: Purpose,
  about: Pick<LinkItem, "email" | "userId" | "epoch">,
  now: string,
): { secret: string; change: Change } {
  const secret = randomText(43);
  const expiresAt = expiryIn(hours[purpose] * 3600, now);
  return { secret, change: insert({ ...linkKey(secret), entity: "link", purpose, ...about, expiresAt }) };
}

/** A link that is good now; `remove` it in the commit of what it allows, so that it is good once. */
export async function find(secret: string, purpose: Purpose, now: string): Promise<LinkItem | undefined> {
  const link = await getItem<LinkItem>(linkKey(secret));
  return link?.purpose === purpose && isUnexpired(link, now) ? link : undefined;
}
