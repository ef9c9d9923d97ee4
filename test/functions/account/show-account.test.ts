import { expect, test } from "vitest";
import { handler as lockOut } from "#functions/account/lock-application-out";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as submitVerify } from "#functions/auth/submit-verify";
import { handler as renameBase } from "#functions/base/update-base";
import * as tokens from "#lib/data/identity/tokens";
import * as clients from "#lib/data/oauth/clients";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aMember, aSession, aToken, someone } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/oauth";
import { aLink, aNewcomer } from "#test/support/makers/people";
import { anUnverifiedApp, tokensFor } from "#test/support/makers/unverified";
import { call } from "#test/support/requests/call";
import { pageIn, submit } from "#test/support/requests/form";
import { sendModern } from "#test/support/requests/mcp";

const shown = async (signedIn: { cookie: string }, query = {}) =>
  pageIn(await call(showAccount, { signedIn, query }));
const signedInAs = async ({ userId }: { userId: Parameters<typeof aSession>[0] }) => aSession(userId);

test("200: the user's data; a button for another link until the address is verified", async () => {
  const me = await aNewcomer({ name: "Ada & Co" });
  const before = await shown(me);
  expect(before).toContain("<dd>Ada &amp; Co</dd>");
  expect(before).toContain("Send the link again");
  await submit(submitVerify, { link: await aLink("verifyEmail", me) }, { signedIn: me });
  const after = await shown(me);
  expect(after).toContain(`${me.email} <span class="hint">verified</span>`);
  expect(after).not.toContain("Send the link again");
});

test("200: the user's own tokens with what they open, never their text", async () => {
  const me = await someone();
  const { spaceId } = await aBase(me);
  const foreign = await aBase(await someone());
  const baseIds = [foreign.baseId];
  const joined = await aMember(foreign.baseId, "viewer");
  const secret = await aToken(joined.userId, { scopes: ["record|read"], reach: { spaceIds: [], baseIds } });
  const mine = await aToken(me.userId, { reach: { spaceIds: [spaceId], baseIds } });
  const html = await shown(await signedInAs(me));
  expect(html).toContain("<dd>Space, a place that you can no longer open</dd>");
  expect(html).toContain('<dd><time datetime="2999-01-01T00:00:00.000Z">1 January 2999</time></dd>');
  for (const text of [secret, mine]) expect(html).not.toContain(text.slice(-50));
  const theirs = await shown(await signedInAs(joined));
  expect(theirs).toContain("<dd>Base</dd>");
  expect(theirs).toContain("See records and their comments");
});

test("200: a token of npm start never expires", async () => {
  const me = await someone();
  await aToken(me.userId, { expiredTime: "9999-12-31T00:00:00.000Z" });
  const html = await shown(await signedInAs(me));
  expect(html).toContain("<dt>Expires</dt><dd>never</dd>");
  expect(html).not.toContain("9999");
});

test("200: an expired token is marked", async () => {
  const me = await someone();
  await tokens.create(
    {
      userId: me.userId,
      name: "Old",
      scopes: [],
      reach: null,
      expiredTime: new Date(Date.now() - 1000).toISOString(),
    },
    "2026-01-01T00:00:00.000Z",
  );
  expect(await shown(await signedInAs(me))).toContain("<dt>Expired on</dt>");
});

test("200: the authorized applications, without the revoked ones", async () => {
  const me = await someone();
  const owner = await someone();
  const [kept, gone] = [
    await anApplication(await someone(), { name: "Kept", scopes: ["table|read"] }),
    await anApplication(owner, { name: "Gone", scopes: ["table|read"] }),
  ];
  for (const each of [kept, gone]) await anAppToken(each, me.userId, ["table|read"]);
  await clients.remove((await clients.find(gone.clientId)) as clients.ClientItem, owner.userId);
  const html = await shown(await signedInAs(me));
  expect(html).toContain("Kept");
  expect(html).not.toContain("Gone");
  expect(html).toContain('<dd>everything that you can access <span class="hint">read only</span></dd>');
});

test("200: the bases that an application may use, and whether it may only read; ending it ends all", async () => {
  const me = await aPerson();
  await call(renameBase, { as: me, params: { baseId: me.baseId }, body: { name: "Plans & <b>" } });
  const app = await anUnverifiedApp({ client_uri: "https://assistant.example" });
  const reach = { reach: "chosen", bases: [me.baseId] };
  const tokens = await tokensFor(app, me, reach);
  const rowOf = async () => (await shown(me)).split('id="applications"')[1] ?? "";
  const reading = await rowOf();
  expect(reading).toContain("<bdi>Assistant</bdi> (unverified)");
  expect(reading).not.toContain("assistant.example");
  expect(reading).toContain('<dd>Plans &amp; &lt;b&gt; <span class="hint">read only</span></dd>');
  await tokensFor(app, me, { ...reach, may: "asked" });
  expect(await rowOf()).toContain("<dd>Plans &amp; &lt;b&gt;</dd>");
  await submit(lockOut, {}, { signedIn: me, params: { clientId: app.clientId } });
  expect(await rowOf()).not.toContain("Assistant");
  expect((await sendModern({ token: tokens.access_token }, "tools/list")).status).toBe(401);
});

test.each([
  ["token", "The token was deleted."],
  ["<script>", undefined],
  ["toString", undefined],
])("200: after %s was done it says so", async (done, text) => {
  const html = await shown(await signedInAs(await someone()), { done });
  expect(/role="status">(.*?)</.exec(html)?.[1]).toBe(text);
});

test("403: a token does not open it", async () => {
  expect((await call(showAccount, { as: await someone() })).status).toBe(403);
});
