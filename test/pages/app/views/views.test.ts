/* The views of a table in a real browser: switching between them, making, renaming, copying and deleting them. */
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { aMember, aSession, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../../support/accessible.ts";
import { desk, looks, origin, screenshot, visit } from "../../support/browser.ts";
import { useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const records = ["Ada", "Bob", "Cy"].map((Name) => ({ fields: { Name } }));

/** A table with a grid, a calendar, and a grid that shows Bob. */
async function aTableOfViews() {
  const made = await aTable({ name: "People", records });
  const { owner, tableId, table } = made;
  const add = (body: object) => call(createView, { as: owner, params: { tableId }, body });
  const filterSet = [{ fieldId: table.fields[0].id, operator: "is", value: "Bob" }];
  await add({ type: "calendar", name: "Dates" });
  const bobs = await add({ type: "grid", name: "Bobs", filter: { conjunction: "and", filterSet } });
  return { ...made, address: `/app/${made.baseId}/${tableId}`, bobs: bobs.body.id as string };
}

async function openAs({ userId }: Someone, path: string, options: BrowserContextOptions = desk) {
  const visited = await visit(options);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await visited.page.goto(origin() + path);
  const names = visited.page.getByRole("gridcell").filter({ hasText: /^(Ada|Bob|Cy)$/ });
  return { ...visited, names };
}

test("the address names the view; the others are a link away", async () => {
  const { owner, address, bobs } = await aTableOfViews();
  const { page, names, wrong, close } = await openAs(owner, `${address}/${bobs}`);
  await expect.poll(() => names.allTextContents()).toEqual(["Bob"]);
  const views = page.getByRole("navigation", { name: "Views" });
  expect(await views.getByRole("link").allTextContents()).toHaveLength(3);
  expect(await views.getByRole("link", { name: "Bobs, Grid" }).getAttribute("aria-current")).toBe("page");
  await views.getByRole("link", { name: "Dates, Calendar" }).click();
  await page.getByText("A calendar shows records by a field with a date").waitFor();
  await page.goBack();
  await expect.poll(() => names.allTextContents()).toEqual(["Bob"]);
  // without a view: the first one
  await page.goto(origin() + address);
  await expect.poll(() => names.allTextContents()).toEqual(["Ada", "Bob", "Cy"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a view is made, renamed, copied and deleted; deleting it is undone", async () => {
  const { owner, address } = await aTableOfViews();
  const { page, names, wrong, close } = await openAs(owner, address);
  const link = (name: string) => page.getByRole("link", { name });
  const dialog = page.getByRole("dialog");
  const choose = async (view: string, action: string) => {
    await page.getByRole("button", { name: `More for the view ${view}` }).click();
    await page.getByRole("button", { name: action, exact: true }).click();
  };
  await page.getByRole("button", { name: "New view" }).click();
  await dialog.getByLabel("Name").fill("Board <i>");
  await dialog.getByLabel("Type").selectOption("Kanban");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByText("A kanban shows records in stacks").waitFor();
  expect(await link("Board <i>, Kanban").getAttribute("aria-current")).toBe("page");

  await choose("Board <i>", "Rename");
  await dialog.getByLabel("Name").fill("Board");
  await dialog.getByRole("button", { name: "Save" }).click();
  await link("Board, Kanban").waitFor();

  await link("Bobs, Grid").click();
  await choose("Bobs", "Duplicate");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Bobs copy");
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect.poll(() => link("Bobs copy, Grid").getAttribute("aria-current")).toBe("page");
  await expect.poll(() => names.allTextContents()).toEqual(["Bob"]);

  await choose("Bobs copy", "Delete");
  await dialog.getByText("The view can be restored").waitFor();
  expect(await dialog.getByText("shared").count()).toBe(0);
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("The view Bobs copy is deleted.").waitFor();
  await expect.poll(() => link("Bobs copy, Grid").count()).toBe(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await link("Bobs copy, Grid").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("before a shared view is deleted, it is said that its link ends", async () => {
  const { owner, address, tableId } = await aTableOfViews();
  const shared = { type: "grid", name: "Shown", enableShare: true };
  const { body } = await call(createView, { as: owner, params: { tableId }, body: shared });
  const { page, close } = await openAs(owner, `${address}/${body.id}`);
  await page.getByRole("button", { name: "More for the view Shown" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByText("its link stops working for good").waitFor();
  await close();
});

test("a view that is not there is said to be so, with a way to the first one", async () => {
  const { owner, address } = await aTableOfViews();
  const { page, names, close } = await openAs(owner, `${address}/viw4mSa1Cw6nZ8tQ0Yh`);
  await page.getByRole("alert").getByText("This view was deleted").waitFor();
  await page.getByRole("link", { name: "Show the first view" }).click();
  await expect.poll(() => names.allTextContents()).toEqual(["Ada", "Bob", "Cy"]);
  await close();
});

test("an editor is offered to change views, a viewer is not", async () => {
  const { baseId, address } = await aTableOfViews();
  for (const [role, offered] of [
    ["editor", 1],
    ["viewer", 0],
  ] as const) {
    const { page, names, close } = await openAs(await aMember(baseId, role), address);
    await expect.poll(() => names.count()).toBe(3);
    expect(await page.getByRole("button", { name: "New view" }).count()).toBe(offered);
    expect(await page.getByRole("button", { name: /^More for/ }).count()).toBe(offered);
    await close();
  }
});

test.each(looks)("axe finds nothing in views, their menu and dialogs: %s, %o", async (colorScheme, size) => {
  const { owner, address } = await aTableOfViews();
  const { page, names, wrong, close } = await openAs(owner, address, { ...size, colorScheme });
  await expect.poll(() => names.count()).toBe(3);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("The view can be restored").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New view" }).click();
  await page.getByRole("dialog").getByLabel("Type").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await screenshot(page, `app-views-${size.viewport.width}-${colorScheme}`);
  expect(wrong).toEqual([]);
  await close();
});
