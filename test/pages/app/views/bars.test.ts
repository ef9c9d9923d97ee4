/* The bars above a view in a real browser: which records and fields are shown, in which order, and for whom that is kept. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as getView } from "#functions/view/get-view";
import { aMember, aSession, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../../support/accessible.ts";
import { desk, looks, origin, screenshot, visit } from "../../support/browser.ts";
import { useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const films = [
  ["Alien", 1979, "seen", true, "2024-01-05"],
  ["Brazil", 1985, "open", false, "2024-03-05"],
  ["Cube", 1997, "open", true, "2001-01-05"],
  ["Dune", 2021, "seen", false, ""],
] as const;

async function aTableOfFilms() {
  const choices = [{ name: "seen" }, { name: "open" }];
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
    { type: "singleSelect", name: "State", options: { choices } },
    { type: "checkbox", name: "Good" },
    { type: "date", name: "Due" },
    { type: "user", name: "Owner" },
  ];
  const records = films.map(([Title, Year, State, Good, Due]) => ({
    fields: { Title, Year, State, Good, ...(Due && { Due: `${Due}T00:00:00.000Z` }) },
  }));
  const made = await aTable({ name: "Films", fields, records });
  const params = { tableId: made.tableId, viewId: made.table.views[0].id };
  const view = async () => (await call(getView, { as: made.owner, params })).body;
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  return { ...made, view, idOf, address: `/app/${made.baseId}/${made.tableId}` };
}

async function openAs({ userId }: Someone, path: string, options: BrowserContextOptions = desk) {
  const visited = await visit(options);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await visited.page.goto(origin() + path);
  const titles = visited.page.getByRole("gridcell").filter({ hasText: /^(Alien|Brazil|Cube|Dune)$/ });
  await expect.poll(() => titles.count()).toBe(4);
  return { ...visited, titles: () => titles.allTextContents(), dialog: visited.page.getByRole("dialog") };
}

/** Chooses in the selects of a row, by their labels. */
async function fill(page: Page, row: string, chosen: { [label: string]: string }) {
  const group = page.getByRole("group", { name: row, exact: true });
  for (const [label, text] of Object.entries(chosen)) {
    const control = group.getByLabel(label, { exact: true });
    if ((await control.and(group.locator("select")).count()) > 0) await control.selectOption(text);
    else await control.fill(text);
  }
}

