/* Every scope with a box, folded into groups: there are too many for a phone to show at once. */
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { allScopes } from "#lib/schemas/identity/scopes";
import { box } from "./choices.ts";
import { aboutGroup, messageFor, type Shown, texts } from "./forms.ts";
import { type Html, html } from "./html.ts";

/** What stands before the bar in a scope. */
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

export function scopeBoxes(shown: Shown): Html {
  const typed = texts(shown.values, "scopes");
  return html`<fieldset id="scopes" tabindex="-1"${aboutGroup(shown, "scopes")}>
<legend>What exactly?</legend>
${messageFor(shown, "scopes")}
${groups.map(([title, resources]) => {
  const scopes = allScopes
    .filter((scope) => resources.includes(scope.slice(0, scope.indexOf("|"))))
    // what only looks comes first
    .sort((one, other) => Number(other.endsWith("read")) - Number(one.endsWith("read")));
  const hasTyped = scopes.some((scope) => typed.includes(scope));
  return html`<details class="group"${hasTyped && html` open`}><summary>${title}</summary>
${scopes.map((value) => box("scopes", { value, label: scopeWords[value] }, typed))}
</details>`;
})}
</fieldset>`;
}
