import { publicOrigin } from "#lib/http/public-origin";
import { boxes, radios } from "#lib/pages/parts/choices";
import { field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { backToAccount, layout } from "#lib/pages/parts/layout";
import { scopeBoxes } from "#lib/pages/parts/scope-boxes";
import { onDay } from "#lib/pages/parts/times";
import { scopeChoices, tokenDays } from "#lib/schemas/identity/token-form";

const title = "Make a token";
const labels = { name: "Name", scopes: "What it may do", places: "What it opens" };

const days: Record<(typeof tokenDays)[number], string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
};
const may: Record<(typeof scopeChoices)[number], { label: string; hint?: string }> = {
  read: { label: "Only read", hint: "See everything, change nothing." },
  write: {
    label: "Read and write",
    hint: "Also change what is in bases: tables, fields, views and records.",
  },
  everything: { label: "Everything", hint: "All that you may do, with bases, members and applications too." },
  chosen: { label: "Only what I choose" },
};

interface Place {
  id: string;
  name: string;
  spaceId?: string;
}

export function newTokenPage(shown: Shown, places: readonly Place[]) {
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
    body: html`${problemAbove(shown, labels)}
<form method="post" action="/account/token" class="alone">
${field(shown, { name: "name", label: labels.name, hint: "By which you know it again: what is it for?", autocomplete: "off", maxLength: 255 })}
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
    { value: "all", label: "All that I may open", hint: "Also what comes later." },
    { value: "chosen", label: "Only what I choose" },
  ],
  chosen: "all",
  opened:
    choices.length > 0
      ? boxes(shown, { name: "places", legend: "Which?", choices })
      : html`<p class="note">You have no space and no base yet.</p>`,
})}
${radios(shown, {
  name: "days",
  legend: "Good for",
  choices: tokenDays.map((value) => ({ value, label: days[value] })),
  chosen: "30",
})}
<button type="submit">Make the token</button>
</form>
${backToAccount}`,
  });
}

/** The only time that a token can be read. */
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
    body: html`<p class="notice" role="status">Copy it now: it is shown here and never again.</p>
<div class="field">
<label for="token">Token “<bdi>${name}</bdi>”</label>
<input class="secret" id="token" type="text" value="${token}" readonly autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<p class="hint" id="token-hint">Good until ${onDay(expiredTime)}. Whoever has it can do what it allows: keep it like a password.</p>
</div>
<h2>Try it</h2>
<pre tabindex="0" aria-label="Command"><code>curl ${publicOrigin()}/auth/user -H 'authorization: Bearer ${token}'</code></pre>
<p>It tells who you are. All calls: <a href="/docs">documentation</a>.</p>
<p><a class="button" href="/account">I have it</a></p>`,
  });
