/* To whom a mail goes by the time it is sent, and the link that it needs, made only then: its secret is in the mail and nowhere else. */

import * as links from "#lib/data/identity/links";
import type { Mail } from "#lib/data/identity/mails";
import type { UserItem } from "#lib/data/identity/users";
import * as users from "#lib/data/identity/users";
import { commit } from "#lib/store/commit";

/** The path of a link that sets a password, for whoever hands it over himself. */
export async function createPasswordLink({ id, email, epoch }: UserItem, now: string): Promise<string> {
  const { secret, change } = links.createChange("resetPassword", { email, userId: id, epoch }, now);
  await commit([change]);
  return `/auth/choose-password?link=${secret}`;
}

type About = Pick<links.LinkItem, "email" | "userId" | "epoch">;

export interface Addressed {
  to: string;
  /** The link's only clear copy; none to who has joined, or is invited and has an account already: he signs in. */
  secret?: string;
}

/** Nothing where nobody is to get the mail: there is no such person, his address is verified already, or he wants none. */
export async function findAddressee(mail: Mail, now: string): Promise<Addressed | undefined> {
  const about = await aboutOf(mail);
  if (!about) return undefined;
  if (mail.kind === "joined" || (mail.kind === "invitation" && about.userId)) return { to: about.email };
  const { secret, change } = links.createChange(mail.kind, about, now);
  await commit([change]);
  return { to: about.email, secret };
}

async function aboutOf(mail: Mail): Promise<About | undefined> {
  if (mail.kind === "verifyEmail") {
    const user = await users.find(mail.userId);
    return user && !user.verifiedTime ? { email: user.email, userId: user.id } : undefined;
  }
  const user = await users.findByEmail(mail.to);
  if (mail.kind === "joined" && !user?.notifyMeta.email) return undefined;
  // to the address as its owner wrote it, not as whoever asked did
  if (user) return { email: user.email, userId: user.id, epoch: user.epoch };
  return mail.kind === "invitation" ? { email: mail.to } : undefined;
}
