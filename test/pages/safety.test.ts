/* Other sites can do nothing in the name of a signed-in user. Every page works on a phone, in dark mode and with a screen reader. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import * as tokens from "#lib/data/identity/tokens";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aSession, aToken, someone } from "#test/support/makers/makers";
import { lacks } from "./support/accessible.ts";
import {
  beforePages,
  desk,
  origin,
  phone,
  screenshot,
  useBrowser,
  type Visit,
  visit,
} from "./support/browser.ts";

useBrowser({ corsOrigins: "*" });

let shown = "";
const evil = createServer((_, response) => {
  response.setHeader("content-type", "text/html").end(shown);
});
await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
afterAll(() => void evil.close());
/** Another origin of the same site: SameSite cookies are sent, so only the Origin header shows the difference. */
const evilOrigin = () => `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;

const me = await someone("Ada");
await aBase(me);
await aToken(me.userId, { scopes: ["record|read", "table|read"] });
await anAppToken(await anApplication(me, { scopes: ["table|read", "record|create"] }), me.userId, [
  "table|read",
]);
const { cookie } = await aSession(me.userId);

async function visitSignedIn(options = {}) {
  const visited = await visit({ ...desk, ...options }, [evilOrigin()]);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin() }]);
  return visited;
}

describe("403: a form on a page of another origin", () => {
  test.each([
    ["/account/token", { name: "Mine", may: "everything", reach: "all", days: "365" }],
    ["/account/name", { name: "Mallory" }],
    ["/account/sign-out", {}],
    ["/auth/sign-in", { email: "mallory@example.org", password: "correct horse 7" }],
  ])("%s", async (path, fields) => {
    const inputs = Object.entries(fields).map(([name, value]) => `<input name=${name} value='${value}'>`);
    shown = `<form method=post action=${origin()}${path}>${inputs.join("")}<button>Win</button></form>`;
    const before = await tokens.listOf(me.userId, new Date().toISOString());
    const { page, close } = await visitSignedIn();
    await page.goto(evilOrigin());
    const [response] = await Promise.all([page.waitForResponse(origin() + path), page.click("button")]);
    expect(response.status()).toBe(403);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This is not allowed");
    expect(await page.content()).not.toContain("mallory");
    await page.goto(`${origin()}/account`);
    expect(page.url()).toBe(`${origin()}/account`);
    expect(await page.locator("dd").first().textContent()).toBe(me.name);
    expect(await tokens.listOf(me.userId, new Date().toISOString())).toHaveLength(before.length);
    await close();
  });
});

test.each(["/account", "/auth/sign-in", "/account/token"])("%s cannot be framed", async (path) => {
  shown = `<iframe src=${origin()}${path}></iframe>`;
  const { page, wrong, close } = await visitSignedIn();
  await page.goto(evilOrigin());
  await expect.poll(() => wrong.join()).toMatch(/frame/i);
  expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await close();
});

const paths = [
  "/",
  ...["/auth/sign-in", "/auth/sign-up", "/auth/forgot-password", "/auth/verify", "/auth/choose-password"],
  ...["/account", "/account?done=token", "/account/token", "/auth/sign-up?invite=none"],
];
const looks = {
  desk,
  phone,
  "narrow phone in dark mode": { ...phone, viewport: { width: 320, height: 568 }, colorScheme: "dark" },
} as const;

describe.each(Object.entries(looks))("%s", (look, options) => {
  // one browser that is signed in and one that is not, shared by all paths
  const visits: Record<"in" | "out", Visit | undefined> = { in: undefined, out: undefined };
  beforePages(async () => {
    [visits.in, visits.out] = await Promise.all([visitSignedIn(options), visit(options)]);
  });
  afterAll(async () => {
    await Promise.all([visits.in?.close(), visits.out?.close()]);
  });

  test.each(paths)(
    "%s: labelled inputs, one heading, landmarks, contrast, 44 pixel targets, no overflow",
    async (path) => {
      const visited = visits[path.startsWith("/account") ? "in" : "out"];
      if (!visited) throw new Error("no browser");
      const { page, wrong } = visited;
      wrong.length = 0;
      await page.goto(origin() + path);
      for (const radio of await page.locator("[value=chosen]").all()) await radio.check();
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await lacks(page)).toEqual([]);
      await screenshot(page, `${look}-${path.replace(/\W+/g, "-")}`.replaceAll(" ", "-"), true);
      // an expired link is 400
      expect(wrong.filter((each) => !/\b400\b/.test(each))).toEqual([]);
    },
  );
});
