/* gridless login: a token comes from the page in the browser by a loopback address, for this command alone. The forms are driven by fetch. */
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sealerFor } from "#lib/oauth/seal-token";
import { type CommandWorld, commandWorld, endOf } from "#test/client/support/command-world";

let world: CommandWorld;
beforeAll(async () => {
  world = await commandWorld();
});
afterAll(() => world.end());

/** Nothing but what the login keeps. */
const env = { GRIDLESS_URL: undefined, GRIDLESS_TOKEN: undefined };
const kept = () => path.join(world.own.XDG_CONFIG_HOME, "gridless/login.json");
afterEach(() => world.run(["logout"], { env }));

/** A browser that is signed in. */
async function aBrowser() {
  const body = JSON.stringify({ email: world.email, password: world.password });
  const headers = { "content-type": "application/json", origin: world.url };
  const signedIn = await fetch(`${world.url}/auth/signin`, { method: "POST", headers, body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  return {
    open: async (address: string) => {
      const answer = await fetch(address, { headers: { cookie }, redirect: "manual" });
      return {
        status: answer.status,
        html: await answer.text(),
        policy: answer.headers.get("content-security-policy") ?? "",
      };
    },
    /** Sends the form of a page, with what is typed in addition. */
    submit: (html: string, typed: Record<string, string> = {}) => {
      const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
        ([, name, value]) => [name, value],
      );
      const fields = {
        ...Object.fromEntries(hidden),
        name: "gridless on test",
        may: "write",
        reach: "all",
        days: "7",
        ...typed,
      };
      return fetch(`${world.url}/account/token`, {
        ...{ method: "POST", redirect: "manual", headers: { cookie, origin: world.url } },
        body: new URLSearchParams(fields),
      });
    },
  };
}

/** A login that waits. */
async function waiting(...more: string[]) {
  const started = world.start(["login", world.url, "--no-browser", ...more], { env });
  const ended = endOf(started);
  let said = "";
  started.stderr?.on("data", (chunk) => (said += String(chunk)));
  while (!said.includes("shows the code")) await once(started.stderr ?? started, "data");
  const [, page = ""] = /^ {2}(http\S+)$/m.exec(said) ?? [];
  const [, code = ""] = /shows the code (\S+)/.exec(said) ?? [];
  const { port = "", state = "", key = "" } = Object.fromEntries(new URL(page).searchParams);
  return { started, ended, page, code, port, state, key, loopback: `http://127.0.0.1:${port}/` };
}

test("the page shows what asks, and the same code; the token comes sealed, is kept with mode 600, and works", async () => {
  const { ended, page, code, port } = await waiting("--may", "read");
  const browser = await aBrowser();
  const { status, html, policy } = await browser.open(page);
  expect(status).toBe(200);
  expect(html).toContain(`<strong>${code}</strong>`);
  expect(html).toContain(`127.0.0.1:${port}`);
  expect(html).toContain(world.email);
  expect(html).toContain('name="may" value="read" checked');
  expect(policy).toContain(`form-action 'self' http://127.0.0.1:${port};`);
  const answer = await browser.submit(html, { may: "read" });
  const location = answer.headers.get("location") ?? "";
  expect({ status: answer.status, to: location.slice(0, location.indexOf("?")) }).toEqual({
    status: 302,
    to: `http://127.0.0.1:${port}/`,
  });
  const shown = await fetch(location);
  expect(await shown.text()).toContain("You are signed in");
  expect(shown.headers.get("referrer-policy")).toBe("no-referrer");
  const { code: exit, stdout } = await ended;
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining(`(${world.email})`) });

  expect(statSync(kept()).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(kept())).mode & 0o777).toBe(0o700);
  const { token } = JSON.parse(readFileSync(kept(), "utf8")) as { token: string };
  expect(location).not.toContain(token);
  expect(await world.out(["bases"], { env })).toContain(world.baseId);
  expect(await world.run(["tables", "--base", world.baseId], { env })).toMatchObject({ code: 0 });
  const { name } = await world.makeTable();
  expect(await world.run(["records", "create", name, "--set", "Name=Ada"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--may everything"),
  });
});

test("a browser that is not signed in signs in first, and comes back to the page", async () => {
  const { started, page } = await waiting();
  const answer = await fetch(page, { redirect: "manual" });
  const to = new URL(answer.headers.get("location") ?? "", world.url);
  expect(to.pathname).toBe("/auth/sign-in");
  expect(new URL(to.searchParams.get("next") ?? "", world.url).href).toBe(page);
  started.kill("SIGINT");
});

