import { expect, test } from "vitest";
import { handler as showNewToken } from "#functions/account/show-new-token";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aBase, aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

test("200: every scope in words, and the places that one may open", async () => {
  const me = await someone();
  const { baseId, spaceId } = await aBase(me);
  const foreign = await aBase(await someone());
  const html = pageIn(await call(showNewToken, { signedIn: await aSession(me.userId) }));
  const values = [...html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, value]) => value as string);
  expect(values.toSorted()).toEqual([...allScopes].toSorted());
  const places = [...html.matchAll(/name="places" value="([^"]+)"/g)].map(([, value]) => value);
  expect(places).toEqual([spaceId, baseId]);
  expect(html).not.toContain(foreign.baseId);
  // the least is chosen already
  expect(html).toContain('name="may" value="read" checked');
});

test("200: who may open nothing yet", async () => {
  const html = pageIn(await call(showNewToken, { signedIn: await aSession((await someone()).userId) }));
  expect(html).toContain("You have no space and no base yet.");
});
