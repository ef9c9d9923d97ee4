/* What leads to the outside provider with which people may sign in. */
import { html } from "./html.ts";

/** A link to the provider as a button; nothing without a provider. It is no form: policies of pages apply to redirects after forms. */
export const providerButton = (words: string, provider: string | undefined, next: string) =>
  provider !== undefined &&
  html`<p><a class="button quiet" href="${providerPath(next)}">${words} with ${provider}</a></p>`;

/** The address that leads to the provider. `why`: to link the account, or to sign in again. */
export const providerPath = (next: string, why?: "link" | "again") =>
  `/auth/provider${String(new URLSearchParams({ ...(next && { next }), ...(why && { for: why }) })).replace(/^(?=.)/, "?")}`;
