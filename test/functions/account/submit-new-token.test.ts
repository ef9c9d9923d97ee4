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