test("refused, or interrupted: nothing is kept, and no token is made", async () => {
  const browser = await aBrowser();
  const first = await waiting();
  const { html } = await browser.open(first.page);
  const [, refusal = ""] = /<a href="(http:\/\/127[^"]+)">Refuse/.exec(html) ?? [];
  await fetch(refusal.replaceAll("&amp;", "&"));
  expect(await first.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("refused in the browser"),
  });
  const second = await waiting();
  second.started.kill("SIGINT");
  expect(await second.ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining("nothing was kept"),
  });
  expect(existsSync(kept())).toBe(false);
});

test("a wrong state, another key and a changed token are refused; the login waits on", async () => {
  const { ended, page, state, key, loopback } = await waiting();
  const seal = (to: string, text = world.token) => sealerFor(to)?.(text) ?? "";
  const other = "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo";
  const send = async (query: Record<string, string>, method = "GET") =>
    (await fetch(`${loopback}?${new URLSearchParams(query)}`, { method })).status;
  expect(await send({ sealed: seal(key) })).toBe(403);
  expect(await send({ state: `${state.slice(1)}x`, sealed: seal(key) })).toBe(403);
  expect(await send({ state: "", refused: "true" })).toBe(403);
  expect(await send({ state, sealed: seal(other) })).toBe(400);
  expect(await send({ state, sealed: `${seal(key).slice(0, -4)}AAAA` })).toBe(400);
  expect(await send({ state, sealed: "" })).toBe(400);
  expect(await send({ state, sealed: seal(key) }, "POST")).toBe(404);
  expect((await fetch(`${loopback}other?state=${state}`)).status).toBe(404);
  expect(existsSync(kept())).toBe(false);

  const browser = await aBrowser();
  const answer = await browser.submit((await browser.open(page)).html);
  expect((await fetch(answer.headers.get("location") ?? "")).status).toBe(200);
  expect(await ended).toMatchObject({ code: 0 });
});

test("a token that the server does not take is not kept, however it came", async () => {
  const { ended, state, key, loopback } = await waiting();
  const sealed = sealerFor(key)?.("gridless_wrong") ?? "";
  expect((await fetch(`${loopback}?${new URLSearchParams({ state, sealed })}`)).status).toBe(500);
  expect(await ended).toMatchObject({ code: 3, stderr: expect.stringContaining("does not take this token") });
  const login = (input: string) => world.run(["login", world.url, "--token"], { env, input });
  expect(await login("gridless_wrong\n")).toMatchObject({ code: 3 });
  expect(await login("")).toMatchObject({ code: 2 });
  expect(await login("two words")).toMatchObject({ code: 2 });
  expect(existsSync(kept())).toBe(false);
});

test("an address without TLS that is not this computer is warned of", async () => {
  const { code, stderr } = await world.run(["login", "http://0.0.0.0:9", "--token"], {
    env,
    input: "gridless_any",
  });
  expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining("is not encrypted") });
});

test("--token reads it from the standard input; it replaces the login before, whose mode does not stay", async () => {
  mkdirSync(path.dirname(kept()), { recursive: true });
  writeFileSync(kept(), "{}", { mode: 0o644 });
  expect(await world.run(["bases"], { env })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("cannot be read"),
  });
  const out = await world.out(["login", world.url.replace("http://", ""), "--token", "--json"], {
    env,
    input: `${world.token}\n`,
  });
  expect(JSON.parse(out)).toEqual({
    url: world.url,
    user: expect.objectContaining({ email: world.email }),
    file: kept(),
  });
  expect(statSync(kept()).mode & 0o777).toBe(0o600);
  expect(out).not.toContain(world.token);
});

test("the environment comes first, and a token goes only to the server that it is for", async () => {
  await world.out(["login", world.url, "--token"], { env, input: world.token });
  expect(await world.run(["bases"], { env: { ...env, GRIDLESS_TOKEN: "gridless_wrong" } })).toMatchObject({
    code: 3,
  });
  const elsewhere = await world.run(["bases"], { env: { ...env, GRIDLESS_URL: "http://127.0.0.1:9" } });
  expect(elsewhere).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("there is no token for http://127.0.0.1:9"),
  });
});

test("logout removes the token from this computer, once", async () => {
  await world.out(["login", world.url, "--token"], { env, input: world.token });
  expect(await world.out(["logout"], { env })).toContain(`${world.url}/account`);
  expect(existsSync(kept())).toBe(false);
  expect(await world.out(["logout"], { env })).toBe("There is no login\n");
  expect(await world.run(["bases"], { env })).toMatchObject({ code: 3 });
});
