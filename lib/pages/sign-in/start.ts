import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

/** The page at / for those who are not signed in. */
export const startPage = () =>
  layout({
    title: "A collaborative table database",
    body: html`<p>Bases contain tables. Tables contain fields, views and records. The API is HTTP with JSON.</p>
<p><a class="button" href="/auth/sign-in">Sign in</a></p>
<ul class="links">
<li><a href="/auth/sign-up">Sign up</a></li>
<li><a href="/docs">Documentation</a></li>
</ul>`,
  });
