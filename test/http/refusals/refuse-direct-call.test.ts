/* CloudFront before the API, as functions see it: real servers, to which requests come with its headers and without. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";

const secret = "b".repeat(48);
const former = "a".repeat(48);
const site = "https://tables.example.org";
const throughCdn = { "x-gridless-cdn": secret };

const folders = [temporaryFolder(), temporaryFolder()] as const;
let only: Server;
let beside: Server;
beforeAll(async () => {
  const settings = { GRIDLESS_ORIGIN: site, GRIDLESS_CDN_SECRETS: `${secret} ${former}` };
  [only, beside] = await Promise.all([
    startServer(folders[0].folder, { ...settings, GRIDLESS_CDN: "on" }),
    startServer(folders[1].folder, { ...settings, GRIDLESS_CDN: "beside" }),
  ]);
});
afterAll(async () => {
  await Promise.all([only.stop("SIGTERM"), beside.stop("SIGTERM")]);
  for (const { remove } of folders) remove();
});

const ask = (server: Server, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(server.dev.url + path, { redirect: "manual", ...init, headers });
const post = (server: Server, path: string, body: object, headers: Record<string, string>) =>
  ask(
    server,
    path,
    { "content-type": "application/json", ...headers },
    { method: "POST", body: JSON.stringify(body) },
  );

/** The status of a person's attempt to sign in with the page of this origin. */
const signIn = async (server: Server, origin: string, headers: Record<string, string> = {}) => {
  const { email = "", password = "" } = server.dev;
  const body = new URLSearchParams({ email, password });
  return (await ask(server, "/auth/sign-in", { ...headers, origin }, { method: "POST", body })).status;
};

describe("where all calls come through CloudFront", () => {
  test.each(["GET", "HEAD", "POST", "DELETE"])("403: a direct call, %s", async (method) => {
    const { token, baseId } = only.dev;
    for (const path of [
      "/health",
      `/base/${baseId}`,
      "/app",
      "/auth/sign-in",
      "/no/such/path",
      "/api/health",
    ]) {
      const answer = await ask(only, path, { authorization: `Bearer ${token}` }, { method });
      expect([path, answer.status]).toEqual([path, 403]);
      const text = await answer.text();
      if (method === "HEAD") expect(text).toBe("");
      else
        expect(JSON.parse(text)).toMatchObject({
          code: "restricted_resource",
          message: `This address is not for callers: call ${site}`,
        });
    }
  });

  test.each([
    ["empty", ""],
    ["a part", secret.slice(1)],
    ["longer", `${secret}b`],
    ["two", `${secret}, ${secret}`],
    ["both, as they are set", `${secret} ${former}`],
    ["in other letters", secret.toUpperCase()],
  ])("403: a wrong secret, %s", async (_, wrong) => {
    expect((await ask(only, "/health", { "x-gridless-cdn": wrong })).status).toBe(403);
  });

  test("200: with the secret, and with the one before it", async () => {
    for (const each of [secret, former])
      expect((await ask(only, "/health", { "x-gridless-cdn": each })).status).toBe(200);
    expect((await ask(only, "/app", throughCdn)).status).toBe(200);
    expect((await ask(only, "/api/health", throughCdn, { method: "HEAD" })).status).toBe(200);
    expect((await ask(only, "/no/such/path", throughCdn)).status).toBe(404);
  });

  test("pages of the site may sign in, whatever host the API is called by; pages of that host may not", async () => {
    expect(await signIn(only, site, throughCdn)).toBe(200);
    const { origin } = new URL(only.dev.url);
    for (const other of [origin, "https://evil.example", "http://tables.example.org", "null"])
      expect([other, await signIn(only, other, throughCdn)]).toEqual([other, 403]);
  });

  test("no answer shows the secret", async () => {
    for (const path of [
      "/health",
      "/no/such/path",
      "/auth/sign-in",
      "/.well-known/oauth-authorization-server",
    ]) {
      const answer = await ask(only, path, throughCdn);
      expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(secret);
    }
    expect(only.output()).not.toContain(secret);
  });
});

describe("the address of the viewer", () => {
  /** How many of 60 requests to reset a password are too many: a network may send 50 at once. */
  async function refused(server: Server, headersOf: (i: number) => Record<string, string>): Promise<number> {
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) {
      const body = { email: `${i}@example.org` };
      const { status } = await post(server, "/auth/send-reset-password-email", body, headersOf(i));
      statuses.push(status);
    }
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    return statuses.filter((status) => status === 429).length;
  }

  test("limits count the viewer's, with the secret", async () => {
    const viewer = { ...throughCdn, "x-gridless-viewer": "203.0.113.7" };
    expect(await refused(only, () => viewer)).toBeGreaterThan(5);
    const other = { ...throughCdn, "x-gridless-viewer": "2001:db8::7" };
    expect(
      (await post(only, "/auth/send-reset-password-email", { email: "a@example.org" }, other)).status,
    ).toBe(200);
    // what a viewer says of its way is not looked at
    const forwarded = { ...viewer, "x-forwarded-for": "198.51.100.1" };
    const answer = await post(only, "/auth/send-reset-password-email", { email: "a@example.org" }, forwarded);
    expect(answer.status).toBe(429);
  });

  test("is not trusted without the secret, nor where it is no address", async () => {
    // the loopback from which these calls come has no limit
    const spoofed = { "x-gridless-viewer": "203.0.113.8" };
    expect(await refused(beside, () => spoofed)).toBe(0);
    for (const text of ["unknown", "203.0.113.9:443", "203.0.113.9, 203.0.113.10"])
      expect(await refused(beside, () => ({ ...throughCdn, "x-gridless-viewer": text }))).toBe(0);
    // and with it, it is
    expect(await refused(beside, () => ({ ...throughCdn, ...spoofed }))).toBeGreaterThan(5);
  });
});

test("beside CloudFront direct calls work as they did, also with a wrong secret", async () => {
  for (const headers of [{}, { "x-gridless-cdn": "wrong" }, throughCdn])
    expect((await ask(beside, "/health", headers)).status).toBe(200);
  const { origin } = new URL(beside.dev.url);
  expect(await signIn(beside, site, throughCdn)).toBe(200);
  expect(await signIn(beside, origin, throughCdn)).toBe(403);
  // these are http, and the service has https
  expect(await signIn(beside, site)).toBe(403);
});
