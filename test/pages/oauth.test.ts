/*
 * An OAuth application, written with the library openid-client, against npm start. Its user signs in and consents in a real browser; then
 * the application gets, uses, refreshes and revokes tokens.
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

/** The application's own server, to which the redirects lead. */
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

/** Registers an application; gives the library's configuration, made from our discovery document. */
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

  test("when the user denies, the application gets access_denied and no code", async () => {
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

  test("a code used twice gives no tokens, and revokes those of its first use", async () => {
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

test("no second consent within a week: signing in leads straight to the application", async () => {
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

test("the server prints no code, token, cookie or verifier", async () => {
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

test("an application that registered itself: the person chooses a base; without one the page says so", async () => {
  const registered = await fetch(`${origin()}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Assistant", redirect_uris: [callback] }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const options = { algorithm: "oauth2" as const, execute: [oauth.allowInsecureRequests] };
  const config = await oauth.discovery(new URL(origin()), client_id, undefined, oauth.None(), options);
  const { page, wrong, close } = await visit(phone, [applicationOrigin]);
  const verifier = oauth.randomPKCECodeVerifier();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: "record|read record|create table|read field|read",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  await page.goto(address.href);
  await signIn(page);
  await page.waitForURL("**/oauth/decision?**");
  expect(await page.locator("main").textContent()).toMatch(/Assistant.*unverified/s);
  expect(await page.getByLabel("Read only").isChecked()).toBe(true);
  expect(await lacks(page)).toEqual([]);
  await screenshot(page, "consent-unverified", true);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("alert").getByRole("link", { name: "Bases" }).waitFor();
  expect(await lacks(page)).toEqual([]);
  await page.locator(`input[name=bases][value=${server.dev.baseId}]`).check();
  await page.getByRole("button", { name: "Allow" }).click();
  const tokens = await oauth.authorizationCodeGrant(config, await arrival(page), {
    pkceCodeVerifier: verifier,
  });
  expect(tokens.scope).toBe("record|read table|read field|read");
  const asked = await fetch(`${origin()}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_bases", arguments: {} },
    }),
  });
  expect(await asked.text()).toContain(server.dev.baseId);
  expect(await statusWith(tokens.access_token, "/auth/user")).toBe(401);
  // the page that was refused is a 400, which the browser notes
  expect(wrong.filter((each) => !/400/.test(each))).toEqual([]);
  await close();
});
