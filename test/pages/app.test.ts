/* The app in a real browser: signing in leads to it, and people find, make and rename their bases and tables there. */
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { aBase, aSession, someone } from "#test/support/makers/makers";
import { axeFindings } from "./support/accessible.ts";
import { desk, origin, phone, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

/** A browser in which the user is signed in, at an address of the app. */
async function openApp(
  userId: Parameters<typeof aSession>[0],
  path = "/app",
  options: BrowserContextOptions = desk,
) {
  const visited = await visit(options);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await visited.page.goto(origin() + path);
  return visited;
}

test("without a session it leads to sign-in, and from there back", async () => {
  const { page, close } = await visit();
  await page.goto(`${origin()}/app/bse4mSa1Cw6nZ8tQ0Yh`);
  await page.waitForURL(/\/auth\/sign-in/);
  expect(new URL(page.url()).searchParams.get("next")).toBe("/app/bse4mSa1Cw6nZ8tQ0Yh");
  await close();
});

test("a space, a base and a table are made, renamed, and found again", async () => {
  const me = await someone("Ada");
  const { page, wrong, close } = await openApp(me.userId);
  const named = async (button: string | RegExp, name: string, does: string) => {
    await page.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: does }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await named("New space", "Films <b>", "Create");
  await page.getByRole("heading", { name: "Films <b>" }).waitFor();
  await named("Rename Films <b>", "Films", "Save");
  await named("New base in Films", "Catalogue", "Create");
  await page.getByRole("heading", { level: 1, name: "Catalogue" }).waitFor();
  expect(await page.title()).toBe("Catalogue – Gridless");
  await named("Rename Catalogue", "Library", "Save");
  await named("New table", "Movies", "Create");
  await page.waitForURL(/\/app\/bse\w+\/tbl\w+$/);
  await page.goBack();
  await named("Rename Movies", "All movies", "Save");
  await page.getByRole("link", { name: "All movies" }).waitFor();
  await page.getByRole("link", { name: "Bases" }).click();
  await page.getByRole("link", { name: "Library" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Library" }).click();
  await page.getByRole("link", { name: "All movies" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a refused name stays in the dialog, with the reason", async () => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  const { page, close } = await openApp(me.userId, `/app/${baseId}`);
  await page
    .getByRole("button", { name: /^Rename/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const long = "x".repeat(5000);
  await dialog.getByLabel("Name").fill(long);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => dialog.locator(".wrong").textContent()).toContain("must have at most");
  expect(await dialog.getByLabel("Name").inputValue()).toBe(long);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await close();
});

test("a base that is not there, or not for this person, is said to be so", async () => {
  const { baseId } = await aBase(await someone("Bob"));
  const { page, close } = await openApp((await someone("Ada")).userId, `/app/${baseId}`);
  await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
  await close();
});

test("a page of before a deployment, which misses a part, is loaded again once", async () => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  const { page, close } = await openApp(me.userId);
  await page.getByRole("heading", { level: 1 }).waitFor();
  let loads = 0;
  page.on("framenavigated", () => loads++);
  await page.route(/\/assets\/base-/, (route) => route.fulfill({ status: 404 }));
  await page.locator(`a[href="/app/${baseId}"]`).click();
  await page.getByText("Reload the page").waitFor();
  // one navigation by the link, one by loading again
  expect(loads).toBe(2);
  await page.unroute(/\/assets\/base-/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "New table" }).waitFor();
  await close();
});

test.each([
  ["light", desk],
  ["dark", desk],
  ["light", phone],
  ["dark", phone],
] as const)("axe finds nothing, and nothing is too wide: %s, %o", async (colorScheme, size) => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  for (const path of ["/app", `/app/${baseId}`]) {
    const { page, wrong, close } = await openApp(me.userId, path, { ...size, colorScheme });
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: /^(New space|New table)$/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await screenshot(page, `app-${path.split("/").length}-${size.viewport.width}-${colorScheme}`);
    expect(wrong).toEqual([]);
    await close();
  }
});
