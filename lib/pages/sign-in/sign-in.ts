import { empty, field, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { withNext } from "#lib/pages/parts/next";
import { providerButton } from "#lib/pages/parts/provider-link";

const title = "Sign in";
const labels = { email: "E-mail", password: "Password" };

/** After signing in, the browser goes on to `next` of the query, or to the account page. `provider` may sign people in too. */
export const signInPage = (shown: Shown = empty(), provider?: string | undefined) => {
  const next = text(shown.query, "next");
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<form method="post" action="${withNext("/auth/sign-in", next)}" class="alone">
${field(shown, { name: "email", label: labels.email, type: "email", autocomplete: "username" })}
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "current-password" })}
<button type="submit">Sign in</button>
</form>
${providerButton("Sign in", provider, next)}
<ul class="links">
<li><a href="/auth/forgot-password">Forgot your password?</a></li>
<li><a href="${withNext("/auth/sign-up", next)}">Sign up</a></li>
</ul>`,
  });
};
