/* What happens to the account of a person, in their own log and on their page. */
import { expect, test } from "vitest";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as submitSecondFactor } from "#functions/account/submit-second-factor";
import { handler as submitSessions } from "#functions/account/submit-sessions";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signOut } from "#functions/auth/sign-out";
import { handler as submitSignIn } from "#functions/auth/submit-sign-in";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as revokeClientAccess } from "#functions/oauth/revoke-client-access";
import { handler as revokeToken } from "#functions/oauth/revoke-token";
import { removeSecondFactor } from "#lib/accounts/second-factor";
import { createFirstUser } from "#lib/accounts/welcome";
import { actionsOf, ownLog } from "#test/support/makers/access-logs";
import { anApplication } from "#test/support/makers/applications";
import { aSession, aToken, someone } from "#test/support/makers/makers";
import { aCode, anApp, aPerson as anAuthorizer, basic, exchange, tokensOf } from "#test/support/makers/oauth";
import {
  aLink,
  aNewcomer,
  anEmail,
  aPerson,
  aSecondFactor,
  codeOf,
  cookieIn,
  password,
  signInWith,
} from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, submit } from "#test/support/requests/form";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

test("signed up, in and out; the session, its browser and its network, but no address", async () => {
  const me = await aNewcomer({ name: "Ada" });
  const headers = { "user-agent": firefox };
  const cookie = cookieIn(await call(signIn, { body: { email: me.email, password }, headers }));
  await signInWith(me.email, "wrong horse 77");
  await call(signOut, { signedIn: { cookie } });
  await call(signOut, { signedIn: { cookie } });
  const log = await ownLog(me.userId);
  expect(actionsOf(log).toSorted()).toEqual(
    ["account.created", "session.began", "session.began", "session.ended"].toSorted(),
  );
  const [began, ended] = [log.at(-2), log.at(-1)];
  expect(began).toMatchObject({
    actor: { userId: me.userId, name: "Ada", via: "visitor" },
    subject: { type: "session", id: expect.stringMatching(/^\w{20}$/), name: "Firefox on Linux" },
  });
  expect(ended).toMatchObject({ action: "session.ended", subject: began?.subject });
  expect(JSON.stringify(log)).not.toContain(cookie.split(".")[1]);
  const html = pageIn(await call(showAccount, { signedIn: me }));
  expect(html).toContain("Security log");
  expect(html).toContain("Your account was made");
  expect(html).toContain('<bdi class="hint">Firefox on Linux</bdi>');
});

test("who signs in where another person is signed in acts as themselves", async () => {
  const [other, me] = [await aPerson(), await aPerson()];
  await submit(submitSignIn, { email: me.email, password }, { signedIn: other });
  expect(await ownLog(me.userId)).toMatchObject([
    { action: "session.began", actor: { userId: me.userId, via: "visitor", viaId: null } },
  ]);
  expect(await ownLog(other.userId)).toEqual([]);
});

test("the password changed and reset; sessions ended; the tokens of an account that was never verified", async () => {
  const me = await aPerson();
  await aToken(me.userId);
  const wrong = { password: "wrong horse 77", newPassword: "another horse 8" };
  await call(changePassword, { signedIn: me, body: wrong });
  const changed = await call(changePassword, { signedIn: me, body: { ...wrong, password } });
  const cookie = cookieIn(changed);
  await aSession(me.userId);
  await call(submitSessions, { signedIn: { cookie }, body: {} });
  const link = await aLink("resetPassword", { email: me.email, userId: me.userId });
  expect((await call(resetPassword, { body: { link, password } })).status).toBe(200);
  const log = await ownLog(me.userId);
  expect(actionsOf(log).toSorted()).toEqual(
    [
      ...["password.changed", "sessions.ended", "token.deleted", "password.reset"],
      ...["email.verified", "session.began"],
    ].toSorted(),
  );
  expect(log.find(({ action }) => action === "password.reset")?.after).toEqual({
    endedSessions: true,
    endedTokens: true,
  });
  expect(JSON.stringify(log)).not.toContain("horse");
});

