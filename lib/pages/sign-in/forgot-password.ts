import { empty, field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

const title = "Forgot your password?";
const labels = { email: "E-mail" };
const back = html`<ul class="links"><li><a href="/auth/sign-in">Sign in</a></li></ul>`;

export const forgotPasswordPage = (shown: Shown = empty()) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<p>We send you a link with which you choose a new one.</p>
<form method="post" action="/auth/forgot-password" class="alone">
${field(shown, { name: "email", label: labels.email, type: "email", autocomplete: "username" })}
<button type="submit">Send the link</button>
</form>
${back}`,
  });

/** The same whether there is an account or not. */
export const lookIntoMailPage = (email: string) =>
  layout({
    title: "Look into your mail",
    body: html`<p>If <strong>${email}</strong> has an account here, a link is on its way there. It is good once, for one hour.</p>
<p class="note">Nothing came? Look among the unwanted mails, then <a href="/auth/forgot-password">ask again</a>.</p>
${back}`,
  });
