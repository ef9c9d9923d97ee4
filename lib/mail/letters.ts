/* What the mails say: short, plain, and what to do for whoever did not ask for one. */

interface Words {
  subject: string;
  /** Plain text. */
  text: string;
}

export interface Letter extends Words {
  to: string;
}

export type Send = (letter: Letter) => Promise<void>;

/** The secret of a mailed link is what stands behind the `=`. */
const address = (origin: string, path: string, secret: string) => `${origin}${path}=${secret}`;

export const verifyEmail = (origin: string, secret: string): Words => ({
  subject: "Verify your e-mail address for Gridless",
  text: `Open this link to show that this e-mail address is yours, and sign in if you are not. It is good once, for two days:

${address(origin, "/auth/verify?link", secret)}

If you have not signed up at Gridless, do nothing: somebody mistyped an address, and without the link it stays unverified.
`,
});

export const resetPassword = (origin: string, secret: string): Words => ({
  subject: "Choose a new password for Gridless",
  text: `Open this link to choose a new password. It is good once, for an hour:

${address(origin, "/auth/choose-password?link", secret)}

If you have not asked for it, do nothing: your password stays as it is, and nobody but you has this link.
`,
});

export const invitation = (origin: string, secret: string, from: string, place: string): Words => ({
  subject: `${named(from)} invites you to ${named(place)}`,
  text: `${named(from)} invites you to work together in ${named(place)} on Gridless. Sign up with this link, good for two weeks:

${address(origin, "/auth/sign-up?invite", secret)}

If you do not know who that is, do nothing: without the link nothing happens.
`,
});

/** No link lets him in: whoever signed up with this address need not be who has the mail. */
export const invitationToSignIn = (origin: string, from: string, place: string): Words => ({
  subject: `${named(from)} invites you to ${named(place)}`,
  text: `${named(from)} invites you to work together in ${named(place)} on Gridless. There is an account with this e-mail address: sign in
and have the address verified there, and it is yours. If you never chose a password, have it reset.

${origin}/account

If you do not know who that is, do nothing: nothing happens then.
`,
});

export const joined = (origin: string, from: string, place: string): Words => ({
  subject: `${named(from)} added you to ${named(place)}`,
  text: `${named(from)} added you to ${named(place)} on Gridless:

${origin}/account

If you do not know who that is, do nothing: whoever works there sees your name and this address, and nothing else of yours.
`,
});

/**
 * Names are anybody's: in one line, short, and with nothing in them that a mail program makes a link of, or this would be a
 * way to mail advertisements from an address that people trust.
 */
export const named = (name: string): string => {
  const plain = name
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .replace(/[.:/\\@](?=\S)/g, "$& ")
    .trim();
  const characters = Array.from(plain);
  return `“${characters.length > 60 ? `${characters.slice(0, 60).join("").trim()}…` : plain}”`;
};
