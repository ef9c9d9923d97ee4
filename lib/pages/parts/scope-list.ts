import { scopeWords } from "#lib/schemas/identity/scope-words";
import { allScopes } from "#lib/schemas/identity/scopes";
import { html } from "./html.ts";

/** What scopes let somebody do; a long list is folded. */
export const scopesInWords = (scopes: readonly string[]) =>
  scopes.length === allScopes.length
    ? html`<p>May do everything that you may do.</p>`
    : html`<details><summary>What it may do <span class="hint">(${scopes.length})</span></summary>
<ul>${allScopes.filter((scope) => scopes.includes(scope)).map((scope) => html`<li>${scopeWords[scope]}</li>`)}</ul>
</details>`;
