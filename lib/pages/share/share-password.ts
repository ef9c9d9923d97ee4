import { empty, field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

const title = "This page has a password";
const labels = { password: "Password" };

export const sharePasswordPage = (shareId: string, shown: Shown = empty()) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    unlisted: true,
    body: html`${problemAbove(shown, labels)}
<form method="post" action="/share/${shareId}/password" class="alone">
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "off" })}
<button type="submit">Open</button>
</form>`,
  });
