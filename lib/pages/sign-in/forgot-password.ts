import { empty, field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

const title = "Forgot your password?";
const labels = { email: "E-mail" };
const back = html`<ul class="links"><li><a href="/auth/sign-in">Sign in</a></li></ul>`;

/** The form that asks for the e-mail address. */
export const forgotPasswordPage = (shown: Shown = empty()) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<p>We will mail you a link to choose a new one.</p>
<form method="post" action="/auth/forgot-password" class="alone">
${field(shown, { name: "email", label: labels.email, type: "email", autocomplete: "username" })}
<button type="submit">Send the link</button>
</form>
${back}`,
  });

/** The same page whether the account exists or not. */
export const lookIntoMailPage = (email: string) =>
  layout({
    title: "Check your e-mail",
    body: html`<p>If <strong>${email}</strong> has an account, we sent a link to it. The link works once and expires after one hour.</p>
<p class="note">No mail? Check your spam folder, then <a href="/auth/forgot-password">request another link</a>.</p>
${back}`,
  });
