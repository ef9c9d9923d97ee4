import { html } from "#lib/pages/parts/html";
import { scopesInWords } from "#lib/pages/parts/scope-list";
import { onDay } from "#lib/pages/parts/times";
import type { Authorization } from "#lib/schemas/identity/client";

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
<p><a href="${homepage}" rel="noreferrer">${homepage}</a><br><span class="note">Let in on ${onDay(authorizedTime)}${
    lastUsedTime !== undefined && html`, last used on ${onDay(lastUsedTime)}`
  }</span></p>
${scopesInWords(scopes)}
<details><summary>Lock out… <bdi class="hint">${name}</bdi></summary>
<p class="note">All its tokens for you stop working at once. It has to ask you again.</p>
<form method="post" action="/account/application/${clientId}/revoke"><button type="submit" class="danger">Lock out <bdi>${name}</bdi></button></form>
</details>
</li>`;
