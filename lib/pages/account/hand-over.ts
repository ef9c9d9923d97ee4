/* The part of the page for a new token that asks for a command: `gridless login` opened it, and waits for the token on this computer. */
import { createHash } from "node:crypto";
import { hidden, type Shown, text } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { HandOver, handOverIn, type NewTokenQuery } from "#lib/schemas/identity/hand-over";
import { scopeChoices } from "#lib/schemas/identity/token-form";

/** The values with which the form begins: only a command proposes some. */
export function proposedBy({ name, may, ...members }: NewTokenQuery): Shown["values"] {
  const asked = handOverIn(members);
  if (!asked) return {};
  const isKnown = scopeChoices.some((each) => each === may);
  return { ...asked, ...(name !== undefined && { name }), ...(isKnown && may !== undefined && { may }) };
}

/** Who asks, if a command does. */
export const handOverAsked = ({ values }: Shown): HandOver | undefined =>
  HandOver.safeParse({ port: text(values, "port"), state: text(values, "state"), key: text(values, "key") })
    .data;

/** Where the command waits: never another computer. */
export const commandOrigin = ({ port }: HandOver): string => `http://127.0.0.1:${port}`;

/** The address that gives the command its answer. */
export const commandAddress = (to: HandOver, answer: { sealed: string } | { refused: "true" }): string =>
  `${commandOrigin(to)}/?${new URLSearchParams({ state: to.state, ...answer })}`;

/** What the person compares with the code that the command shows. */
function codeOf({ key }: HandOver): string {
  const digits = createHash("sha256").update(key).digest("hex").slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

export const handOverQuestion = (
  to: HandOver,
  user: { name: string; email: string },
): Html => html`<p>A program on this computer asks for a token, to use Gridless on your behalf.</p>
<dl><dt>Signed in as</dt><dd><bdi>${user.name}</bdi> (${user.email})</dd>
<dt>Leads to</dt><dd>a program on this computer (127.0.0.1:${to.port})</dd>
<dt>Code</dt><dd><strong>${codeOf(to)}</strong></dd></dl>
<p class="note">Anyone can make a link to this page. Create the token only if you have just run <code>gridless login</code> yourself, and your terminal shows the same code.</p>`;

export const handOverInputs = ({ port, state, key }: HandOver): Html =>
  html`${hidden("port", port)}${hidden("state", state)}${hidden("key", key)}`;

export const refusal = (to: HandOver): Html =>
  html`<ul class="links"><li><a href="${commandAddress(to, { refused: "true" })}">Refuse</a></li></ul>`;
