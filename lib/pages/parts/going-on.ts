import type { Page } from "#lib/http/definition";
import { html } from "./html.ts";
import { layout } from "./layout.ts";

/**
 * After a form that signs in: a page of its own, from which the browser goes on. A redirect would still count as the form's, and
 * Chromium holds redirects to `form-action`: an application that is authorized already would never be reached.
 */
export const goingOn = (title: string, to: string): Page =>
  layout({
    title,
    body: html`<p>One moment. If nothing happens, go on yourself:</p><p><a class="button" href="${to}">Continue</a></p>`,
    goesOnTo: to,
  });
