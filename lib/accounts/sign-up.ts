/* Signing up: the user, a first space that they own, and a session, in one commit. */

import * as links from "#lib/data/identity/links";
import * as mails from "#lib/data/identity/mails";
import { limitNetwork } from "#lib/data/identity/network";
import { hashPassword } from "#lib/data/identity/passwords";
import * as users from "#lib/data/identity/users";
import { isInvitation } from "#lib/data/spaces/accept-link";
import { newSpaceChanges } from "#lib/data/spaces/create-space";
import { type AddressItem, addressKey, joinWaitingChanges, waitingAt } from "#lib/data/spaces/invitations";
import { AppError, invalid } from "#lib/schemas/basics/error";
import { commit, Refused, remove, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { accountEntry } from "./log-account.ts";
import { type SignedIn, startSession } from "./sign-in.ts";
import type { SentFrom } from "./visitor.ts";

interface Newcomer {
  email: string;
  password: string;
  name?: string | undefined;
  defaultSpaceName?: string | undefined;
  inviteCode?: string | undefined;
  /** The path to open afterwards: the page of an invitation link is an invitation too. */
  next?: string | undefined;
  visitor: SentFrom;
}

/** Who may sign up: everyone, or (the default) only invited people. */
export const signUpMode = (): "open" | "invitation" =>
  process.env["GRIDLESS_SIGN_UP"] === "open" ? "open" : "invitation";

/** Throws 403 without an invitation that is needed, 400 for an invalid one, 409 if the address is taken, 429 per network. */
export async function signUp({ visitor, next, ...newcomer }: Newcomer, now: string): Promise<SignedIn> {
  await limitNetwork("sign-up", visitor.sourceIp);
  const { email, inviteCode } = newcomer;
  if (!inviteCode && signUpMode() === "invitation" && !(await isInvitation(next)))
    throw new AppError(
      "restricted_resource",
      "Sign-up is by invitation only: open the link in the invitation mail",
    );
  const invitation = inviteCode === undefined ? undefined : await invitationOf(inviteCode, email, now);
  const passwordHash = await hashPassword(newcomer.password);

  return retryOnConflict(async () => {
    const { user, changes } = users.createChanges(
      { name: nameOf(newcomer), email, passwordHash, ...(invitation && { verifiedTime: now }) },
      now,
    );
    const space = newSpaceChanges(newcomer.defaultSpaceName ?? `${user.name}'s space`, user, now);
    const session = startSession(user, visitor, now);
    const entry = accountEntry(user, "account.created", { after: { isVerified: invitation !== undefined } });
    const proof = invitation
      ? [remove(invitation), ...(await joinWaitingChanges(email, user, now))]
      : [mails.sendChange({ kind: "verifyEmail", to: email, userId: user.id }, now)];
    await commit([...changes, ...space.changes, ...session.changes, ...proof, entry]).catch(
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        const refused = error.changes.map(({ op }, i) => `${op} ${entityOf(error, i)}`);
        if (refused.includes("create email")) throw users.emailTaken(email);
        if (refused.includes("delete link")) throw badInvitation();
        throw error;
      },
    );
    return { user, cookie: session.cookie };
  });
}

function entityOf({ changes }: Refused, i: number): unknown {
  const change = changes[i];
  return change && ("item" in change ? change.item.entity : change.before?.entity);
}

const nameOf = ({ name, email }: Newcomer | Omit<Newcomer, "visitor">) =>
  name ?? email.slice(0, email.lastIndexOf("@"));

/** The link of an invitation mailed to this address. Having it proves that the user owns the address. */
async function invitationOf(code: string, email: string, now: string): Promise<links.MailLinkItem> {
  const link = await links.find(code, "invitation", now);
  if (link?.email.toLowerCase() !== email.toLowerCase()) throw badInvitation();
  // a cancelled invitation does not allow signing up
  const address = signUpMode() === "invitation" && (await getItem<AddressItem>(addressKey(email)));
  if (address !== false && waitingAt(address, now).length === 0) throw badInvitation();
  return link;
}

const badInvitation = () =>
  invalid([{ path: "inviteCode", message: "expired, cancelled, or not for this e-mail address" }]);
