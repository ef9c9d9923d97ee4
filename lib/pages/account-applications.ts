import type { Scope } from "#lib/access/scopes";
import { html } from "./html.ts";
import { scopesInWords } from "./scope-list.ts";
import { onDay } from "./times.ts";

export interface Application {
  clientId: string;
  name: string;
  homepage: string;
  scopes: readonly Scope[];
  since: string;
  lastUsedTime?: string | undefined;
}

export const applicationRow = ({ clientId, name, homepage, scopes, since, lastUsedTime }: Application) =>
  html`<li>
<h3>${name}</h3>
<p><a href="${homepage}" rel="noreferrer">${homepage}</a><br><span class="note">Let in on ${onDay(since)}${
    lastUsedTime !== undefined && html`, last used on ${onDay(lastUsedTime)}`
  }</span></p>
${scopesInWords(scopes)}
<details><summary>Lock out… <span class="hint">${name}</span></summary>
<p class="note">All its tokens for you stop working at once. It has to ask you again.</p>
<form method="post" action="/account/application/${clientId}/revoke"><button type="submit" class="danger">Lock out ${name}</button></form>
</details>
</li>`;
