import { html } from "#lib/pages/parts/html";
import { scopesInWords } from "#lib/pages/parts/scope-list";
import { onDay } from "#lib/pages/parts/times";

export interface Token {
  id: string;
  name: string;
  scopes: readonly string[];
  /** Names of the spaces and bases it gives access to; undefined: everything that its user can access. */
  places: string[] | undefined;
  /** ISO 8601. */
  expiredTime: string;
  lastUsedTime?: string | undefined;
}

/** A token, with a form that deletes it. `now`: ISO 8601. */
export const tokenRow = (token: Token, now: string) => html`<li>
<h3><bdi>${token.name}</bdi></h3>
<dl>
<dt>Access to</dt><dd>${token.places ? token.places.join(", ") : "everything that you can access"}</dd>
${expiry(token.expiredTime, now)}
<dt>Last used</dt><dd>${token.lastUsedTime === undefined ? "never" : onDay(token.lastUsedTime)}</dd>
</dl>
${scopesInWords(token.scopes)}
<details><summary>Delete… <bdi class="hint">${token.name}</bdi></summary>
<p class="note">Programs that use it stop working at once.</p>
<form method="post" action="/account/token/${token.id}/delete"><button type="submit" class="danger">Delete <bdi>${token.name}</bdi></button></form>
</details>
</li>`;

function expiry(time: string, now: string) {
  // the token of npm start has the last day that a time can have: it never expires
  if (time.startsWith("9999-12-31")) return html`<dt>Expires</dt><dd>never</dd>`;
  return html`<dt>${time > now ? "Expires on" : "Expired on"}</dt><dd>${onDay(time)}</dd>`;
}
