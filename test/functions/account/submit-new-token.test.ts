import { createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { handler as submitNewToken } from "#functions/account/submit-new-token";
import * as tokens from "#lib/data/identity/tokens";
import { newBaseId, type UserId } from "#lib/schemas/basics/ids";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aBase, aSession, aToken, someone } from "#test/support/makers/makers";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

const form = { name: "Report", days: "7", may: "read", reach: "all" };

async function made(userId: UserId, fields: Record<string, string | string[]>) {
  const answer = await submit(submitNewToken, fields, { signedIn: await aSession(userId) });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 200, title: "Your new token" });
  const token = /id="token"[^>]* value="([^"]+)"/.exec(pageIn(answer))?.[1] ?? "";
  return { token, item: await tokens.find(token, new Date().toISOString()) };
}

test("200: a token for the chosen number of days, with a command that tries it", async () => {
  const { userId } = await someone();
  const answer = await submit(submitNewToken, form, { signedIn: await aSession(userId) });
  const html = pageIn(answer);
  const token = /id="token"[^>]* value="([^"]+)" readonly/.exec(html)?.[1] ?? "";
  expect(html).toContain(`/auth/user -H 'authorization: Bearer ${token}'`);
  expect(html).toContain(`href="/docs#token=${token}"`);
  const item = await tokens.find(token, new Date().toISOString());
  expect(item).toMatchObject({ userId, name: "Report", reach: null });
  const days = (Date.parse(item?.expiredTime ?? "") - Date.parse(item?.createdTime ?? "")) / 86_400_000;
  expect(days).toBe(7);
});

test.each([
  ["read", ["base|read", "table|read", "record|read", "plugin|read"], ["record|create", "table|trash_reset"]],
  [
    "write",
    ["record|create", "record|read", "field|delete"],
    ["base|delete", "space|create", "oauth_client|create"],
  ],
  ["everything", allScopes, []],
])("200: %s", async (may, has, lacks) => {
  const { item } = await made((await someone()).userId, { ...form, may });
  expect(item?.scopes).toEqual(expect.arrayContaining(has as string[]));
  for (const scope of lacks) expect(item?.scopes).not.toContain(scope);
});

test("200: exactly the chosen options, one or several; boxes below another option do not count", async () => {
  const me = await someone();
  const [one, other] = [await aBase(me), await aBase(me)];
  const chosen = { ...form, may: "chosen", scopes: "record|read", reach: "chosen", places: one.baseId };
  expect((await made(me.userId, chosen)).item).toMatchObject({
    scopes: ["record|read"],
    reach: { spaceIds: [], baseIds: [one.baseId] },
  });
  const several = { ...chosen, scopes: ["record|read", "view|read"], places: [one.baseId, other.spaceId] };
  expect((await made(me.userId, several)).item).toMatchObject({
    scopes: ["record|read", "view|read"],
    reach: { spaceIds: [other.spaceId], baseIds: [one.baseId] },
  });
  expect((await made(me.userId, { ...several, reach: "all", may: "everything" })).item).toMatchObject({
    scopes: allScopes,
    reach: null,
  });
});

describe("400: the form again, with what was chosen", () => {
  test.each([
    ["no name", { name: "" }, "name"],
    ["no scope", { may: "chosen" }, "scopes"],
    ["an unknown scope", { may: "chosen", scopes: ["record|read", "nope|read"] }, "scopes"],
    ["no space or base", { reach: "chosen" }, "places"],
    ["an invalid space or base", { reach: "chosen", places: "nope" }, "places"],
  ])("%s", async (_, fields, at) => {
    const { userId } = await someone();
    const asked = { ...form, days: "90", ...fields };
    const answer = await submit(submitNewToken, asked, { signedIn: await aSession(userId) });
    expect(answer.status).toBe(400);
    const html = pageIn(answer);
    expect(html).toContain(`<a href="#${at}">`);
    expect(html).toContain('name="days" value="90" checked');
    // the one that each test user has
    expect(await tokens.listOf(userId, new Date().toISOString())).toHaveLength(1);
  });

  test("options that the form does not have, and an empty form", async () => {
    const signedIn = await aSession((await someone()).userId);
    for (const fields of [
      { ...form, days: "100000" },
      { ...form, may: "all" },
      {},
      { ...form, name: ["a", "b"] },
    ]) {
      const answer = await submit(submitNewToken, fields as Record<string, string>, { signedIn });
      expect({ status: answer.status, title: titleOf(answer) }).toEqual({
        status: 400,
        title: "Create a token",
      });
    }
  });

  test("more spaces and bases than a token may name", async () => {
    const signedIn = await aSession((await someone()).userId);
    const places = Array.from({ length: 101 }, () => newBaseId());
    const answer = await submit(submitNewToken, { ...form, reach: "chosen", places }, { signedIn });
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain("hoose at most 100 spaces and 100 bases, or all");
  });

  test("a form of too many parts", async () => {
    const signedIn = await aSession((await someone()).userId);
    const places = Array.from({ length: 10_001 }, () => "bse0000000000000000");
    const answer = await submit(submitNewToken, { ...form, reach: "chosen", places }, { signedIn });
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain("at most 10000 members; got 10005");
  });

  test("more tokens than a user may have", async () => {
    const { userId } = await someone();
    for (let i = 0; i < 99; i++) await aToken(userId);
    const answer = await submit(submitNewToken, form, { signedIn: await aSession(userId) });
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain("<li>You have 100 tokens, the limit is 100: delete one first</li>");
  });
});

