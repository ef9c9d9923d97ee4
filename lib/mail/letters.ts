/* The texts of the mails. Each also says what to do if the recipient did not expect it. */

interface Words {
  subject: string;
  /** Plain text. */
  text: string;
}

export interface Letter extends Words {
  to: string;
}

/** Sends one mail; throws if it was not accepted. */
export type Send = (letter: Letter) => Promise<void>;

/** A link ends in `=` and its secret. */
const address = (origin: string, path: string, secret: string) => `${origin}${path}=${secret}`;

/** `secret`: of a link that verifies the address. */
export const verifyEmail = (origin: string, secret: string): Words => ({
  subject: "Verify your e-mail address for Gridless",
  text: `Open this link to confirm that this e-mail address is yours. You may have to sign in first. The link works once and expires after two days:

${address(origin, "/auth/verify?link", secret)}

If you did not sign up for Gridless, ignore this mail: someone mistyped an address, and it stays unverified.
`,
});

/** `secret`: of a link that lets the user choose a password. */
export const resetPassword = (origin: string, secret: string): Words => ({
  subject: "Choose a new password for Gridless",
  text: `Open this link to choose a new password. The link works once and expires after one hour:

${address(origin, "/auth/choose-password?link", secret)}

If you did not request this, ignore this mail: your password stays the same, and only you have this link.
`,
});

/** For an address without an account. `place`: the name of the space or base. */
export const invitation = (origin: string, secret: string, from: string, place: string): Words => ({
  subject: `${named(from)} invites you to ${named(place)}`,
  text: `${named(from)} invites you to work together in ${named(place)} on Gridless. Sign up with this link, which expires after two weeks:

${address(origin, "/auth/sign-up?invite", secret)}

If you do not know the sender, ignore this mail: nothing happens unless you open the link.
`,
});

/**
 * For an address that has an account but is not verified. The mail holds no link that gives access: the person who signed up with
 * the address may not be its owner.
 */
export const invitationToSignIn = (origin: string, from: string, place: string): Words => ({
  subject: `${named(from)} invites you to ${named(place)}`,
  text: `${named(from)} invites you to work together in ${named(place)} on Gridless. An account with this e-mail address already exists.
To accept, sign in and verify the address. If you do not know the password, choose a new one with "Forgot your password?".

${origin}/account

If you do not know the sender, ignore this mail: nothing happens.
`,
});

/** For an account that was added without an invitation link. `place`: the name of the space or base. */
export const joined = (origin: string, from: string, place: string): Words => ({
  subject: `${named(from)} added you to ${named(place)}`,
  text: `${named(from)} added you to ${named(place)} on Gridless:

${origin}/account

If you do not know the sender, ignore this mail: the members there see your name and this address, and nothing else.
`,
});

/**
 * A name for use in a mail, in quotes. Users choose names freely, so it is cut to one line of 60 characters and broken up where a mail
 * program would make a link of it. Otherwise invitations could be used to send advertisements from a trusted address.
 */
export const named = (name: string): string => {
  const plain = name
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[.:/\\@](?=\S)/g, "$& ")
    .trim();
  const characters = Array.from(plain);
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join("").trim()}…` : plain}”`;
};
