/*
 * An application as its maker would write it, with the library openid-client, on npm start: its user signs in and consents on the
 * pages, in a real browser; then tokens are got, used, refreshed and revoked.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "openid-client";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { lacks } from "./support/accessible.ts";
import { desk, origin, phone, screenshot, useBrowser, visit } from "./support/browser.ts";

let server: Server;
useBrowser({
  async start() {
    const { folder, remove } = temporaryFolder();
    server = await startServer(folder);
    const close = () => server.stop("SIGTERM").finally(remove);
    return { url: server.dev.url, close };
  },
});

/** The application's own server, where the answers go to. */
const application = createServer((_, response) => {
  response.setHeader("content-type", "text/html").end("<link rel=icon href=data:,><h1>Planner</h1>");
});
await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
afterAll(() => void application.close());
const applicationOrigin = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
const callback = `${applicationOrigin}/callback`;

async function post(path: string, body: object = {}) {
  const headers = { authorization: `Bearer ${server.dev.token}`, "content-type": "application/json" };
  const answer = await fetch(origin() + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Record<string, string>;
}

const scopes = ["table|read", "record|read", "record|create"];

/** An application that was registered, and what the library found out about us. */
async function anApplication(kind: "public" | "confidential") {
  const { clientId = "" } = await post("/oauth/client", {
    name: "Planner",
    homepage: "https://planner.example.com",
    scopes,
    redirectUris: [callback],
  });
  const { secret } = kind === "confidential" ? await post(`/oauth/client/${clientId}/secret`) : {};
  return oauth.discovery(
    new URL(origin()),
    clientId,
    undefined,
    secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret),
    { algorithm: "oauth2", execute: [oauth.allowInsecureRequests] },
  );
}

async function begin(config: oauth.Configuration) {
  const checks = { pkceCodeVerifier: oauth.randomPKCECodeVerifier(), expectedState: oauth.randomState() };
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: "table|read record|read",
    state: checks.expectedState,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  return { checks, address: address.href };
}

async function signIn(page: Page) {
  await page.getByLabel("E-mail").fill(server.dev.email);
  await page.getByLabel("Password").fill(server.dev.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
}

const arrival = async (page: Page) => {
  await page.waitForURL((url) => url.href.startsWith(`${callback}?`));
  expect(await page.locator("h1").textContent()).toBe("Planner");
  return new URL(page.url());
};

async function statusWith(token: string, path: string) {
  const { status } = await fetch(origin() + path, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

describe.each(["public", "confidential"] as const)("a %s application", (kind) => {
  test("code with PKCE, use, refresh and revocation, after signing in and consenting", async () => {
    const config = await anApplication(kind);
    const { page, wrong, close } = await visit(kind === "public" ? phone : desk, [applicationOrigin]);
    const first = await begin(config);
    await page.goto(first.address);
    expect(new URL(page.url()).pathname).toBe("/auth/sign-in");
    await signIn(page);
    await page.waitForURL("**/oauth/decision?**");
    expect(await page.locator("main").textContent()).toMatch(/Planner.*planner\.example\.com/s);
    expect(await page.getByRole("listitem").allTextContents()).toEqual([
      ...["See who you are", "See tables", "See records and their comments"],
    ]);
    expect(await lacks(page)).toEqual([]);
    await screenshot(page, `consent-${kind}`, true);
    await page.getByRole("button", { name: "Allow" }).click();

    const tokens = await oauth.authorizationCodeGrant(config, await arrival(page), first.checks);
    expect(tokens.token_type).toBe("bearer");
    expect(tokens.expires_in).toBe(600);
    const inBase = `/base/${server.dev.baseId}/table`;
    expect(await statusWith(tokens.access_token, inBase)).toBe(200);
    expect(await statusWith(tokens.access_token, `/base/${server.dev.baseId}`)).toBe(403);

    const second = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusWith(second.access_token, inBase)).toBe(200);
    if (kind === "confidential")
      expect(await oauth.tokenIntrospection(config, second.access_token)).toMatchObject({ active: true });
    await oauth.tokenRevocation(config, second.refresh_token ?? "");
    expect(await statusWith(second.access_token, inBase)).toBe(401);
    await expect(oauth.refreshTokenGrant(config, second.refresh_token ?? "")).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect(wrong).toEqual([]);
    await close();
  });

  test("a refusal reaches the application, and gives it nothing", async () => {
    const config = await anApplication(kind);
    const { page, wrong, close } = await visit(desk, [applicationOrigin]);
    const { address, checks } = await begin(config);
    await page.goto(address);
    await signIn(page);
    await page.getByRole("button", { name: "Deny" }).click();
    const answer = await arrival(page);
    expect(answer.searchParams.get("code")).toBeNull();
    await expect(oauth.authorizationCodeGrant(config, answer, checks)).rejects.toMatchObject({
      error: "access_denied",
    });
    expect(wrong).toEqual([]);
    await close();
  });

  test("a code that comes back twice gives nothing, and ends what it gave", async () => {
    const config = await anApplication(kind);
    const { page, close } = await visit(desk, [applicationOrigin]);
    const { address, checks } = await begin(config);
    await page.goto(address);
    await signIn(page);
    await page.getByRole("button", { name: "Allow" }).click();
    const answer = await arrival(page);
    const { access_token } = await oauth.authorizationCodeGrant(config, answer, checks);
    await expect(oauth.authorizationCodeGrant(config, answer, checks)).rejects.toMatchObject({
      error: "invalid_grant",
    });
    expect(await statusWith(access_token, "/auth/user")).toBe(401);
    await close();
  });
});

test("who consented is not asked again within the week: signing in leads straight on to the application", async () => {
  const config = await anApplication("confidential");
  const { page, wrong, context, close } = await visit(desk, [applicationOrigin]);
  await page.goto((await begin(config)).address);
  await signIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  await arrival(page);
  await page.goto(`${origin()}/account`);
  await page.getByRole("heading", { name: "Planner" }).first().waitFor();

  await context.clearCookies();
  const again = await begin(config);
  await page.goto(again.address);
  await signIn(page);
  const { access_token } = await oauth.authorizationCodeGrant(config, await arrival(page), again.checks);
  expect(await statusWith(access_token, "/auth/user")).toBe(200);
  expect(wrong).toEqual([]);
  await close();
});

test("no secret of all this was printed", async () => {
  const { page, close } = await visit(desk, [applicationOrigin]);
  const config = await anApplication("public");
  const { address, checks } = await begin(config);
  await page.goto(address);
  await signIn(page);
  await page.getByRole("button", { name: "Allow" }).click();
  const answer = await arrival(page);
  const tokens = await oauth.authorizationCodeGrant(config, answer, checks);
  const cookies = (await page.context().cookies(origin())).map(({ value }) => value);
  const code = answer.searchParams.get("code") ?? "";
  const printed = server.output();
  expect(printed).toContain("/oauth/access_token");
  for (const secret of [
    code,
    tokens.access_token,
    tokens.refresh_token ?? "",
    ...cookies,
    checks.pkceCodeVerifier,
  ]) {
    expect(secret).toMatch(/\S{20}/);
    expect(printed).not.toContain(secret);
  }
  await close();
});