test("records are sorted by several fields, with orders named by their types; the view keeps it", async () => {
  const { owner, address, view, idOf } = await aTableOfFilms();
  const { page, titles, dialog, wrong, close } = await openAs(owner, address);
  await page.getByRole("button", { name: "Sort", exact: true }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
  await fill(page, "Sorted by, 1", { Field: "State", Order: "Last choice first" });
  await dialog.getByRole("button", { name: "Add" }).click();
  await fill(page, "Sorted by, 2", { Field: "Year", Order: "Largest first" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Cube", "Brazil", "Dune", "Alien"]);
  const [state, year] = [
    { fieldId: idOf("State"), order: "desc" },
    { fieldId: idOf("Year"), order: "desc" },
  ];
  expect((await view()).sort).toEqual({ sortObjs: [state, year] });
  await page.getByRole("button", { name: "Sort, 2 fields" }).click();
  await dialog.getByRole("button", { name: "Move Year up" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Dune", "Cube", "Brazil", "Alien"]);
  expect((await view()).sort).toEqual({ sortObjs: [year, state] });
  await page.getByRole("button", { name: "Sort, 2 fields" }).click();
  for (const name of ["Year", "State"]) await dialog.getByRole("button", { name: `Remove ${name}` }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Alien", "Brazil", "Cube", "Dune"]);
  expect((await view()).sort).toBeUndefined();
  expect(wrong).toEqual([]);
  await close();
});

test("records are listed in groups", async () => {
  const { owner, address, view, idOf } = await aTableOfFilms();
  const { page, titles, dialog, close } = await openAs(owner, address);
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await dialog.getByRole("button", { name: "Add" }).click();
  await fill(page, "Grouped by, 1", { Field: "Good", Order: "Checked first" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Alien", "Cube", "Brazil", "Dune"]);
  expect((await view()).group).toEqual([{ fieldId: idOf("Good"), order: "desc" }]);
  await close();
});

test("a filter of conditions and groups, by the type of each field", async () => {
  const { owner, address, view, idOf } = await aTableOfFilms();
  const { page, titles, dialog, wrong, close } = await openAs(owner, address);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await dialog.getByRole("button", { name: "Add a condition" }).click();
  await fill(page, "Condition 1", { Field: "Year", How: "is greater than", Value: "1980" });
  await dialog.getByRole("button", { name: "Add a group" }).click();
  await fill(page, "Condition 2.1", { Field: "State", How: "is any of" });
  await page.getByRole("group", { name: "Condition 2.1" }).getByLabel("seen").check();
  await dialog.getByRole("button", { name: "Add a condition to group 2" }).click();
  await fill(page, "Condition 2.2", { Field: "Title", How: "contains", Value: "raz" });
  await dialog.getByRole("button", { name: "Add a group to group 2" }).click();
  await fill(page, "Condition 2.3.1", { Field: "Good", How: "is", Value: "checked" });
  await dialog.getByRole("button", { name: "Add a condition to group 2.3" }).click();
  await fill(page, "Condition 2.3.2", { Field: "Due", How: "is before", Value: "the date …" });
  await fill(page, "Condition 2.3.2", { Date: "2002-02-03" });
  // two levels of groups are the most
  expect(await dialog.getByRole("button", { name: "Add a group to group 2.3" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Brazil", "Cube", "Dune"]);
  await page.getByText("3 records").waitFor();
  const { filter } = await view();
  expect(filter).toMatchObject({
    conjunction: "and",
    filterSet: [
      { fieldId: idOf("Year"), operator: "isGreater", value: 1980 },
      {
        conjunction: "or",
        filterSet: [
          { operator: "isAnyOf", value: ["seen"] },
          { operator: "contains", value: "raz" },
          { conjunction: "and", filterSet: [{ value: true }, { value: { mode: "exactDate" } }] },
        ],
      },
    ],
  });
  // opened again, it shows what was set, and any of its conditions may be taken away
  await page.getByRole("button", { name: "Filter, 5 conditions" }).click();
  expect(await dialog.getByLabel("Date").inputValue()).toBe("2002-02-03");
  await dialog.getByRole("button", { name: "Remove Group 2", exact: true }).click();
  await fill(page, "Condition 1", { How: "is empty" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("0 records").waitFor();
  expect((await view()).filter.filterSet).toEqual([
    { fieldId: idOf("Year"), operator: "isEmpty", value: null },
  ]);
  expect(wrong).toEqual([]);
  await close();
});

test("a condition without a value is not applied; what the server refuses stays in the dialog, with the reason", async () => {
  const { owner, address, view, idOf } = await aTableOfFilms();
  const { page, titles, dialog, close } = await openAs(owner, address);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await dialog.getByRole("button", { name: "Add a condition" }).click();
  await fill(page, "Condition 1", { Field: "State", How: "is none of" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.getByText("condition 1 has no value").waitFor();
  await page.route(/\/filter$/, (route) => route.fulfill({ status: 400, json: { message: "not now" } }));
  await page.getByRole("group", { name: "Condition 1" }).getByLabel("seen").check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.getByText("not now").waitFor();
  expect((await view()).filter).toBeUndefined();
  await page.unroute(/\/filter$/);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Brazil", "Cube"]);
  const value = ["seen"];
  expect((await view()).filter.filterSet).toEqual([{ fieldId: idOf("State"), operator: "isNoneOf", value }]);
  await close();
});

test("people are chosen by their names", async () => {
  const { owner, address, baseId, view, idOf } = await aTableOfFilms();
  const member = await aMember(baseId, "viewer");
  const { page, dialog, wrong, close } = await openAs(owner, address);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await dialog.getByRole("button", { name: "Add a condition" }).click();
  await fill(page, "Condition 1", { Field: "Owner", How: "is", Value: member.name });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("0 records").waitFor();
  expect((await view()).filter.filterSet).toEqual([
    { fieldId: idOf("Owner"), operator: "is", value: member.userId },
  ]);
  expect(wrong).toEqual([]);
  await close();
});

test("fields are hidden and shown again", async () => {
  const { owner, address, view, idOf } = await aTableOfFilms();
  const { page, dialog, wrong, close } = await openAs(owner, address);
  const heads = () => page.getByRole("columnheader").allTextContents();
  await page.getByRole("button", { name: "Hide fields", exact: true }).click();
  // the name of the record always stays
  expect(await dialog.getByLabel("Title").count()).toBe(0);
  await dialog.getByLabel("Year").uncheck();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(heads).not.toContain("Year");
  expect((await view()).columnMeta[idOf("Year")].hidden).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Hide fields, 1 hidden" }).click();
  await dialog.getByRole("button", { name: "Show all" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(heads).toContain("Year");
  await page.getByRole("gridcell", { name: "1979" }).waitFor();
  expect((await view()).columnMeta[idOf("Year")].hidden).toBeUndefined();
  expect(wrong).toEqual([]);
  await close();
});

test("the records of the view are searched while someone types", async () => {
  const { owner, address } = await aTableOfFilms();
  const { page, titles, wrong, close } = await openAs(owner, address);
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill("UNE");
  await expect.poll(titles).toEqual(["Dune"]);
  await page.getByText("1 record", { exact: true }).waitFor();
  await search.fill("open");
  await expect.poll(titles).toEqual(["Brazil", "Cube"]);
  await search.fill("");
  await expect.poll(titles).toHaveLength(4);
  expect(wrong).toEqual([]);
  await close();
});

test("who may not change the view changes what the own window shows, and nothing else", async () => {
  const { baseId, address, view } = await aTableOfFilms();
  const before = await view();
  const { page, titles, dialog, wrong, close } = await openAs(await aMember(baseId, "viewer"), address);
  await page.getByRole("button", { name: "Sort", exact: true }).click();
  await dialog.getByText("this holds in this window only").waitFor();
  await dialog.getByRole("button", { name: "Add" }).click();
  await fill(page, "Sorted by, 1", { Order: "Z to A" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Dune", "Cube", "Brazil", "Alien"]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await dialog.getByRole("button", { name: "Add a condition" }).click();
  await fill(page, "Condition 1", { Field: "State", How: "is", Value: "seen" });
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Dune", "Alien"]);
  await page.getByRole("button", { name: "Hide fields", exact: true }).click();
  await dialog.getByRole("button", { name: "Hide all" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => page.getByRole("columnheader").count()).toBe(2);
  await page.getByRole("button", { name: "As in the view" }).click();
  await expect.poll(titles).toEqual(["Alien", "Brazil", "Cube", "Dune"]);
  expect(await view()).toEqual(before);
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)("axe finds nothing in the bars and their dialogs: %s, %o", async (colorScheme, size) => {
  const { owner, address } = await aTableOfFilms();
  const { page, dialog, wrong, close } = await openAs(owner, address, { ...size, colorScheme });
  for (const [name, add] of [
    ["Hide fields", []],
    ["Filter", ["Add a condition", "Add a group", "Add a group to group 2"]],
    ["Group", ["Add"]],
    ["Sort", ["Add"]],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    await dialog.getByRole("button", { name: "Apply" }).waitFor();
    for (const each of add) await dialog.getByRole("button", { name: each, exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, `app-bars-${name}-${size.viewport.width}-${colorScheme}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe(name);
  }
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(wrong).toEqual([]);
  await close();
});
