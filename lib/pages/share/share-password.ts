import { empty, field, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

/** Until the password was given. */
export const passwordTitle = "This page is protected by a password";
const labels = { password: "Password" };

/** In a frame, where browsers send no cookies: a link to the page in a window of its own. */
export const openInWindowPage = (shareId: string, title: string, framedBy: readonly string[]) =>
  layout({
    title,
    unlisted: true,
    framedBy,
    body: html`<p>This page asks who you are, which it does only in a window of its own.</p>
<ul class="links"><li><a href="/share/${shareId}" target="_blank" rel="noopener">Open it in a window of its own</a></li></ul>`,
  });

/** The form for the password of a share. */
export const sharePasswordPage = (shareId: string, shown: Shown = empty()) =>
  layout({
    title: passwordTitle,
    windowTitle: windowTitle(passwordTitle, shown),
    unlisted: true,
    body: html`${problemAbove(shown, labels)}
<form method="post" action="/share/${shareId}/password" class="alone">
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "off" })}
<button type="submit">Open</button>
</form>`,
  });
