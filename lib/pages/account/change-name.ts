import { field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { backToAccount, layout } from "#lib/pages/parts/layout";

const title = "Change your name";
const labels = { name: "Name" };

export const nameForm = (shown: Shown, name: string) => html`<form method="post" action="/account/name">
${field(shown, { name: "name", label: labels.name, autocomplete: "name", value: name, maxLength: 255 })}
<button type="submit">Save</button>
</form>`;

/** The form alone, when it was refused. */
export const changeNamePage = (shown: Shown) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}${nameForm(shown, "")}${backToAccount}`,
  });
