import { hidden } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { signInPath } from "#lib/pages/parts/next";

/** The address in a verification mail. */
export const verifyPath = (link: string) => `/auth/verify?${new URLSearchParams({ link })}`;

/**
 * The owner of the address may not be the person who signed up with it. So the visitor must sign in, which shows that they are that person,
 * or choose a new password.
 */
export const signInFirstPage = (link: string, email: string) =>
  layout({
    title: "Sign in first",
    body: html`<p>Someone signed up with the address <strong>${email}</strong>. If it was you, sign in, and confirm on the next page that the address is yours.</p>
<p><a class="button" href="${signInPath(verifyPath(link))}">Sign in</a></p>
<p class="note">You do not know the password, or it was not you? <a href="/auth/forgot-password">Choose a new password</a>. This also verifies the address, and afterwards only you can sign in.</p>
<p class="note">You do not want an account? Close this page. The address stays unverified.</p>`,
  });

/** The link alone verifies nothing, only this button does: virus scanners open every link in a mail. */
export const verifyPage = (link: string, email: string) =>
  layout({
    title: "Is this your e-mail address?",
    body: html`<p><strong>${email}</strong></p>
<form method="post" action="/auth/verify" class="alone">
${hidden("link", link)}
<button type="submit">Yes, it is mine</button>
</form>
<p class="note">You do not know what this is about? Close this page, and nothing happens.</p>`,
  });

/** Shown after the address was verified. */
export const verifiedPage = (email: string) =>
  layout({
    title: "Thank you",
    body: html`<p role="status">The address <strong>${email}</strong> is verified.</p>
<p><a class="button" href="/app">Continue</a></p>`,
  });

/** For a verification link that is used, expired or unknown. */
export const verifyExpiredPage = () =>
  layout({
    title: "This link has expired",
    status: 400,
    body: html`<p>It was already used, is older than two days, or is incomplete.</p>
<p>Your account shows whether your address is verified. If it is not, you can request a new link there.</p>
<p><a class="button" href="/account">Your account</a></p>`,
  });
