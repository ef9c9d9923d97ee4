import { html } from "#lib/pages/parts/html";
import { scopesInWords } from "#lib/pages/parts/scope-list";
import { onDay } from "#lib/pages/parts/times";
import type { Authorization } from "#lib/schemas/identity/client";
import { readingOf } from "#lib/schemas/identity/scopes";

/** An authorized application with the names of the places that it reaches. */
export type Application = Omit<Authorization, "access"> & { access: Access[] };

interface Access {
  scopes: string[];
  /** Undefined: everything that its user can access. */
  places: string[] | undefined;
}

/** An authorized application, with a form that revokes its access. Of one that no person registered the homepage is not shown, because it is not checked. */
export const applicationRow = ({
  clientId,
  name,
  homepage,
  unverified,
  scopes,
  access,
  authorizedTime,
  lastUsedTime,
}: Application) =>
  html`<li>
<h3><bdi>${name}</bdi>${unverified && html` (unverified)`}</h3>
<p>${!unverified && html`<a href="${homepage}" rel="noreferrer">${homepage}</a><br>`}<span class="note">Authorized on ${onDay(authorizedTime)}${
    lastUsedTime !== undefined && html`, last used on ${onDay(lastUsedTime)}`
  }</span></p>
<dl>
<dt>Access to</dt>${access.length > 0 ? access.map(accessRow) : html`<dd>nothing now: its tokens have ended</dd>`}
</dl>
${scopesInWords(scopes)}
<details><summary>Revoke access… <bdi class="hint">${name}</bdi></summary>
<p class="note">All its tokens for your account stop working at once. To get access again, it must ask you again.</p>
<form method="post" action="/account/application/${clientId}/revoke"><button type="submit" class="danger">Revoke access of <bdi>${name}</bdi></button></form>
</details>
</li>`;

/** A line for each set of places: their names, and "read only" if the application can change nothing there. */
const accessRow = ({ scopes, places }: Access) =>
  html`<dd>${places ? places.join(", ") : "everything that you can access"}${
    readingOf(scopes).length === scopes.length && html` <span class="hint">read only</span>`
  }</dd>`;
