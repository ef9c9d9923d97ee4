/* The page of the user's own account: profile, sessions, tokens and authorized applications. Each form posts to its own address. */

import { empty } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { onDay } from "#lib/pages/parts/times";
import type { AccessEntry } from "#lib/schemas/identity/access-log";
import { type Application, applicationRow } from "./account-applications.ts";
import { providerSection, type ShownProvider } from "./account-provider.ts";
import { securityList } from "./account-security.ts";
import { type ShownSession, sessionList } from "./account-sessions.ts";
import { type Token, tokenRow } from "./account-tokens.ts";
import { nameForm } from "./change-name.ts";
import { passwordForm } from "./change-password.ts";

export interface Account {
  me: Person;
  now: string;
  /** The newest first. */
  tokens: Token[];
  applications: Application[];
  /** The newest first; one of them is this one. */
  sessions: ShownSession[];
  /** The outside provider of this service, if there is one. */
  provider: ShownProvider | undefined;
  /** The latest entries of the security log, the newest first. */
  security: AccessEntry[];
  /** What the last form did: a key of `notices`. */
  done: string | undefined;
}
interface Person {
  name: string;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
  /** Since when signing in needs a code; ISO 8601. */
  secondFactorTime: string | undefined;
}

/** The page at /account. */
export const accountPage = ({ me, now, tokens, applications, sessions, provider, security, done }: Account) =>
  layout({
    title: "Your account",
    wide: true,
    body: html`${notice(done)}
<p><a class="button" href="/app">Your tables</a></p>
${about(me, provider)}
${provider && section("provider", `Signing in with ${provider.name}`, providerSection(provider, me.hasPassword))}
${section("sessions", "Where you are signed in", sessionList(sessions))}
${section("security", "Security log", securityList(security))}
${section(
  "tokens",
  "Access tokens",
  html`<p>A program sends a token with every call, and can then do on your behalf what the token allows. See the <a href="/docs">documentation</a>.</p>
${tokens.length > 0 ? html`<ul class="rows">${tokens.map((token) => tokenRow(token, now))}</ul>` : html`<p class="note">You have no tokens.</p>`}
<p><a class="button" href="/account/token">Create a token</a></p>`,
)}
${section(
  "applications",
  "Applications",
  applications.length > 0
    ? html`<p>You allowed these applications to act on your behalf.</p><ul class="rows">${applications.map(applicationRow)}</ul>`
    : html`<p class="note">You have not authorized any application. An application asks for your permission on a page that lists everything it wants to do.</p>`,
)}`,
  });

const section = (id: string, title: string, body: Html) =>
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${body}
</section>`;

/** What signing in needs. */
const needs = (me: Person, provider: ShownProvider | undefined) => {
  const first = provider?.linked
    ? me.hasPassword
      ? `your password or ${provider.name}`
      : provider.name
    : "your password";
  return me.secondFactorTime === undefined
    ? `Signing in needs ${first} alone.`
    : html`Signing in needs ${first} and a code since ${onDay(me.secondFactorTime)}.`;
};

const about = (me: Person, provider: ShownProvider | undefined) =>
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
<p>This address is not verified yet. Open the link that we mailed to it. Until then, you cannot receive invitations.</p>
<p><button type="submit" class="quiet">Send the link again</button></p>
</form>`
}
<p>${needs(me, provider)} <a href="/account/second-factor">Second factor</a></p>
<details><summary>Change your name</summary>${nameForm(empty(), me.name)}</details>
<details><summary>Change your password</summary>${
      me.hasPassword
        ? passwordForm(empty(), me.email)
        : html`<p>You have no password yet. <a href="/auth/forgot-password">Get a link</a> to choose one.</p>`
    }</details>
<form method="post" action="/account/sign-out"><button type="submit" class="quiet">Sign out</button></form>`,
  );

const notices: Readonly<Record<string, string>> = {
  name: "Your name was changed.",
  password: "Your password was changed. You were signed out everywhere else.",
  session: "The session was ended.",
  sessions: "You were signed out everywhere else.",
  "second-factor": "Signing in needs a code too from now on.",
  "second-factor-off": "Signing in needs no code from now on.",
  linked: "Your account is linked.",
  unlinked: "Your account is no longer linked. Your password signs you in.",
  verification: "We sent you the link.",
  token: "The token was deleted.",
  application: "The access of the application was revoked. Its tokens no longer work.",
};
const notice = (done: string | undefined) => {
  const text = done !== undefined && Object.hasOwn(notices, done) ? notices[done] : undefined;
  return text !== undefined && html`<p class="notice" role="status">${text}</p>`;
};
