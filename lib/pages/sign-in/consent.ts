/*
 * The page that asks the user to allow an OAuth application. Name, description and logo are unverified claims of the application, and the
 * page says so. The address that the browser goes on to is verified, so the page shows it. For an application that no person registered it also
 * asks for the bases, and whether it may only read.
 */

import type { Page } from "#lib/http/definition";
import { boxes, radios } from "#lib/pages/parts/choices";
import { empty, hidden, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { nativeSchemeOf } from "#lib/schemas/identity/native-redirect";
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { readingOf } from "#lib/schemas/identity/scopes";

interface Question {
  transactionId: string;
  client: Asking;
  user: { name: string; email: string };
  scopes: string[];
  redirectUri: string;
  /** What the user may open; needed only for an unverified application. */
  places?: readonly Place[];
  /** What was typed before. */
  shown?: Shown;
}

interface Asking {
  name: string;
  description?: string;
  homepage: string;
  logo?: string;
  unverified?: true;
  document?: { url: string };
}

interface Place {
  id: string;
  name: string;
  /** Of a base only. */
  spaceId?: string;
}

/** Posts the decision to /oauth/decision. */
export function consentPage(question: Question): Page {
  const { transactionId, client, user, scopes, redirectUri, places = [], shown = empty() } = question;
  const { name, description, homepage } = client;
  const logo = client.unverified ? undefined : imageOf(client.logo);
  const back = sourceOf(redirectUri);
  const body = html`${logo && html`<p><img src="${logo.address}" alt="Logo of ${name}" width="64" height="64"></p>`}
${client.unverified && problemAbove(shown, labels)}<p><strong><bdi>${name}</bdi></strong>${
    client.unverified ? html` (unverified)` : html` of ${homepageOf(homepage)}`
  } wants to use Gridless on your behalf.</p>
${client.unverified && html`<p class="note">${sourceOfClaims(client)}</p>`}
${description && html`<p class="note"><bdi>${description}</bdi></p>`}
<h2 id="may">${client.unverified ? "It asks to" : "It will be able to"}</h2>
<ul aria-labelledby="may"><li>See who you are</li>${scopes.map((scope) => html`<li>${wordsFor(scope)}</li>`)}</ul>
<p>It can do this ${client.unverified ? "in the bases that you choose" : "wherever you can"}, until you revoke its access in <a href="/account">your account</a>.</p>
<dl><dt>Signed in as</dt><dd><bdi>${user.name}</bdi> (${user.email})</dd>
<dt>Leads to</dt><dd>${placeOf(redirectUri)}</dd></dl>
<p class="note">Anyone can register an application under any name. We have not checked this one. Allow it only if you know it.</p>
<form class="alone" method="post" action="/oauth/decision">
<input type="hidden" name="transaction_id" value="${transactionId}">
${client.unverified && choicesOf(shown, scopes, places)}
<p><button type="submit">Allow</button></p>
<p><button type="submit" class="quiet" name="cancel" value="true">Deny</button></p>
</form>`;
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body,
    // the application may redirect further, and Chromium applies the policy to every redirect
    formsLeadTo: [...(back ? [back] : []), "https:"],
    imagesFrom: logo ? [logo.origin] : [],
  });
}

const title = "Allow this application?";
const labels = { may: "What it may do", reach: "Bases", bases: "Bases" };

/** Where what is said about an unverified application comes from. */
const sourceOfClaims = ({ document }: Asking): Html =>
  document
    ? html`Its name comes from <bdi>${new URL(document.url).host}</bdi>. Trust it as far as you trust that site.`
    : html`It registered itself and chose its name. Look where it leads: that is the only thing here that we know.`;

/** What the user chooses: to let it only read comes first, and no base is chosen beforehand. */
function choicesOf(shown: Shown, scopes: readonly string[], places: readonly Place[]): Html {
  const reads = readingOf(scopes);
  const isBoth = reads.length > 0 && reads.length < scopes.length;
  const spaces = new Map(places.map(({ id, name }) => [id, name]));
  const choices = places.flatMap(({ id, name, spaceId }) => {
    if (spaceId === undefined) return [];
    const space = spaces.get(spaceId);
    return [{ value: id, label: name, ...(space !== undefined && { hint: `in ${space}` }) }];
  });
  const may = isBoth
    ? radios(shown, {
        name: "may",
        legend: labels.may,
        choices: [
          { value: "read", label: "Read only", hint: reads.map(wordsFor).join(", ") },
          { value: "asked", label: "All that it asks for" },
        ],
        chosen: "read",
      })
    : hidden("may", reads.length === 0 ? "asked" : "read");
  return html`${may}
${radios(shown, {
  name: "reach",
  legend: labels.reach,
  choices: [
    { value: "all", label: "All bases that I can open", hint: "Including bases added later." },
    { value: "chosen", label: "Only those that I choose" },
  ],
  chosen: "chosen",
  opened:
    choices.length > 0
      ? boxes(shown, { name: "bases", legend: "Which?", choices })
      : html`<p class="note">You have no bases yet.</p>`,
})}`;
}

/** 401 for an unknown client_id. Unlike other 401 pages it does not redirect to the sign-in page. */
export const unknownClient = (): Page =>
  layout({
    title: "Unknown application",
    status: 401,
    body: html`<p role="alert">client_id is missing or unknown.</p>
<p>Go back, and contact the developer of the application.</p>`,
  });

const wordsFor = (scope: string): string =>
  Object.hasOwn(scopeWords, scope) ? scopeWords[scope as keyof typeof scopeWords] : scope;

function homepageOf(homepage: string): Html {
  const url = webAddress(homepage);
  return url
    ? html`<a href="${url.href}" target="_blank" rel="noopener noreferrer">${url.host}</a>`
    : html`<bdi>${homepage}</bdi>`;
}

function placeOf(redirectUri: string): Html {
  const scheme = nativeSchemeOf(redirectUri);
  if (scheme !== undefined)
    return html`the program on this device that opens addresses with <strong>${scheme}:</strong> (<bdi>${redirectUri}</bdi>)`;
  const url = webAddress(redirectUri);
  return url?.protocol === "http:"
    ? html`a program on this computer (${url.host})`
    : html`${url?.host ?? redirectUri}`;
}

function imageOf(logo: string | undefined) {
  const address = webAddress(logo)?.href;
  const origin = sourceOf(address);
  return address && origin ? { address, origin } : undefined;
}

/**
 * The origin of an address, or the scheme of a program, for the content security policy. Its grammar has no brackets, so an IPv6 address gives only its scheme. Origins
 * with other characters are left out: a `;` would begin another directive.
 */
function sourceOf(address: string | undefined): string | undefined {
  const scheme = address === undefined ? undefined : nativeSchemeOf(address);
  if (scheme !== undefined) return `${scheme}:`;
  const url = webAddress(address);
  if (url?.hostname.startsWith("[")) return url.protocol;
  return url && /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin) ? url.origin : undefined;
}

function webAddress(text: string | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
