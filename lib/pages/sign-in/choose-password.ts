import { field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { passwordRules } from "#lib/pages/parts/password-rules";

const title = "Choose a new password";
const labels = { password: "New password" };

/** `email` is there so that a password manager knows whose password it keeps. */
export const choosePasswordPage = (shown: Shown, link: string, email: string) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<form method="post" action="/auth/choose-password" class="alone">
${hidden("link", link)}
${field(shown, { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email, readOnly: true, required: false })}
${field(shown, { name: "password", label: labels.password, ...passwordRules })}
<button type="submit">Save and sign in</button>
</form>
<p class="note">Wherever you are signed in, you will be signed out.</p>`,
  });

/** What was typed, again; without a link that is good there is nothing to choose for. */
export const choosePasswordAgain = (shown: Shown) =>
  shown.problem?.fields.has("link")
    ? resetExpiredPage()
    : choosePasswordPage(shown, text(shown.values, "link"), text(shown.values, "email"));

export const resetExpiredPage = () =>
  layout({
    title: "This link is not good any more",
    status: 400,
    body: html`<p>It was used, is older than an hour, or is not complete.</p>
<p><a class="button" href="/auth/forgot-password">Get a new link</a></p>`,
  });
