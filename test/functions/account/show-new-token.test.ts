import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { handler as showNewToken } from "#functions/account/show-new-token";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aBase, aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";

test("200: every scope in words, and the spaces and bases that the user may open", async () => {
  const me = await someone();
  const { baseId, spaceId } = await aBase(me);
  const foreign = await aBase(await someone());
  const html = pageIn(await call(showNewToken, { signedIn: await aSession(me.userId) }));
  const values = [...html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, value]) => value as string);
  expect(values.toSorted()).toEqual([...allScopes].toSorted());
  const places = [...html.matchAll(/name="places" value="([^"]+)"/g)].map(([, value]) => value);
  expect(places).toEqual([spaceId, baseId]);
  expect(html).not.toContain(foreign.baseId);
  // the lowest choice is selected
  expect(html).toContain('name="may" value="read" checked');
});

const asking = {
  port: "49152",
  state: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6",
  key: "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",
};

test("200: for a command: who is signed in, where the token goes, the code, and what it proposes", async () => {
  const me = await someone("Ada <b>");
  const signedIn = await aSession(me.userId);
  const query = { ...asking, name: 'gridless on "laptop"', may: "write" };
  const answer = await call(showNewToken, { signedIn, query });
  const html = pageIn(answer);
  expect(html).toContain("<bdi>Ada &lt;b&gt; ");
  expect(html).toContain("127.0.0.1:49152");
  const code = createHash("sha256").update(asking.key).digest("hex").slice(0, 8).toUpperCase();
  expect(html).toContain(`<strong>${code.slice(0, 4)}-${code.slice(4)}</strong>`);
  for (const [name, value] of Object.entries(asking))
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}">`);
  expect(html).toContain('value="gridless on &quot;laptop&quot;"');
  expect(html).toContain('name="may" value="write" checked');
  expect(html).toContain(`href="http://127.0.0.1:49152/?state=${asking.state}&amp;refused=true"`);
  expect(answer.headers["content-security-policy"]).toContain("; form-action 'self' http://127.0.0.1:49152;");
});

test("200: without a command, the address proposes nothing, and forms lead nowhere else", async () => {
  const signedIn = await aSession((await someone()).userId);
  const answer = await call(showNewToken, { signedIn, query: { name: "Evil", may: "everything", utm: "x" } });
  expect(pageIn(answer)).not.toContain("Evil");
  expect(pageIn(answer)).toContain('name="may" value="read" checked');
  expect(answer.headers["content-security-policy"]).toContain("; form-action 'self';");
});

test.each([
  ["a port below 1024", { ...asking, port: "80" }],
  ["a port above 65535", { ...asking, port: "65536" }],
  ["a port that is an address", { ...asking, port: "49152@example.org" }],
  ["another host", { ...asking, port: "9.example.org" }],
  ["two ports", { ...asking, port: ["49152", "49153"] }],
  ["a short state", { ...asking, state: "x" }],
  ["a state with other characters", { ...asking, state: "4mSa1Cw6nZ8tQ0Yh&x=1#" }],
  ["a key that is too short", { ...asking, key: "hSDw" }],
  ["no key", { port: asking.port, state: asking.state }],
  ["a key alone", { key: asking.key }],
])("400: %s", async (_, query) => {
  const answer = await call(showNewToken, { signedIn: await aSession((await someone()).userId), query });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 400,
    title: "Invalid request",
  });
  expect(pageIn(answer)).not.toContain("<form");
});

test("200: a user without any spaces", async () => {
  const html = pageIn(await call(showNewToken, { signedIn: await aSession((await someone()).userId) }));
  expect(html).toContain("You have no spaces or bases yet.");
});
