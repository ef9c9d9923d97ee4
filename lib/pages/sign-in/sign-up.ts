import { empty, field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { withNext } from "#lib/pages/parts/next";
import { passwordRules } from "#lib/pages/parts/password-rules";
import { providerButton } from "#lib/pages/parts/provider-link";

const title = "Sign up";
const labels = { email: "E-mail", name: "Name", password: "Password", inviteCode: "Invitation" };

/** `invited`: the address that an invitation was mailed to, and the code in its link. */
export const signUpPage = (
  shown: Shown = empty(),
  invited?: { email: string; inviteCode: string } | undefined,
  provider?: string | undefined,
) => {
  const next = text(shown.query, "next");
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels, { inviteCode: "email" })}
${invited && html`<p>You were invited. Sign up with the address that received the invitation.</p>`}
<form method="post" action="${withNext("/auth/sign-up", next)}" class="alone">
${hidden("inviteCode", text(shown.values, "inviteCode") || invited?.inviteCode)}
${field(shown, { name: "name", label: labels.name, autocomplete: "name", hint: "Other members see this name.", maxLength: 255 })}
${field(shown, { name: "email", label: labels.email, type: "email", autocomplete: "username", value: invited?.email ?? "" })}
${field(shown, { name: "password", label: labels.password, ...passwordRules })}
<button type="submit">Sign up</button>
</form>
${providerButton("Sign up", provider, next)}
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">I have an account: sign in</a></li></ul>`,
  });
};

/** For sign-up by invitation only: `why` says whether the invitation is missing or no longer valid. */
export const byInvitationPage = (why: "none" | "expired", next: string, provider?: string | undefined) =>
  layout({
    title: why === "none" ? "By invitation only" : "This invitation has expired",
    body: html`<p>${
      why === "none"
        ? "You need an invitation to sign up here. Open the link in your invitation mail, or ask a member to invite you."
        : "It was already used, or is older than two weeks. Ask the person who invited you to do it again."
    }</p>
${providerButton("Sign in", provider, next)}
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">I have an account: sign in</a></li></ul>`,
  });
