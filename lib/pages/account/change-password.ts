import { field, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { backToAccount, layout } from "#lib/pages/parts/layout";
import { passwordRules } from "#lib/pages/parts/password-rules";

const title = "Change your password";
const labels = { password: "Present password", newPassword: "New password" };

/** The e-mail address is there for password managers only. */
export const passwordForm = (
  shown: Shown,
  email: string,
) => html`<form method="post" action="/account/password">
<input type="text" name="username" autocomplete="username" value="${email}" hidden>
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "current-password" })}
${field(shown, { name: "newPassword", label: labels.newPassword, ...passwordRules })}
<button type="submit">Save</button>
</form>`;

/** The form alone, when it was refused. */
export const changePasswordPage = (shown: Shown) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}${passwordForm(shown, text(shown.values, "username"))}${backToAccount}`,
  });
