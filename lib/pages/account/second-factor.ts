/* The pages of the second factor: it is turned on with a QR code and a first code, and shows recovery codes once. */
import { field, hidden, problemAbove, type Shown, windowTitle } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { backToAccount, layout } from "#lib/pages/parts/layout";
import { providerPath } from "#lib/pages/parts/provider-link";
import { onDay } from "#lib/pages/parts/times";
import { drawQrCode } from "./qr-code.ts";

const title = "Second factor";
const labels = { code: "Code", password: "Current password" };
const codeField = (shown: Shown) =>
  field(shown, { name: "code", label: labels.code, autocomplete: "one-time-code", maxLength: 64 });

const page = (shown: Shown, body: Html) =>
  layout({
    title,
    windowTitle: windowTitle(title, shown),
    body: html`${problemAbove(shown, labels)}${body}${backToAccount}`,
  });

/** A person without a password must sign in again: with the provider, if there is one. */
interface Again {
  provider: string | undefined;
}

/** Whether it is on, with what can be done. */
export const secondFactorPage = (
  shown: Shown,
  user: { secondFactorTime?: string; passwordHash?: string } | undefined,
  again?: Again,
) =>
  user?.secondFactorTime
    ? onPage(shown, user.secondFactorTime)
    : offPage(shown, user?.passwordHash !== undefined, again);

/** While it is off: a form that begins. */
const offPage = (shown: Shown, hasPassword: boolean, again: Again | undefined) =>
  page(
    shown,
    html`<p>With a second factor, signing in needs a code that an authenticator application on your phone shows, after your password or your sign-in elsewhere. Access tokens work as before.</p>
${again ? signInAgain(again) : form("begin", html`${hasPassword && field(shown, { name: "password", label: labels.password, type: "password", autocomplete: "current-password" })}<button type="submit">Set it up</button>`)}`,
  );

const signInAgain = ({
  provider,
}: Again) => html`<p>You have no password to ask for, so sign in again first: then set it up within ten minutes.</p>
${
  provider === undefined
    ? html`<p><a class="button" href="/auth/forgot-password">Choose a password</a></p>`
    : html`<p><a class="button" href="${providerPath("/account/second-factor", "again")}">Sign in with ${provider}</a></p>`
}`;

/** The secret, as a QR code and as text, and the form for the first code. */
export const secondFactorSetupPage = (
  shown: Shown,
  { address, secret }: { address: string; secret: string },
) =>
  page(
    shown,
    html`<p>Scan this with your authenticator application, then enter the code that it shows.</p>
<p>${qrSvg(address)}</p>
<p class="note">Without a camera: <a href="${address}">open it on this device</a>, or type the key <code>${secret.match(/.{1,4}/g)?.join(" ")}</code></p>
${form("confirm", html`${codeField(shown)}<button type="submit">Turn it on</button>`)}`,
  );

/** While it is on: what can be done with a code. */
const onPage = (shown: Shown, since: string) =>
  page(
    shown,
    html`<p>It is on since ${onDay(since)}. Signing in needs a code.</p>
<form method="post" action="/account/second-factor">
${codeField(shown)}
<p><button type="submit" name="do" value="codes" class="quiet">New recovery codes</button></p>
<p><button type="submit" name="do" value="end" class="danger">Turn it off</button></p>
</form>`,
  );

/** The recovery codes, the only time. */
export const recoveryCodesPage = (codes: string[]) =>
  layout({
    title: "Your recovery codes",
    body: html`<p>Keep them where you do not keep your phone. Each signs you in once in place of a code, if you have lost the phone. <strong>They are not shown again.</strong></p>
<pre>${codes.join("\n")}</pre>
<p><a class="button" href="/account?done=second-factor">I have kept them</a></p>`,
  });

const form = (what: string, body: Html) =>
  html`<form method="post" action="/account/second-factor">${hidden("do", what)}${body}</form>`;

/** A QR code with the light border that readers need. */
function qrSvg(text: string): Html {
  const modules = drawQrCode(text);
  const border = 4;
  const size = modules.length + 2 * border;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + border} ${y + border}h1v1h-1z`] : [])),
  );
  return html`<svg role="img" aria-label="QR code" viewBox="0 0 ${size} ${size}" width="240" height="240" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path fill="#000" d="${dark.join("")}"/></svg>`;
}
