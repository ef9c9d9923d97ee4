/* The pages of signing in with an outside provider. */
import { field, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { withNext } from "#lib/pages/parts/next";
import { providerPath } from "#lib/pages/parts/provider-link";

const labels = { password: "Password" };

interface ToProve {
  /** Stands for the person at the provider. */
  link: string;
  /** Who that is, for people to read. */
  as: string;
  /** Of the account. */
  email: string;
  hasPassword: boolean;
}

/** The account must be proved before the person at the provider can sign in to it. */
export const proveAccountPage = (
  shown: Shown,
  provider: string,
  { link, as, email, hasPassword }: ToProve,
) => {
  const next = text(shown.query, "next");
  const title = "Is this your account?";
  return layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}
<p>There is an account with the address <strong>${email}</strong>. If it is yours, you can open it from now on as <strong><bdi>${as}</bdi></strong> of ${provider}.</p>
<p class="note">You are not <bdi>${as}</bdi>? Then close this page: that person could open your account.</p>
${
  hasPassword
    ? html`<form method="post" action="${withNext("/auth/provider", next)}" class="alone">
${hidden("do", "link")}${hidden("link", link)}${hidden("as", as)}
${field(shown, { name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email, readOnly: true, required: false })}
${field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "current-password", hint: "Of your account here, to show that it is yours." })}
<button type="submit">Link and sign in</button>
</form>
<p class="note">You do not know the password? <a href="/auth/forgot-password">Choose a new one</a>, then sign in with ${provider} again.</p>`
    : html`<p>It has no password yet that could show that it is yours. <a href="/auth/forgot-password">Get a link</a> to choose one, then sign in with ${provider} again.</p>`
}
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">Back to signing in</a></li></ul>`,
  });
};

/** The form after it was refused; if what stands for the person has expired, the page that says so. */
export const proveAccountAgain = (shown: Shown, provider: string) => {
  const link = text(shown.values, "link");
  if (!link || shown.problem?.fields.has("link"))
    return problemPage("stale", provider, text(shown.query, "next"));
  const [email, as] = [text(shown.values, "email"), text(shown.values, "as")];
  return proveAccountPage(shown, provider, { link, as, email, hasPassword: true });
};

/** Why a person is not signed in: `address` and `invitation` are about new accounts. */
type Problem = "denied" | "stale" | "invalid" | "user" | "old" | "address" | "invitation";

const problems: Record<Problem, { title: string; status: number; says: (provider: string) => string }> = {
  denied: {
    title: "You were not signed in",
    status: 403,
    says: (provider) =>
      `${provider} sent you back without signing you in. It may be that you cancelled, or that you may not use this service.`,
  },
  stale: {
    title: "Sign in again",
    status: 400,
    says: (provider) =>
      `This sign-in with ${provider} was used before, is older than ten minutes, or began in another browser.`,
  },
  invalid: {
    title: "You were not signed in",
    status: 400,
    says: (provider) =>
      `The answer of ${provider} could not be verified. Try again. If this remains, tell the people who run this service.`,
  },
  user: {
    title: "You are signed in as another person",
    status: 403,
    says: () => "Another account is signed in here than the one that was to be linked.",
  },
  old: {
    title: "Sign in again",
    status: 403,
    says: (provider) => `${provider} did not ask you to sign in again. Sign out there, then try again.`,
  },
  address: {
    title: "No verified address",
    status: 403,
    says: (provider) =>
      `${provider} named no e-mail address of yours that it has verified, so no account can be made or found by it. If you have an account here, sign in with your password, and link it on your account page.`,
  },
  invitation: {
    title: "By invitation only",
    status: 403,
    says: (provider) =>
      `There is no account for you here. You need an invitation to the address that ${provider} has of you: ask a member to invite you.`,
  },
};

/** Says why the person is not signed in, and what to do. */
export const problemPage = (problem: Problem, provider: string, next: string) => {
  const { title, status, says } = problems[problem];
  return layout({
    title,
    status,
    body: html`<p role="alert">${says(provider)}</p>
<p><a class="button" href="${providerPath(next)}">Sign in with ${provider}</a></p>
<ul class="links"><li><a href="${withNext("/auth/sign-in", next)}">Sign in with a password</a></li></ul>`,
  });
};
