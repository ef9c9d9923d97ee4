/* Sharing a view in a real browser: what the dialog does, and what strangers find at the address. */
import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { handler as lockView } from "#functions/view/lock-view";
import { aShareId } from "#test/support/makers/ids";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../../support/accessible.ts";
import { desk, phone, screenshot, visit } from "../../support/browser.ts";
import { openAppAs, useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Cost" },
];
const records = ["Soup", "Bread"].map((Name) => ({ fields: { Name, Cost: 3 } }));

const shared = () => ({
  enableShare: true,
  shareId: aShareId(),
  shareMeta: { includeRecords: true },
});

async function aMenu(view: object = { type: "grid" }) {
  const made = await aTable({ name: "Menu", fields, records });
  const { owner: as, baseId, tableId } = made;
  const { body } = await call(createView, { as, params: { tableId }, body: { name: "Guests", ...view } });
  const params = { tableId, viewId: body.id as string };
  const read = async () => (await call(getView, { as, params })).body;
  return { ...made, params, read, address: `/app/${baseId}/${tableId}/${body.id}` };
}

async function openDialog(...[userId, path, options]: Parameters<typeof openAppAs>) {
  const visited = await openAppAs(userId, path, options);
  const dialog = visited.page.getByRole("dialog");
  await visited.page.getByRole("button", { name: "Share the view Guests" }).click();
  await dialog.getByRole("heading", { name: "Share the view Guests" }).waitFor();
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  const said = (text: string) => dialog.getByRole("status").filter({ hasText: text }).waitFor();
  return {
    ...visited,
    dialog,
    press,
    said,
    link: () => dialog.getByLabel("Address", { exact: true }).inputValue(),
  };
}

/** The heading and the rows that a stranger finds at an address. */
async function findAt(address: string, password?: string) {
  const { page, close } = await visit();
  await page.goto(address);
  if (password !== undefined) {
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForLoadState();
  }
  const found = {
    title: await page.getByRole("heading", { level: 1 }).textContent(),
    rows: await page.getByRole("rowheader").allTextContents(),
  };
  await close();
  return found;
}

const asksPassword = { title: "This page is protected by a password", rows: [] };

test("a view is shared, with a password, at a new address, and no longer", async () => {
  const { owner, address } = await aMenu();
  const { context, dialog, press, said, link, wrong, close } = await openDialog(owner.userId, address);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await press("Share this view");
  await said("The view is shared.");
  // the focus is where the address is
  expect(
    await dialog.getByLabel("Address", { exact: true }).evaluate((input) => input.matches(":focus")),
  ).toBe(true);
  const first = await link();
  await press("Copy: Address");
  await said("Copied.");
  expect(await dialog.evaluate(() => navigator.clipboard.readText())).toBe(first);
  const open = { title: "Guests", rows: ["Soup", "Bread"] };
  expect(await findAt(first)).toEqual(open);

  await press("Set a password");
  await dialog.getByLabel("New password").fill("correct horse");
  await press("Save");
  await said("The password is set.");
  await dialog.getByText("All this only after the password.").waitFor();
  expect(await dialog.getByText("correct horse").count()).toBe(0);
  expect(await findAt(first)).toEqual(asksPassword);
  expect(await findAt(first, "correct horse")).toEqual(open);

  // other settings keep the password
  await dialog.getByLabel("Let visitors copy").check();
  await said("Saved.");
  expect(await findAt(first)).toEqual(asksPassword);
  await press("Change the password");
  await dialog.getByLabel("New password").fill("battery staple");
  await dialog.getByLabel("New password").press("Enter");
  await said("The password is set.");
  expect(await findAt(first, "battery staple")).toEqual(open);
  await press("Take the password away");
  await said("The password is taken away.");
  expect(await findAt(first)).toEqual(open);

  await press("New address");
  await dialog.getByText("The former address ends at once").waitFor();
  await press("Cancel");
  expect(await link()).toBe(first);
  await press("New address");
  await press("New address");
  await said("The share has a new address.");
  const second = await link();
  expect((await findAt(first)).rows).toEqual([]);
  expect(await findAt(second)).toEqual(open);

  await press("Stop sharing");
  await press("Stop sharing");
  await said("The view is not shared any longer.");
  expect((await findAt(second)).rows).toEqual([]);
  await press("Share this view");
  await said("The view is shared.");
  expect(await findAt(await link())).toEqual(open);
  expect(wrong).toEqual([]);
  await close();
});

test("settings that are changed at once are all kept; the dialog says what they mean for strangers", async () => {
  const { owner, address, read } = await aMenu({
    type: "kanban",
    ...shared(),
  });
  const { dialog, said, wrong, close } = await openDialog(owner.userId, address);
  const told = dialog.getByRole("list").first();
  await told.getByText("All records of the table.").waitFor();
  await told.getByText("These fields: Name.").waitFor();
  // both before the first was answered
  await dialog.getByLabel("Show hidden fields too").check();
  await dialog.getByLabel("Show the records").uncheck();
  await told.getByText("All fields of the table, also hidden ones").waitFor();
  await expect
    .poll(async () => (await read()).shareMeta)
    .toEqual({ includeRecords: false, includeHiddenField: true });
  await said("Saved.");
  expect(await told.getByText("All records of the table.").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("a form that is shared takes answers, from all or from people who signed in", async () => {
  const { owner, address, read } = await aMenu({ type: "form" });
  const { dialog, press, said, link, wrong, close } = await openDialog(owner.userId, address);
  await press("Share this view");
  await dialog.getByText("These questions: Name, Cost.").waitFor();
  await dialog.getByText("They stay anonymous").waitFor();
  expect(await findAt(await link())).toEqual({ title: "Guests", rows: [] });
  await dialog.getByLabel("Visitors sign in first").check();
  await dialog.getByText("They sign in first").waitFor();
  await dialog.getByLabel("Take answers").uncheck();
  await dialog.getByText("The form, which takes no answers now.").waitFor();
  await said("Saved.");
  expect((await read()).shareMeta.submit).toEqual({ allow: false, requireLogin: true });
  expect(wrong).toEqual([]);
  await close();
});

test("readers are not offered it; a locked view says so, and changes nothing", async () => {
  const { owner, baseId, address, params } = await aMenu({ type: "grid", ...shared() });
  const viewer = await aMember(baseId, "viewer");
  const reading = await openAppAs(viewer.userId, address);
  await reading.page.getByRole("gridcell", { name: "Soup" }).waitFor();
  expect(await reading.page.getByRole("button", { name: "Share the view Guests" }).count()).toBe(0);
  await reading.close();
  await call(lockView, { as: owner, params, body: { isLocked: true } });
  const { dialog, link, close } = await openDialog(owner.userId, address);
  await dialog.getByText("The view is locked.").waitFor();
  expect(await link()).toContain("/share/");
  expect(await dialog.getByLabel("Show the records").isDisabled()).toBe(true);
  expect(await dialog.getByRole("button", { name: "Stop sharing" }).isDisabled()).toBe(true);
  await close();
});

test.each([
  ["light", desk],
  ["dark", { ...phone, colorScheme: "dark" }],
] as const)("the dialog is accessible, %s", async (look, options) => {
  const { owner, address } = await aMenu();
  const { page, dialog, press, wrong, close } = await openDialog(owner.userId, address, options);
  expect(await axeFindings(page)).toEqual([]);
  await press("Share this view");
  await dialog.getByText("All records of the table.").waitFor();
  await press("Set a password");
  await press("Stop sharing");
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await screenshot(page, `app-share-${look}`);
  expect(wrong).toEqual([]);
  await close();
});
