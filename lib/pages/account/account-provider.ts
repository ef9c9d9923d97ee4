import { hidden } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { providerPath } from "#lib/pages/parts/provider-link";
import { onDay } from "#lib/pages/parts/times";

export interface ShownProvider {
  name: string;
  /** The person there who is linked to the account; the address is what the provider said at that time. */
  linked: { email?: string; linkedTime: string } | undefined;
}

/** Whether the account is linked to the provider, with what changes that. */
export const providerSection = ({ name, linked }: ShownProvider, hasPassword: boolean) =>
  linked
    ? html`<p>Linked since ${onDay(linked.linkedTime)}${linked.email !== undefined && html`, as <bdi>${linked.email}</bdi>`}.</p>
${
  hasPassword
    ? html`<form method="post" action="/auth/provider">${hidden("do", "unlink")}<button type="submit" class="danger">Unlink ${name}</button></form>`
    : html`<p class="note">To unlink it, choose a password first.</p>`
}`
    : html`<p>You can sign in with ${name} in place of your password. You will be asked for your password once.</p>
<p><a class="button quiet" href="${providerPath("/account?done=linked", "link")}">Link ${name}</a></p>`;
