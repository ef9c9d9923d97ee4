import { field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { withNext } from "#lib/pages/parts/next";

const title = "Enter your code";
const labels = { code: "Code" };

/** After the password: the form for the code of a second factor. `waiting` stands for the password. */
export const codePage = (shown: Shown, waiting: string) => {
  const next = text(shown.query, "next");
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<form method="post" action="${withNext("/auth/code", next)}" class="alone">
${hidden("link", waiting)}
${field(shown, { name: "code", label: labels.code, autocomplete: "one-time-code", maxLength: 64, hint: "Six digits of your authenticator application, or a recovery code." })}
<button type="submit">Sign in</button>
</form>
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">Start again</a></li></ul>`,
  });
};

/** The form after it was refused; once the password must be typed again, the page that says so. */
export const codePageAgain = (shown: Shown) =>
  shown.problem?.fields.has("link")
    ? layout({
        title: "Sign in again",
        status: 400,
        body: html`<p>The code must be entered within ten minutes after the password.</p>
<p><a class="button" href="${withNext("/auth/sign-in", text(shown.query, "next"))}">Sign in</a></p>`,
      })
    : codePage(shown, text(shown.values, "link"));
