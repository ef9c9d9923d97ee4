/* Everything about oneself on one page: forms only, each with an address of its own. */

import { empty } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import type { Authorization } from "#lib/schemas/identity/client";
import { applicationRow } from "./account-applications.ts";
import { type Token, tokenRow } from "./account-tokens.ts";
import { nameForm } from "./change-name.ts";
import { passwordForm } from "./change-password.ts";

export interface Account {
  me: Person;
  now: string;
  /** The newest first. */
  tokens: Token[];
  applications: Authorization[];
  /** What was just done. */
  done: string | undefined;
}
interface Person {
  name: string;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
}

export const accountPage = ({ me, now, tokens, applications, done }: Account) =>
  layout({
    title: "Your account",
    wide: true,
    body: html`${notice(done)}
${about(me)}
${section(
  "tokens",
  "Access tokens",
  html`<p>A program shows one with every call, and may then do in your name what the token allows. How: <a href="/docs">documentation</a>.</p>
${tokens.length > 0 ? html`<ul class="rows">${tokens.map((token) => tokenRow(token, now))}</ul>` : html`<p class="note">You have none.</p>`}
<p><a class="button" href="/account/token">Make a token</a></p>`,
)}
${section(
  "applications",
  "Applications",
  applications.length > 0
    ? html`<p>These may act in your name, because you let them in.</p><ul class="rows">${applications.map(applicationRow)}</ul>`
    : html`<p class="note">You have let none in. An application asks you on a page like this one, with all that it wants to do.</p>`,
)}`,
  });

const section = (id: string, title: string, body: Html) =>
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}
</section>`;

const about = (me: Person) =>
  section(
    "you",
    "You",
    html`<dl>
<dt>Name</dt><dd>${me.name}</dd>
<dt>E-mail</dt><dd>${me.email}${me.emailVerified && html` <span class="hint">verified</span>`}</dd>
</dl>
${
  !me.emailVerified &&
  html`<form method="post" action="/account/verification">
<p>We do not know yet that this address is yours: open the link that we mailed to it. Until then nobody’s invitation reaches you.</p>
<p><button type="submit" class="quiet">Send me the link again</button></p>
</form>`
}
<details><summary>Change your name</summary>${nameForm(empty(), me.name)}</details>
<details><summary>Change your password</summary>${
      me.hasPassword
        ? passwordForm(empty(), me.email)
        : html`<p>You have none yet. <a href="/auth/forgot-password">Get a link</a> to choose one.</p>`
    }</details>
<form method="post" action="/account/sign-out"><button type="submit" class="quiet">Sign out</button></form>`,
  );

const dones: Readonly<Record<string, string>> = {
  name: "Your name is changed.",
  password: "Your password is changed. Wherever else you were signed in, you are signed out.",
  verification: "The link is on its way to you.",
  token: "The token is deleted.",
  application: "The application is out: its tokens are good for nothing now.",
};
const notice = (done: string | undefined) => {
  const text = done !== undefined && Object.hasOwn(dones, done) ? dones[done] : undefined;
  return text !== undefined && html`<p class="notice" role="status">${text}</p>`;
};
