import type { Page } from "#lib/http/definition";
import { html } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * The page after a form that signs in; the browser leaves it at once for `to`. It is not a redirect because Chromium applies `form-action`
 * to the redirects after a form too, and would block the way to an application that is already authorized.
 */
export const goingOn = (title: string, to: string): Page =>
  layout({
    title,
    body: html`<p>One moment. If nothing happens, continue here:</p><p><a class="button" href="${to}">Continue</a></p>`,
    goesOnTo: to,
  });