test("200: a scope chosen twice counts once", async () => {
  const me = await someone();
  const { baseId, spaceId } = await aBase(me);
  const chosen = { ...form, may: "chosen", reach: "chosen" };
  const scopes = ["record|read", "view|read", "record|read"];
  const { item } = await made(me.userId, { ...chosen, scopes, places: [baseId, spaceId, baseId] });
  expect(item).toMatchObject({
    scopes: ["record|read", "view|read"],
    reach: { spaceIds: [spaceId], baseIds: [baseId] },
  });
});

describe("for a command that waits on the computer", () => {
  const pair = generateKeyPairSync("x25519");
  const key = pair.publicKey.export({ format: "jwk" }).x ?? "";
  const asking = { ...form, port: "49152", state: "4mSa1Cw6nZ8tQ0Yh4mSa1Cw6", key };

  /** Opens what was sealed for the key, as the command does. */
  function unseal(sealed: string): string {
    const bytes = Buffer.from(sealed, "base64url");
    const sender = bytes.subarray(0, 32);
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "X25519", x: sender.toString("base64url") },
      format: "jwk",
    });
    const shared = diffieHellman({ privateKey: pair.privateKey, publicKey });
    const salt = Buffer.concat([sender, Buffer.from(key, "base64url")]);
    const secret = Buffer.from(hkdfSync("sha256", shared, salt, "gridless token", 32));
    const decipher = createDecipheriv("aes-256-gcm", secret, Buffer.alloc(12)).setAuthTag(
      bytes.subarray(-16),
    );
    return Buffer.concat([decipher.update(bytes.subarray(32, -16)), decipher.final()]).toString();
  }

  test("302: to 127.0.0.1 only, with the state and the token sealed for the key; each time another text", async () => {
    const { userId } = await someone();
    const signedIn = await aSession(userId);
    const texts = new Set<string>();
    for (let i = 0; i < 2; i++) {
      const answer = await submit(submitNewToken, asking, { signedIn });
      expect(answer.status).toBe(302);
      const to = new URL(answer.headers["location"] ?? "");
      expect(to.origin + to.pathname).toBe("http://127.0.0.1:49152/");
      expect([...to.searchParams.keys()]).toEqual(["state", "sealed"]);
      expect(to.searchParams.get("state")).toBe(asking.state);
      const sealed = to.searchParams.get("sealed") ?? "";
      const token = unseal(sealed);
      expect(await tokens.find(token, new Date().toISOString())).toMatchObject({ userId, name: "Report" });
      expect(String(answer.body)).not.toContain(token);
      texts.add(sealed.slice(0, 43));
    }
    expect(texts.size).toBe(2);
  });

  test("400: a form that is refused keeps who asks", async () => {
    const answer = await submit(
      submitNewToken,
      { ...asking, name: "" },
      { signedIn: await aSession((await someone()).userId) },
    );
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain(`<input type="hidden" name="key" value="${key}">`);
    expect(answer.headers["content-security-policy"]).toContain("form-action 'self' http://127.0.0.1:49152;");
  });

  test.each([
    ["a port below 1024", { port: "80" }],
    ["a port that is an address", { port: "49152@example.org" }],
    ["a port in another form", { port: "0xC000" }],
    ["a short state", { state: "x" }],
    ["a key that is too long", { key: `${key}A` }],
    ["the key 0, with which every secret is the same", { key: "A".repeat(43) }],
    ["the key 1, with which every secret is the same", { key: `AQ${"A".repeat(41)}` }],
    ["an empty key", { key: "" }],
  ])("400: %s; no token is made", async (_, fields) => {
    const { userId } = await someone();
    const answer = await submit(
      submitNewToken,
      { ...asking, ...fields },
      { signedIn: await aSession(userId) },
    );
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 400,
      title: "Create a token",
    });
    expect(answer.headers["location"]).toBeUndefined();
    // the one that each test user has
    expect(await tokens.listOf(userId, new Date().toISOString())).toHaveLength(1);
  });

  test("400: not all of port, state and key", async () => {
    const { key: _, ...some } = asking;
    const answer = await submit(submitNewToken, some, { signedIn: await aSession((await someone()).userId) });
    expect(answer.status).toBe(400);
    expect(pageIn(answer)).toContain("must be set together");
  });
});

test("404: a space or base of another user, like an unknown one", async () => {
  const signedIn = await aSession((await someone()).userId);
  const { baseId } = await aBase(await someone());
  for (const places of [baseId, "bse0000000000000000"]) {
    const answer = await submit(submitNewToken, { ...form, reach: "chosen", places }, { signedIn });
    expect(answer.status).toBe(404);
    expect(titleOf(answer)).toBe("Not found");
  }
});

test("403: a token cannot make tokens", async () => {
  const { token } = await someone();
  const headers = { authorization: `Bearer ${token}` };
  expect((await submit(submitNewToken, form, { headers })).status).toBe(403);
});
