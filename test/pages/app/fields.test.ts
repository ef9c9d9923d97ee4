/* Fields of a table in a real browser: made, renamed, converted with its counts said before, deleted, and restored. */
import { expect, test } from "vitest";
import type { Field } from "#lib/schemas/tables/field";
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

test("a field is made, changed, converted and deleted; deleting it is undone", async () => {
  const { owner, address } = await aTableOfSizes();
  const { page, wrong, close } = await openAs(owner, address);
  const heads = () => page.locator("[role=columnheader]").allTextContents();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const choose = async (field: string, action: string) => {
    await button(`More for the field ${field}`).click();
    await button(action).click();
  };
  const dialog = (name: string) => page.getByRole("dialog", { name });
  const type = async (dialogName: string, query: string, option: RegExp) => {
    await dialog(dialogName).getByRole("combobox", { name: "Type" }).click();
    await dialog(dialogName).getByRole("combobox", { name: "Type" }).fill(query);
    await page.getByRole("option", { name: option }).click();
  };
  await button("Manage fields").click();
  await button("New field").click();
  await dialog("New field").getByLabel("Name").fill("State");
  await type("New field", "select status", /^One choice/);
  await button("Add a choice").click();
  // several lines are several choices
  await page.keyboard.type("open");
  await page.keyboard.press("Enter");
  await page.keyboard.type("done");
  await button("Create").click();
  await expect.poll(heads).toContain("State");

  await choose("State", "Change");
  await dialog("Change the field State").getByLabel("Name").fill("Status");
  await dialog("Change the field State").getByLabel("Choice 1", { exact: true }).fill("");
  await dialog("Change the field State").getByLabel("Choice 1", { exact: true }).fill("done");
  await button("Save").click();
  // what is refused is said at its input, and stays there
  const second = dialog("Change the field State").getByLabel("Choice 2", { exact: true });
  await dialog("Change the field State").getByText('another choice has the name "done"').waitFor();
  expect(await second.getAttribute("aria-invalid")).toBe("true");
  expect(wrong.splice(0)).toHaveLength(2);
  await dialog("Change the field State").getByLabel("Choice 1", { exact: true }).fill("started");
  await button("Save").click();
  await expect.poll(heads).toContain("Status");

  await choose("Size", "Change");
  await type("Change the field Size", "decimal", /^Number/);
  await expect
    .poll(() => dialog("Change the field Size").getByRole("status").textContent())
    .toBe(
      "Of 2 cells with a value, 1 would be emptied, and 0 would be changed.For example: a dozenThis cannot be undone.",
    );
  await button("Save").click();
  await dialog("Change the field Size").waitFor({ state: "detached" });
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

test("by keys alone: a type is found by words, choices are moved, and a made field is undone", async () => {
  const { owner, address } = await aTableOfSizes();
  const { page, wrong, close } = await openAs(owner, address);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("button", { name: "Manage fields" }).press("Enter");
  await page.getByRole("button", { name: "More for the field Size" }).press("Enter");
  await page.getByRole("button", { name: "Change", exact: true }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await press("Tab");
  await page.keyboard.type("one of a list");
  await press("Enter");
  // the texts become choices; one more is made, and stands first
  await page.getByRole("button", { name: "Add a choice" }).press("Enter");
  await page.keyboard.type("small");
  await press("Enter");
  await page.keyboard.type("large");
  await page.getByRole("button", { name: /^Move large/ }).press("ArrowUp");
  await expect
    .poll(() =>
      page
        .getByRole("textbox", { name: /^Choice \d$/ })
        .evaluateAll((all) => all.map((each) => Reflect.get(each, "value"))),
    )
    .toEqual(["large", "small"]);
  await page.getByText("0 would be emptied").waitFor();
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("dialog", { name: "Change the field Size" }).waitFor({ state: "detached" });
  await press("Escape");
  await page.locator(".cell .chip", { hasText: "a dozen" }).waitFor();
  await page.getByRole("button", { name: "Manage fields" }).press("Enter");
  await page.getByRole("button", { name: "New field" }).press("Enter");
  await page.getByRole("button", { name: "Create" }).press("Enter");
  await page.getByRole("dialog", { name: "New field" }).waitFor({ state: "detached" });
  await press("Escape");
  // without a name, the server gave one
  await page.getByRole("columnheader", { name: "Label" }).waitFor();
  await page.getByRole("gridcell", { name: "r0" }).click();
  await press("Control+z");
  await page.getByRole("columnheader", { name: "Label" }).waitFor({ state: "detached" });
  expect(wrong).toEqual([]);
  await close();
});

test("a link to another table, and what is looked up, counted and summed up over it", async () => {
  const { owner, baseId, spaceId, address } = await aTableOfSizes();
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Price" },
  ];
  await aTable({ name: "Parts", fields }, owner, { baseId, spaceId });
  const { page, wrong, close } = await openAs(owner, address);
  const dialog = page.getByRole("dialog", { name: "New field" });
  const make = async (kind: string, fill: () => Promise<unknown>) => {
    await page.getByRole("button", { name: "New field" }).click();
    await dialog.getByRole("combobox", { name: "Type" }).fill(kind);
    await page.keyboard.press("Enter");
    await fill();
    expect([kind, await axeFindings(page)]).toEqual([kind, []]);
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const select = (label: string, option: string) =>
    dialog.getByLabel(label, { exact: true }).selectOption(option);
  await page.getByRole("button", { name: "Manage fields" }).click();
  await make("relation", async () => {
    await dialog.getByLabel("Name", { exact: true }).fill("Needs");
    await select("Table", "Parts");
    await select("A record here links to", "several records");
    await select("A record there is linked from", "one record");
    await dialog.getByLabel("Name of that field").fill("Needed by");
  });
  await make("lookup", () => select("Field of the linked records", "Price"));
  await make("count", async () => undefined);
  await make("rollup", async () => {
    await select("Field of the linked records", "Price");
    await select("Function", "Highest");
    await select("Decimals", "0");
  });
  await page.getByRole("button", { name: "Close" }).click();
  const answer = await page.request.get(`${origin()}/table/${address.split("/").at(-1)}/field`, {
    headers: { "x-window-id": "test" },
  });
  const made: Field[] = await answer.json();
  expect(made.slice(2)).toMatchObject([
    { name: "Needs", type: "link", options: { relationship: "oneMany", isOneWay: false } },
    { type: "number", isLookup: true },
    { type: "rollup", options: { expression: "countall({values})" } },
    { type: "rollup", options: { expression: "max({values})", formatting: { precision: 0 } } },
  ]);
  const { foreignTableId } = made[2]?.options ?? {};
  await page.goto(`${origin()}/app/${baseId}/${foreignTableId}`);
  await page.getByRole("columnheader", { name: "Needed by" }).waitFor();
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
  for (const query of [
    "single line",
    "decimal",
    "calendar",
    "several choices",
    "stars",
    "collaborator",
    "button",
  ]) {
    const type = page.getByRole("combobox", { name: "Type" });
    await type.click();
    await type.fill(query);
    expect([query, await axeFindings(page)]).toEqual([query, []]);
    await type.press("Enter");
    expect([query, await axeFindings(page)]).toEqual([query, []]);
  }
  expect(wrong).toEqual([]);
  await close();
});
