import { empty, field, problemAbove, type Shown, windowTitle } from "./forms.ts";
import { html } from "./html.ts";
import { layout } from "./layout.ts";

const title = "This page has a password";
const labels = { password: "Password" };

export const sharePasswordPage = (shareId: string, shown: Shown = empty()) =>
  layout({
    ...{ title, windowTitle: windowTitle(title, shown), unlisted: true },
    body: html`${problemAbove(shown, labels)}
<form method="post" action="/share/${shareId}/password" class="alone">
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "off" })}
<button type="submit">Open</button>
</form>`,
  });
