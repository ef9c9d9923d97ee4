import { requirePassword } from "#lib/accounts/change-password";
import { mustSignInAgain, requireRecentSignIn } from "#lib/accounts/recent-sign-in";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  findWaitingSecret,
  replaceRecoveryCodes,
} from "#lib/accounts/second-factor";
import { setupAddress, toBase32 } from "#lib/accounts/totp";
import type { Session } from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { providerName } from "#lib/oidc/settings";
import { recoveryCodesPage, secondFactorPage, secondFactorSetupPage } from "#lib/pages/account/second-factor";
import { formFailure } from "#lib/pages/parts/form-failure";
import { empty, type Shown, text } from "#lib/pages/parts/forms";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { SecondFactorForm } from "#lib/schemas/identity/account";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/second-factor",
    group: "account",
    summary: "Change the second factor with the page",
    description:
      "`begin` makes a secret and shows it; `confirm`, with a first code, turns the second factor on and shows recovery codes, only this once. `codes` replaces these, and `end` turns it off, both with a code. After a few wrong codes, each further attempt must wait (429).",
    whileStopped: true,
    form: true,
    query: AnyQuery,
    body: SecondFactorForm,
    response: page,
    failure: formFailure((shown, { call: { session, now } }) =>
      session && text(shown.values, "do") === "confirm"
        ? setupAgain(shown, session, now)
        : pageOf(shown, session, now),
    ),
  },
  async ({ body, session, now }) => {
    const { user } = session;
    if (body.do === "begin") {
      if (user.passwordHash) await requirePassword(user, body.password ?? "", now);
      else requireRecentSignIn(session, now);
      return setupOf(empty(), user, await beginSecondFactor(user.id));
    }
    const code = body.code ?? "";
    if (body.do === "confirm") return recoveryCodesPage(await confirmSecondFactor(user.id, code, now));
    if (body.do === "codes") return recoveryCodesPage(await replaceRecoveryCodes(user.id, code, now));
    await endSecondFactor(user.id, code, now);
    return { location: "/account?done=second-factor-off" };
  },
);

const setupOf = (shown: Shown, { email }: UserItem, secret: Uint8Array) =>
  secondFactorSetupPage(shown, { address: setupAddress(secret, email), secret: toBase32(secret) });

/** The page with the QR code again, after a wrong first code. */
async function setupAgain(shown: Shown, session: Session, now: string) {
  const { user } = session;
  const secret = await findWaitingSecret(user.id);
  return secret ? setupOf(shown, user, secret) : pageOf(shown, session, now);
}

const pageOf = (shown: Shown, session: Session | undefined, now: string) => {
  const isOld = session !== undefined && mustSignInAgain(session, now);
  return secondFactorPage(shown, session?.user, isOld ? { provider: providerName() } : undefined);
};
