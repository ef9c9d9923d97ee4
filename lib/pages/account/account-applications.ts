import { html } from "#lib/pages/parts/html";
import { scopesInWords } from "#lib/pages/parts/scope-list";
import { onDay } from "#lib/pages/parts/times";
import type { Authorization } from "#lib/schemas/identity/client";

/** An authorized application, with a form that revokes its access. */
export const applicationRow = ({
  clientId,
  name,
  homepage,
  scopes,
  authorizedTime,
  lastUsedTime,
}: Authorization) =>
  html`<li>
<h3><bdi>${name}</bdi></h3>
<p><a href="${homepage}" rel="noreferrer">${homepage}</a><br><span class="note">Authorized on ${onDay(authorizedTime)}${
    lastUsedTime !== undefined && html`, last used on ${onDay(lastUsedTime)}`
  }</span></p>
${scopesInWords(scopes)}
<details><summary>Revoke access… <bdi class="hint">${name}</bdi></summary>
<p class="note">All its tokens for your account stop working at once. To get access again, it must ask you again.</p>
<form method="post" action="/account/application/${clientId}/revoke"><button type="submit" class="danger">Revoke access of <bdi>${name}</bdi></button></form>
</details>
</li>`;
