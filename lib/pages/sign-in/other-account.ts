import type { Page } from "#lib/http/definition";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

/** For a mailed link that belongs to another account than the one signed in. */
export const otherAccountPage = (title: string, mailedTo: string, signedInAs: string): Page =>
  layout({
    title,
    status: 403,
    body: html`<p>The link was mailed to <strong>${mailedTo}</strong>, but you are signed in as <strong>${signedInAs}</strong>. Sign out, then open the link again.</p>
<form method="post" action="/account/sign-out"><button type="submit">Sign out</button></form>
<ul class="links"><li><a href="/account">Your account</a></li></ul>`,
  });
