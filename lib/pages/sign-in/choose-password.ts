import { field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { passwordRules } from "#lib/pages/parts/password-rules";

const title = "Choose a new password";
const labels = { password: "New password" };

/** `email` is shown so that password managers store the password with the right account. */
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
<p class="note">You will be signed out everywhere else.</p>`,
  });

/** The form after it was refused; if the link is invalid or expired, the page that says so. */
export const choosePasswordAgain = (shown: Shown) =>
  shown.problem?.fields.has("link")
    ? resetExpiredPage()
    : choosePasswordPage(shown, text(shown.values, "link"), text(shown.values, "email"));

/** For a reset link that is used, expired or unknown. */
export const resetExpiredPage = () =>
  layout({
    title: "This link has expired",
    status: 400,
    body: html`<p>It was already used, is older than one hour, or is incomplete.</p>
<p><a class="button" href="/auth/forgot-password">Get a new link</a></p>`,
  });