test("the second factor: on, a recovery code used, replaced, off; off by the service", async () => {
  const me = await aPerson();
  const { codes, secret } = await aSecondFactor(me.userId);
  const submit = (body: object) => call(submitSecondFactor, { signedIn: me, body });
  await submit({ do: "codes", code: "000000" });
  await submit({ do: "codes", code: codes[0] });
  await submit({ do: "end", code: codeOf(secret) });
  const again = await aSecondFactor(me.userId);
  const signedIn = await call(signIn, { body: { email: me.email, password, code: again.codes[0] } });
  expect(signedIn.status).toBe(200);
  expect(await removeSecondFactor(me.userId)).toBe(true);
  const log = await ownLog(me.userId);
  const actions = actionsOf(log);
  expect(actions.filter((action) => action === "secondFactor.enabled")).toHaveLength(2);
  expect(actions.filter((action) => action === "recoveryCode.used")).toHaveLength(2);
  expect(actions).toContain("recoveryCodes.replaced");
  expect(log.at(-1)).toMatchObject({ action: "secondFactor.disabled", actor: { via: "service" } });
  for (const code of [...codes, ...again.codes]) expect(JSON.stringify(log)).not.toContain(code);
});

test("the owner of an application ends its access to all its users, and deletes it", async () => {
  const owner = await someone();
  const { clientId } = await anApplication(owner, { name: "Planner" });
  await call(revokeClientAccess, { as: owner, params: { clientId } });
  await call(deleteClient, { as: owner, params: { clientId } });
  const log = await ownLog(owner.userId);
  expect(log.slice(-2)).toMatchObject(
    ["application.endedForAll", "application.deleted"].map((action) => ({
      action,
      actor: { via: "token", userId: owner.userId, name: expect.any(String) },
      subject: { type: "application", id: clientId, name: "Planner" },
    })),
  );
});

test("an application that gives its refresh token back, and one that uses a code twice", async () => {
  const [app, person] = [await anApp({ name: "Planner" }), await anAuthorizer()];
  const { refresh_token: token } = await tokensOf(app, person);
  await call(revokeToken, { headers: basic(app), body: { token } });
  const log = await ownLog(person.userId);
  expect(actionsOf(log)).toEqual(["application.allowed", "application.ended"]);
  expect(log[1]).toMatchObject({
    actor: { via: "application", viaId: app.clientId },
    subject: { name: "Planner" },
    after: { reason: "givenBack" },
  });
  expect(JSON.stringify(log)).not.toContain(token);

  const other = await anAuthorizer();
  const code = await aCode(app, other);
  for (const status of [200, 400]) expect((await exchange(app, code)).status).toBe(status);
  const [, ended] = await ownLog(other.userId);
  expect(ended).toMatchObject({
    action: "application.ended",
    actor: { userId: null, via: "service" },
    after: { reason: "usedTwice" },
  });
});

test("the first administrator, made by a command", async () => {
  const newcomer = {
    name: "Root",
    email: anEmail(),
    scopes: ["record|read"],
    expiredTime: "2999-01-01T00:00:00.000Z",
  };
  const { user } = await createFirstUser(newcomer, new Date().toISOString());
  const log = await ownLog(user.id);
  expect(actionsOf(log)).toEqual(["administrator.made", "token.created"]);
  expect(log[0]?.actor).toMatchObject({ via: "service", viaId: null });
});

test("a person sees their own log alone", async () => {
  const [me, other] = [await aPerson(), await aPerson()];
  await aSecondFactor(other.userId);
  const html = pageIn(await call(showAccount, { signedIn: me }));
  expect(html).not.toContain("The second factor was turned on");
  expect((await someone()).userId).not.toBe(me.userId);
});
