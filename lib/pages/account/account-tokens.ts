import { html } from "#lib/pages/parts/html";
import { scopesInWords } from "#lib/pages/parts/scope-list";
import { onDay } from "#lib/pages/parts/times";

export interface Token {
  id: string;
  name: string;
  scopes: readonly string[];
  /** Names of the spaces and bases that it opens; none: all that its user may open. */
  places: string[] | undefined;
  expiredTime: string;
  lastUsedTime?: string | undefined;
}

export const tokenRow = (token: Token, now: string) => html`<li>
<h3><bdi>${token.name}</bdi></h3>
<dl>
<dt>Opens</dt><dd>${token.places ? token.places.join(", ") : "all that you may open"}</dd>
<dt>${token.expiredTime > now ? "Good until" : "Expired on"}</dt><dd>${onDay(token.expiredTime)}</dd>
<dt>Last used</dt><dd>${token.lastUsedTime === undefined ? "never" : onDay(token.lastUsedTime)}</dd>
</dl>
${scopesInWords(token.scopes)}
<details><summary>Delete… <bdi class="hint">${token.name}</bdi></summary>
<p class="note">Programs that use it stop working at once.</p>
<form method="post" action="/account/token/${token.id}/delete"><button type="submit" class="danger">Delete <bdi>${token.name}</bdi></button></form>
</details>
</li>`;
