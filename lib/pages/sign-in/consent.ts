/*
 * The question whether an application may do something for somebody. What the application says of itself is its own claim, and the page says so;
 * what counts is where it leads.
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

export function consentPage({ transactionId, client, user, scopes, redirectUri }: Question): Page {
  const { name, description, homepage } = client;
  const logo = imageOf(client.logo);
  const back = sourceOf(redirectUri);
  const body = html`${logo && html`<p><img src="${logo.address}" alt="Logo of ${name}" width="64" height="64"></p>`}
<p><strong><bdi>${name}</bdi></strong> of ${homepageOf(homepage)} wants to use Gridless in your name.</p>
${description && html`<p class="note"><bdi>${description}</bdi></p>`}
<h2 id="may">It will be able to</h2>
<ul aria-labelledby="may"><li>See who you are</li>${scopes.map((scope) => html`<li>${wordsFor(scope)}</li>`)}</ul>
<p>All of it wherever you may do it yourself, until you end it in <a href="/account">your account</a>.</p>
<dl><dt>You are</dt><dd><bdi>${user.name}</bdi> (${user.email})</dd>
<dt>You go on to</dt><dd>${placeOf(redirectUri)}</dd></dl>
<p class="note">Anybody can register an application, under any name. We have not checked this one: allow it only if you know it.</p>
<form class="alone" method="post" action="/oauth/decision">
<input type="hidden" name="transaction_id" value="${transactionId}">
<p><button type="submit">Allow</button></p>
<p><button type="submit" class="quiet" name="cancel" value="true">Deny</button></p>
</form>`;
  return layout({
    title: "Allow this application?",
    body,
    // an application may lead on from its own address, and Chromium holds all of these steps to the policy
    formsLeadTo: [...(back ? [back] : []), "https:"],
    imagesFrom: logo ? [logo.origin] : [],
  });
}

/** 401: nobody is known by that name (contract/oauth-auth.md, 2). Not the way of the other 401, which leads to signing in. */
export const unknownClient = (): Page =>
  layout({
    title: "This application is not known",
    status: 401,
    body: html`<p role="alert">client_id is missing, or names no application that there is.</p>
<p>Go back, and tell whoever made the application.</p>`,
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

/** The origin of an address as a policy can name it: its grammar knows no brackets, and a `;` would begin another directive. */
function sourceOf(address: string | undefined): string | undefined {
  const url = webAddress(address);
  if (url?.hostname.startsWith("[")) return url.protocol;
  return url && /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(url.origin) ? url.origin : undefined;
}

function webAddress(text: string | undefined): URL | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
