/* Fields of a table in a real browser: made, renamed, converted with its counts said before, deleted, and restored. */
import { expect, test } from "vitest";
import { aMember, aSession, aTable, type Someone } from "#test/support/makers/makers";
import { axeFindings } from "../support/accessible.ts";
import { desk, origin, phone, visit } from "../support/browser.ts";
import { useLiveApp } from "../support/live-app.ts";

useLiveApp();

const records = ["12", "a dozen", ""].map((Size, i) => ({
  fields: { Name: `r${i}`, ...(Size && { Size }) },
}));
const aTableOfSizes = async () => {
  const fields = ["Name", "Size"].map((name) => ({ type: "singleLineText", name }));
  const made = await aTable({ name: "Sizes", fields, records });
  return { ...made, address: `/app/${made.baseId}/${made.tableId}` };
};

async function openAs({ userId }: Someone, path: string, options: object = desk) {
  const visited = await visit(options);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await visited.page.goto(origin() + path);
  await visited.page.getByRole("gridcell", { name: "r0" }).waitFor();
  return visited;
}

test("a field is made, renamed, converted and deleted; deleting it is undone", async () => {
  const { owner, address } = await aTableOfSizes();
  const { page, wrong, close } = await openAs(owner, address);
  const heads = () => page.locator("[role=columnheader]").allTextContents();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const choose = async (field: string, action: string) => {
    await button(`More for the field ${field}`).click();
    await button(action).click();
  };
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await button("Manage fields").click();
  await button("New field").click();
  await dialog("New field").getByLabel("Name").fill("State");
  await dialog("New field").getByLabel("Type").selectOption("One choice");
  await dialog("New field").getByLabel("Choices").fill("open\ndone");
  await button("Create").click();
  await expect.poll(heads).toContain("State");

  await choose("State", "Rename");
  await dialog("Rename State").getByLabel("Name").fill("Status");
  await button("Save").click();
  await expect.poll(heads).toContain("Status");

  await choose("Size", "Change type");
  await dialog("Change the type of Size").getByLabel("Type").selectOption("Number");
  await expect
    .poll(() => dialog("Change the type of Size").getByRole("status").textContent())
    .toBe("Of 2 cells with a value, 1 would be emptied, and 0 would be changed.For example: a dozen");
  await dialog("Change the type of Size").getByRole("button", { name: "Change type" }).click();
  await dialog("Change the type of Size").waitFor({ state: "detached" });
  await expect.poll(() => page.locator("[role=gridcell]", { hasText: "a dozen" }).count()).toBe(0);

  await choose("Status", "Delete");
  await dialog("Delete Status?").getByText("Its cells go with it").waitFor();
  await dialog("Delete Status?").getByRole("button", { name: "Delete" }).click();
  await expect.poll(heads).not.toContain("Status");
  await page.keyboard.press("Escape");
  await button("Undo").click();
  await expect.poll(heads).toContain("Status");
  expect(wrong).toEqual([]);
  await close();
});

test("an editor, who may not change fields, is not offered to", async () => {
  const { baseId, address } = await aTableOfSizes();
  const { page, close } = await openAs(await aMember(baseId, "editor"), address);
  expect(await page.getByRole("button", { name: "Filter" }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Manage fields" }).count()).toBe(0);
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)("axe finds nothing in the dialogs of fields: %s, %o", async (colorScheme, size) => {
  const { owner, address } = await aTableOfSizes();
  const { page, wrong, close } = await openAs(owner, address, { ...size, colorScheme });
  await page.getByRole("button", { name: "Manage fields" }).click();
  await page.getByRole("button", { name: "New field" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "New field" }).click();
  await page.getByRole("dialog", { name: "New field" }).getByLabel("Type").selectOption("Formula");
  expect(await axeFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});
