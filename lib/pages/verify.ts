import { hidden } from "./forms.ts";
import { html } from "./html.ts";
import { layout } from "./layout.ts";

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
