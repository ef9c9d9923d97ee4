/* The recipient of a mail and its link, both determined when it is sent: the link's secret is only in the mail. */

import * as links from "#lib/data/identity/links";
import type { Mail } from "#lib/data/identity/mails";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { commit } from "#lib/store/commit";

/** The path of a link that sets a password, for an administrator who passes it on in person. */
export async function createPasswordLink({ id, email, epoch }: UserItem, now: string): Promise<string> {
  const { secret, change } = links.createChange("resetPassword", { email, userId: id, epoch }, now);
  await commit([change]);
  return `/auth/choose-password?link=${secret}`;
}

type Recipient = Pick<links.MailLinkItem, "email" | "userId" | "epoch">;

export interface Addressed {
  to: string;
  /** The link's secret, the only clear copy. Absent for users who have an account and only need to sign in. */
  secret?: string;
}

/** `undefined` if the mail must not be sent: no such user, address already verified, or mails switched off. */
export async function findAddressee(mail: Mail, now: string): Promise<Addressed | undefined> {
  const recipient = await recipientOf(mail);
  if (!recipient) return undefined;
  if (mail.kind === "joined" || (mail.kind === "invitation" && recipient.userId))
    return { to: recipient.email };
  const { secret, change } = links.createChange(mail.kind, recipient, now);
  await commit([change]);
  return { to: recipient.email, secret };
}

async function recipientOf(mail: Mail): Promise<Recipient | undefined> {
  if (mail.kind === "verifyEmail") {
    const user = await users.find(mail.userId);
    return user && !user.verifiedTime ? { email: user.email, userId: user.id } : undefined;
  }
  const user = await users.findByEmail(mail.to);
  if (mail.kind === "joined" && !user?.notifyMeta.email) return undefined;
  // the mail is sent to the stored form of the address, not to the form in the request
  if (user) return { email: user.email, userId: user.id, epoch: user.epoch };
  return mail.kind === "invitation" ? { email: mail.to } : undefined;
}
