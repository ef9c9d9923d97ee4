import { empty, field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { withNext } from "#lib/pages/parts/next";
import { passwordRules } from "#lib/pages/parts/password-rules";

const title = "Sign up";
const labels = { email: "E-mail", name: "Name", password: "Password", inviteCode: "Invitation" };

/** `invited`: the address that an invitation was mailed to, with the code that its link holds. */
export const signUpPage = (
  shown: Shown = empty(),
  invited?: { email: string; inviteCode: string } | undefined,
) => {
  const next = text(shown.query, "next");
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels, { inviteCode: "email" })}
${invited && html`<p>You were invited. Sign up with the address that the invitation came to.</p>`}
<form method="post" action="${withNext("/auth/sign-up", next)}" class="alone">
${hidden("inviteCode", text(shown.values, "inviteCode") || invited?.inviteCode)}
${field(shown, { name: "name", label: labels.name, autocomplete: "name", hint: "How others see you.", maxLength: 255 })}
${field(shown, { name: "email", label: labels.email, type: "email", autocomplete: "username", value: invited?.email ?? "" })}
${field(shown, { name: "password", label: labels.password, ...passwordRules })}
<button type="submit">Sign up</button>
</form>
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">I have an account: sign in</a></li></ul>`,
  });
};

/** Where nobody can sign up without an invitation, or with one that is good no more. */
export const byInvitationPage = (why: "none" | "expired", next: string) =>
  layout({
    title: why === "none" ? "By invitation only" : "This invitation is not good any more",
    body: html`<p>${
      why === "none"
        ? "Here only who was invited can sign up. Open the link in the mail that invited you, or ask somebody who is here already to invite you."
        : "It was used, or is older than two weeks. Ask whoever invited you to do it again."
    }</p>
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">I have an account: sign in</a></li></ul>`,
  });
