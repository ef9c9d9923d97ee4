import { hidden } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { signInPath } from "#lib/pages/parts/next";

export const verifyPath = (link: string) => `/auth/verify?${new URLSearchParams({ link })}`;

/** Whoever has the mail need not be who signed up with its address: the password shows that he is, or he chooses one. */
export const signInFirstPage = (link: string, email: string) =>
  layout({
    title: "Sign in first",
    body: html`<p>Somebody signed up as <strong>${email}</strong>. If it was you, sign in, and confirm on the next page that the address is yours.</p>
<p><a class="button" href="${signInPath(verifyPath(link))}">Sign in</a></p>
<p class="note">You do not know the password, or it was not you? <a href="/auth/forgot-password">Choose a new one</a>: this verifies the address too, and nobody else can sign in any more.</p>
<p class="note">You want no account? Then close this page, and the address stays unverified.</p>`,
  });

/** A button, as programs that look for viruses in mails open every link. */
export const verifyPage = (link: string, email: string) =>
  layout({
    title: "Is this your e-mail address?",
    body: html`<p><strong>${email}</strong></p>
<form method="post" action="/auth/verify" class="alone">
${hidden("link", link)}
<button type="submit">Yes, it is mine</button>
</form>
<p class="note">You do not know what this is about? Then close this page, and nothing happens.</p>`,
  });

export const verifiedPage = (email: string) =>
  layout({
    title: "Thank you",
    body: html`<p role="status">We know now that <strong>${email}</strong> is yours.</p>
<p><a class="button" href="/account">Go on</a></p>`,
  });

export const verifyExpiredPage = () =>
  layout({
    title: "This link is not good any more",
    status: 400,
    body: html`<p>It was used, is older than two days, or is not complete. If you have verified your address already, all is well.</p>
<p>Your account shows whether you have, and sends you a new link.</p>
<p><a class="button" href="/account">Your account</a></p>`,
  });
