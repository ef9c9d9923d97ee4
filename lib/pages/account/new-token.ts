import { boxes, radios } from "#lib/pages/parts/choices";
import { field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { backToAccount, layout } from "#lib/pages/parts/layout";
import { scopeBoxes } from "#lib/pages/parts/scope-boxes";
import { onDay } from "#lib/pages/parts/times";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { scopeChoices, tokenDays } from "#lib/schemas/identity/token-form";
import { commandOrigin, handOverAsked, handOverInputs, handOverQuestion, refusal } from "./hand-over.ts";

const title = "Create a token";
const labels = { name: "Name", scopes: "What it may do", places: "What it can access" };

const days: Record<(typeof tokenDays)[number], string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
};
const may: Record<(typeof scopeChoices)[number], { label: string; hint?: string }> = {
  read: { label: "Read only", hint: "See everything, change nothing." },
  write: {
    label: "Read and write",
    hint: "Also change the contents of bases: tables, fields, views and records.",
  },
  everything: {
    label: "Everything",
    hint: "All that you may do, including bases, members and applications.",
  },
  chosen: { label: "Only what I choose" },
};

interface Place {
  id: string;
  name: string;
  spaceId?: string;
}

interface SignedIn {
  name: string;
  email: string;
}

/** The form for a new token, perhaps for a command that asks. `places`: the spaces and bases that the user can access. */
export function newTokenPage(shown: Shown, user: SignedIn | undefined, places: readonly Place[]) {
  const asked = user && handOverAsked(shown);
  const spaceNames = new Map(places.map(({ id, name }) => [id, name]));
  const choices = places.map(({ id, name, spaceId }) => ({
    value: id,
    label: name,
    hint: spaceId
      ? `base${spaceNames.has(spaceId) ? ` in ${spaceNames.get(spaceId)}` : ""}`
      : "space, with all its bases",
  }));
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    // the form leads to the command by a redirect
    formsLeadTo: asked ? [commandOrigin(asked)] : [],
    body: html`${problemAbove(shown, labels)}${asked && user && handOverQuestion(asked, user)}
<form method="post" action="/account/token" class="alone">
${asked && handOverInputs(asked)}${field(shown, { name: "name", label: labels.name, hint: "What is the token for? You will see this name in your account.", autocomplete: "off", maxLength: 255 })}
${radios(shown, {
  name: "may",
  legend: labels.scopes,
  choices: scopeChoices.map((value) => ({ value, ...may[value] })),
  chosen: "read",
  opened: scopeBoxes(shown),
})}
${radios(shown, {
  name: "reach",
  legend: labels.places,
  choices: [
    { value: "all", label: "Everything that I can access", hint: "Including spaces and bases added later." },
    { value: "chosen", label: "Only what I choose" },
  ],
  chosen: "all",
  opened:
    choices.length > 0
      ? boxes(shown, { name: "places", legend: "Which?", choices })
      : html`<p class="note">You have no spaces or bases yet.</p>`,
})}
${radios(shown, {
  name: "days",
  legend: "Expires after",
  choices: tokenDays.map((value) => ({ value, label: days[value] })),
  chosen: "30",
})}
<button type="submit">${asked ? "Create the token and hand it over" : "Create the token"}</button>
</form>
${asked ? refusal(asked) : backToAccount}`,
  });
}

/** Shows a new token. No other page can show it: only its hash is stored. */
export const madeTokenPage = ({
  name,
  token,
  expiredTime,
}: {
  name: string;
  token: string;
  expiredTime: string;
}) =>
  layout({
    title: "Your new token",
    body: html`<p class="notice" role="status">Copy the token now. It will not be shown again.</p>
<div class="field">
<label for="token">Token “<bdi>${name}</bdi>”</label>
<input class="secret" id="token" type="text" value="${token}" readonly autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<p class="hint" id="token-hint">Expires on ${onDay(expiredTime)}. Anyone who has the token can do what it allows. Keep it as safe as a password.</p>
</div>
<h2>Try it</h2>
<pre tabindex="0" aria-label="Command"><code>curl ${publicOrigin()}/auth/user -H 'authorization: Bearer ${token}'</code></pre>
<p>The response says who you are. In the <a href="/docs#token=${token}">documentation</a> you can try every call with it.</p>
<p><a class="button" href="/account">I have copied it</a></p>`,
  });
