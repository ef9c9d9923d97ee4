import type { Page } from "#lib/http/definition";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

/** A mailed link that is not for the account that one is signed in to. */
export const otherAccountPage = (title: string, mailedTo: string, signedInAs: string): Page =>
  layout({
    title,
    status: 403,
    body: html`<p>It was mailed to <strong>${mailedTo}</strong>, and you are signed in as <strong>${signedInAs}</strong>. Sign out, then open the link again.</p>
<form method="post" action="/account/sign-out"><button type="submit">Sign out</button></form>
<ul class="links"><li><a href="/account">Your account</a></li></ul>`,
  });
