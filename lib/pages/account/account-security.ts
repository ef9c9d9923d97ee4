import { html } from "#lib/pages/parts/html";
import { atMinute } from "#lib/pages/parts/times";
import type { AccessEntry } from "#lib/schemas/identity/access-log";

/** What happened to the account, in words, the newest first. */
export const securityList = (entries: AccessEntry[]) =>
  html`<p>Each change of what opens your account, for a year. If you do not know one of them, change your password.</p>
${
  entries.length > 0
    ? html`<details><summary>The latest ${entries.length}</summary><ul class="rows">${entries.map(securityRow)}</ul></details>`
    : html`<p class="note">Nothing yet.</p>`
}`;

function securityRow({ time, action, actor, subject, after }: AccessEntry) {
  const network = after?.["network"];
  const name = subject?.name;
  return html`<li>
<h3>${words[action] ?? action}${typeof name === "string" && html` <bdi class="hint">${name}</bdi>`}</h3>
<p class="note">${atMinute(time)}${typeof network === "string" && html`, from ${network}`}${
    actor.via === "service" && html`, by the service or its administrator`
  }${actor.via === "application" && html`, by the application`}</p>
</li>`;
}

/** What is in the log of a person. */
const words: Partial<Record<AccessEntry["action"], string>> = {
  "account.created": "Your account was made",
  "email.verified": "Your e-mail address was verified",
  "password.changed": "Your password was changed, and you were signed out everywhere else",
  "password.reset": "Your password was reset by a mailed link, and you were signed out everywhere",
  "session.began": "Signed in",
  "session.ended": "Signed out",
  "sessions.ended": "Signed out everywhere else",
  "secondFactor.enabled": "The second factor was turned on",
  "secondFactor.disabled": "The second factor was turned off",
  "recoveryCodes.replaced": "New recovery codes were made",
  "recoveryCode.used": "A recovery code was used",
  "provider.linked": "An account of a provider was linked, and can sign in",
  "provider.unlinked": "The account of a provider was unlinked",
  "token.created": "A token was created",
  "token.changed": "A token was changed",
  "token.refreshed": "A token was replaced",
  "token.deleted": "A token was deleted",
  "application.allowed": "You allowed an application",
  "application.ended": "The access of an application ended",
  "application.endedForAll": "The access of your application to all its users ended",
  "application.deleted": "Your application was deleted, and its access to all its users",
  "administrator.made": "You were made an administrator",
  "space.deletedPermanently": "A space of yours was deleted permanently",
};
