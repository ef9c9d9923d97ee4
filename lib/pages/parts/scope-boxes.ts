/* A checkbox for each scope, in collapsed groups: there are too many to show at once on a phone. */
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { allScopes } from "#lib/schemas/identity/scopes";
import { box } from "./choices.ts";
import { aboutGroup, messageFor, type Shown, texts } from "./forms.ts";
import { type Html, html } from "./html.ts";

/** `resources`: the parts of scopes before the bar. */
const groups: readonly [title: string, resources: readonly string[]][] = [
  ["Records", ["record", "table_record_history"]],
  ["Tables", ["table"]],
  ["Fields", ["field"]],
  ["Views", ["view"]],
  ["Bases", ["base"]],
  ["Spaces", ["space"]],
  ["Automations", ["automation"]],
  ["Applications and plugins", ["oauth_client", "plugin"]],
  ["You", ["user", "notification"]],
];

/** The checkboxes of all scopes; a group with a checked scope is open. */
export function scopeBoxes(shown: Shown): Html {
  const typed = texts(shown.values, "scopes");
  return html`<fieldset id="scopes" tabindex="-1"${aboutGroup(shown, "scopes")}>
<legend>Scopes</legend>
${messageFor(shown, "scopes")}
${groups.map(([title, resources]) => {
  const scopes = allScopes
    .filter((scope) => resources.includes(scope.slice(0, scope.indexOf("|"))))
    // scopes that only read come first
    .sort((one, other) => Number(other.endsWith("read")) - Number(one.endsWith("read")));
  const hasTyped = scopes.some((scope) => typed.includes(scope));
  return html`<details class="group"${hasTyped && html` open`}><summary>${title}</summary>
${scopes.map((value) => box("scopes", { value, label: scopeWords[value] }, typed))}
</details>`;
})}
</fieldset>`;
}
