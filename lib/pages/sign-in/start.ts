import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

export const startPage = () =>
  layout({
    title: "A collaborative table database",
    body: html`<p>Bases hold tables; tables hold fields, views and records. All of it is reached over HTTP with JSON.</p>
<p><a class="button" href="/auth/sign-in">Sign in</a></p>
<ul class="links">
<li><a href="/auth/sign-up">Sign up</a></li>
<li><a href="/docs">Documentation</a></li>
</ul>`,
  });
