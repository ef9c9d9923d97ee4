/* The app in a real browser: signing in leads to it, and people find, make and rename their bases and tables there. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as listBaseCollaborators } from "#functions/base/list-base-collaborators";
import { handler as createSpace } from "#functions/space/create-space";
import { aBase, aMember, aSession, aTable, someone, verify } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, origin, phone, screenshot, visit } from "../support/browser.ts";
import { useLiveApp } from "../support/live-app.ts";

useLiveApp();

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

/** Opens the menu of something, and chooses there. */
async function choose(page: Page, of: string, choice: string) {
  await page.getByRole("button", { name: `More for ${of}`, exact: true }).click();
  await page.getByRole("button", { name: choice, exact: true }).click();
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
  const named = async (button: string, name: string, does: string) => {
    const [, renamed] = /^Rename (.*)$/.exec(button) ?? [];
    if (renamed) await choose(page, renamed, "Rename");
    else await page.getByRole("button", { name: button }).click();
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
  await expect.poll(() => page.title()).toBe("Catalogue – Gridless");
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
  await choose(page, "Base", "Rename");
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

test("what is deleted goes to the trash, and comes back from there", async () => {
  const me = await someone("Ada");
  const { baseId, tableId } = await aTable({ name: "Movies" }, me);
  const { page, wrong, close } = await openApp(me.userId, `/app/${baseId}`);
  const confirm = async () => {
    await page.getByRole("dialog").getByText("restored for 30 days").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
  };
  const restore = async (name: string) => {
    await page.getByRole("button", { name: "Trash" }).click();
    await page.getByRole("button", { name: `Restore ${name}` }).click();
    await page.getByText("The trash is empty").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
  };
  await choose(page, "Movies", "Delete");
  await confirm();
  await page.getByText("No table yet").waitFor();
  await restore("Movies");
  await page.locator(`a[href="/app/${baseId}/${tableId}"]`).waitFor();

  await choose(page, "Base", "Delete");
  await confirm();
  await page.getByText("No base yet").waitFor();
  expect(new URL(page.url()).pathname).toBe("/app");
  await restore("Base");
  await page.getByRole("link", { name: "Base", exact: true }).waitFor();

  await choose(page, "Space", "Delete");
  await confirm();
  await page.getByText("You are in no space yet").waitFor();
  await restore("Space");
  await page.locator(`a[href="/app/${baseId}"]`).click();
  await page.getByRole("link", { name: "Movies" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a base is moved to another space", async () => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  await call(createSpace, { as: me, body: { name: "Archive" } });
  const { page, wrong, close } = await openApp(me.userId, `/app/${baseId}`);
  await choose(page, "Base", "Move");
  await page.getByRole("dialog").getByLabel("Space").selectOption("Archive");
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Bases" }).click();
  const archive = page.locator("section", { has: page.getByRole("heading", { name: "Archive" }) });
  await archive.locator(`a[href="/app/${baseId}"]`).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("people are invited, get another role, and are removed; a refused address stays with the reason", async () => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  const friend = await someone("Bob");
  await verify(friend);
  const { page, wrong, close } = await openApp(me.userId, `/app/${baseId}`);
  await choose(page, "Base", "People");
  const dialog = page.getByRole("dialog");
  const addresses = dialog.getByLabel("Invite by e-mail");
  await addresses.fill("no address");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.locator(".wrong").filter({ hasText: "It did not work" }).waitFor();
  expect(await addresses.inputValue()).toBe("no address");
  expect(wrong.splice(0)).not.toEqual([]);

  await addresses.fill(`${friend.email}, stranger@example.org`);
  await dialog.getByLabel("Role", { exact: true }).selectOption("viewer");
  await dialog.getByRole("button", { name: "Invite" }).click();
  await dialog.getByText("2 invitations were sent").waitFor();
  const role = dialog.getByLabel(`Role of ${friend.name}`);
  await expect.poll(() => role.inputValue()).toBe("viewer");
  expect(await dialog.locator("li", { hasText: me.name }).textContent()).toContain("(by the space)");
  await role.selectOption("commenter");
  const roles = async () => {
    const { body } = await call(listBaseCollaborators, { as: me, params: { baseId } });
    return body.collaborators.map((each: { role: string }) => each.role);
  };
  await expect.poll(roles).toContain("commenter");
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-people");

  await dialog.getByRole("button", { name: "Take back the invitation of stranger@example.org" }).click();
  await dialog.getByText("stranger@example.org").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: `Remove ${friend.name}` }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await roles()).toContain("commenter");
  await dialog.getByRole("button", { name: `Remove ${friend.name}` }).click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog
    .getByRole("group", { name: `Remove ${friend.name}?` })
    .getByRole("button", { name: "Remove", exact: true })
    .click();
  await dialog.getByText(friend.name).waitFor({ state: "detached" });
  expect(await roles()).toEqual(["owner"]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("More for Base");
  expect(wrong).toEqual([]);
  await close();
});

test("an invitation link is made, copied and ended", async () => {
  const me = await someone("Ada");
  const { baseId } = await aBase(me);
  const { page, context, wrong, close } = await openApp(me.userId, `/app/${baseId}`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: origin() });
  await choose(page, "Base", "People");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role by the link").selectOption("viewer");
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const link = dialog.getByLabel("Link. Viewer: reads");
  const address = await link.inputValue();
  expect(address).toContain("/invitation?invitationId=");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await dialog.getByText("The link was copied.").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await dialog.getByText("The link has ended.").waitFor();
  expect(await link.count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("Ctrl and K goes to any base or table by its name, with the keyboard alone", async () => {
  const me = await someone("Ada");
  const place = await aBase(me);
  const { tableId } = await aTable({ name: "Movies" }, me, place);
  await aTable({ name: "Actors" }, me, place);
  for (const options of [desk, { ...phone, colorScheme: "dark" as const }]) {
    const { page, wrong, close } = await openApp(me.userId, "/app", options);
    await page.getByRole("button", { name: "Go to" }).waitFor();
    await page.keyboard.press("Control+K");
    const box = page.getByRole("combobox", { name: "Go to a base or table" });
    const found = page.getByRole("option");
    await expect.poll(() => found.allTextContents()).toEqual(["Base Base", "Movies Base", "Actors Base"]);
    expect(await axeFindings(page)).toEqual([]);
    await box.fill("no such place");
    await page.getByText("Nothing found").waitFor();
    await box.fill("base o");
    await expect.poll(() => found.allTextContents()).toEqual(["Movies Base", "Actors Base"]);
    await page.keyboard.press("ArrowDown");
    expect(await found.nth(1).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/app/${place.baseId}/${tableId}`);
    await page.getByRole("heading", { level: 1, name: "Movies" }).waitFor();
    expect(wrong).toEqual([]);
    await close();
  }
});

test("a viewer is offered nothing that is for others", async () => {
  const { baseId } = await aBase(await someone("Ada"));
  const viewer = await aMember(baseId, "viewer");
  const { page, wrong, close } = await openApp(viewer.userId, `/app/${baseId}`);
  await page.getByRole("button", { name: "More for Base" }).click();
  expect(await page.locator("main button:visible").allTextContents()).toEqual([
    "More",
    "People",
    "Download a backup",
  ]);
  await page.getByRole("button", { name: "People" }).click();
  await page.getByRole("dialog").getByText("Ada").first().waitFor();
  expect(await page.getByRole("dialog").getByRole("button").allTextContents()).toEqual(["Close"]);
  expect(wrong).toEqual([]);
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

test.each(looks)("axe finds nothing, and nothing is too wide: %s, %o", async (colorScheme, size) => {
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
    await page.keyboard.press("Escape");
    const named = path === "/app" ? "Space" : "Base";
    await page.getByRole("button", { name: `More for ${named}` }).click();
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, `app-menu-${path.split("/").length}-${size.viewport.width}-${colorScheme}`);
    await page.getByRole("button", { name: "People", exact: true }).click();
    await page.getByRole("dialog").getByText(me.name).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    await screenshot(page, `app-people-${path.split("/").length}-${size.viewport.width}-${colorScheme}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Trash" }).click();
    await page.getByText("The trash is empty").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await close();
  }
});
