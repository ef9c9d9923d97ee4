/*
 * The page that asks the user to allow an OAuth application. Name, description and logo are unverified claims of the application, and the
 * page says so. The address that the browser goes on to is verified, so the page shows it.
 */

import type { Page } from "#lib/http/definition";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { scopeWords } from "#lib/schemas/identity/scope-words";

interface Question {
  transactionId: string;
  client: { name: string; description?: string; homepage: string; logo?: string };
  user: { name: string; email: string };
  scopes: string[];
  redirectUri: string;
}

/** Posts the decision to /oauth/decision. */
export function consentPage({ transactionId, client, user, scopes, redirectUri }: Question): Page {
  const { name, description, homepage } = client;
  const logo = imageOf(client.logo);
  const back = sourceOf(redirectUri);
  const body = html`${logo && html`<p><img src="${logo.address}" alt="Logo of ${name}" width="64" height="64"></p>`}
<p><strong><bdi>${name}</bdi></strong> of ${homepageOf(homepage)} wants to use Gridless on your behalf.</p>
${description && html`<p class="note"><bdi>${description}</bdi></p>`}
<h2 id="may">It will be able to</h2>
<ul aria-labelledby="may"><li>See who you are</li>${scopes.map((scope) => html`<li>${wordsFor(scope)}</li>`)}</ul>
<p>It can do this wherever you can, until you revoke its access in <a href="/account">your account</a>.</p>
<dl><dt>Signed in as</dt><dd><bdi>${user.name}</bdi> (${user.email})</dd>
<dt>Leads to</dt><dd>${placeOf(redirectUri)}</dd></dl>
<p class="note">Anyone can register an application under any name. We have not checked this one. Allow it only if you know it.</p>
<form class="alone" method="post" action="/oauth/decision">
<input type="hidden" name="transaction_id" value="${transactionId}">
<p><button type="submit">Allow</button></p>
<p><button type="submit" class="quiet" name="cancel" value="true">Deny</button></p>
</form>`;
  return layout({
    title: "Allow this application?",
    body,
    // the application may redirect further, and Chromium applies the policy to every redirect
    formsLeadTo: [...(back ? [back] : []), "https:"],
    imagesFrom: logo ? [logo.origin] : [],
  });
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
 * The origin of an address, for the content security policy. Its grammar has no brackets, so an IPv6 address gives only its scheme. Origins
 * with other characters are left out: a `;` would begin another directive.
 */
function sourceOf(address: string | undefined): string | undefined {
  const url = webAddress(address);
  if (url?.hostname.startsWith("[")) return url.protocol;
  return url && /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin) ? url.origin : undefined;
}

function webAddress(text: string | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
