/* A token must not create, extend or prolong tokens: these calls need a session. */
import { describe, expect, test } from "vitest";
import { handler as createToken } from "#functions/access-token/create-access-token";
import { handler as deleteToken } from "#functions/access-token/delete-access-token";
import { handler as getToken } from "#functions/access-token/get-access-token";
import { handler as listTokens } from "#functions/access-token/list-access-tokens";
import { handler as refreshToken } from "#functions/access-token/refresh-access-token";
import { handler as updateToken } from "#functions/access-token/update-access-token";
import { allScopes } from "#lib/schemas/identity/scopes";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { call, fromOurPage } from "#test/support/requests/call";
import { aPerson, plain } from "./support.ts";

const me = await aPerson();
const { id, token } = await me.made({ scopes: allScopes });
const appToken = await anAppToken(await anApplication(me.person), me.person.userId, allScopes);
const params = { accessTokenId: id };

describe.each([
  ["create", createToken, { body: plain }],
  ["list", listTokens, {}],
  ["get", getToken, { params }],
  ["update", updateToken, { params, body: plain }],
  ["refresh", refreshToken, { params, body: {} }],
  ["delete", deleteToken, { params }],
] as const)("%s", (_, endpoint, asking) => {
  const isChange = endpoint.definition.method !== "GET";

  test.each([
    ["a personal access token", token],
    ["a token of an application", appToken],
  ])("403: %s", async (_, token) => {
    const answer = await call(endpoint, { ...asking, as: { token }, headers: fromOurPage() });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: "Access tokens cannot call this; sign in with a browser" },
    });
  });

  test("401: an unknown session", async () => {
    const signedIn = { cookie: `${me.person.userId}.${"x".repeat(43)}` };
    expect((await call(endpoint, { ...asking, signedIn })).status).toBe(401);
  });

  test(`${isChange ? 403 : 200}: signed in, called from a page of another site`, async () => {
    const { signedIn } = me;
    const headers = { origin: "https://evil.example" };
    const { status } = await call(endpoint, { ...asking, signedIn, headers });
    expect(status).toBe(isChange ? 403 : 200);
  });
});

test("none of these calls had an effect", async () => {
  // the first is the one that the fixture created
  const [made, ...others] = (await me.list()).body;
  expect(made).toMatchObject({ id, name: "Import", scopes: allScopes });
  expect(others).toHaveLength(1);
});
