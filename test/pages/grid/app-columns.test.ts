/* The columns of a grid in a real browser: resized, moved, frozen, hidden, and the menus of their headers. */
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as getView } from "#functions/view/get-view";
import { aMember, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const names = ["Title", "Year", "State", "Note", "Far 1", "Far 2", "Far 3", "Far 4"];

async function aTableOfFilms() {
  const fields = names.map((name) =>
    name === "Year" ? { type: "number", name } : { type: "singleLineText", name },
  );
  const records = ["Cube", "Alien", "Brazil"].map((Title, i) => ({
    fields: { Title, Year: 1990 - i, Note: "a text that is far longer than its column is wide" },
  }));
  const made = await aTable({ name: "Films", fields, records });
  const params = { tableId: made.tableId, viewId: made.table.views[0].id };
  const view = async () => (await call(getView, { as: made.owner, params })).body;
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  const column = async (name: string) => (await view()).columnMeta[idOf(name)];
  return { ...made, view, column, address: `/app/${made.baseId}/${made.tableId}` };
}

async function openTable({ userId }: Someone, address: string, options: BrowserContextOptions = desk) {
  const visited = await openAppAs(userId, address, options);
  await visited.page.getByRole("gridcell", { name: "Brazil", exact: true }).waitFor();
  return visited;
}

const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const boxOf = async (page: Page, name: string) => {
  const box = await header(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not in view`);
  return box;
};
/** The headers from the left, as far as they are in the page. */
const shownNames = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=columnheader][aria-label]')]
      .sort((a, b) => a.getAttribute("aria-colindex") - b.getAttribute("aria-colindex")).map((each) => each.ariaLabel)`,
  );

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y);
  await page.mouse.move(to.x, to.y);
}

async function choose(page: Page, name: string, choice: string) {
  await header(page, name).getByRole("button").click();
  await page.getByRole("menuitem", { name: choice, exact: true }).click();
}

test("a column is resized by its edge, by a double click, and by keys; it is undone", async () => {
  const { owner, address, column } = await aTableOfFilms();
  const { page, wrong, close } = await openTable(owner, address);
  const { x, y, width, height } = await boxOf(page, "Year");
  const middle = y + height / 2;
  await drag(page, { x: x + width - 3, y: middle }, { x: x + width + 77, y: middle });
  expect((await boxOf(page, "Year")).width).toBe(width + 80);
  expect((await boxOf(page, "State")).x).toBe(x + width + 80);
  await page.mouse.up();
  await expect.poll(async () => (await column("Year")).width).toBe(width + 80);
  await header(page, "Year").getByRole("button").focus();
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await page.keyboard.press("Alt+Shift+ArrowLeft");
  await expect.poll(async () => (await column("Year")).width).toBe(width + 48);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(async () => (await column("Year")).width).toBe(width + 80);
  await expect.poll(async () => (await boxOf(page, "Year")).width).toBe(width + 80);
  const note = await boxOf(page, "Note");
  await page.mouse.dblclick(note.x + note.width - 3, middle);
  await expect.poll(async () => (await column("Note")).width).toBeGreaterThan(note.width + 50);
  await choose(page, "State", "Width …");
  await page.getByRole("dialog").getByLabel("In pixels").fill("333");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await column("State")).width).toBe(333);
  expect(wrong).toEqual([]);
  await close();
});

test("a column is moved by its header, with a mark where it lands, and from its menu", async () => {
  const { owner, address } = await aTableOfFilms();
  const { page, wrong, close } = await openTable(owner, address);
  expect((await shownNames(page)).slice(0, 4)).toEqual(["Title", "Year", "State", "Note"]);
  const [note, year] = [await boxOf(page, "Note"), await boxOf(page, "Year")];
  const y = note.y + 15;
  await drag(page, { x: note.x + 50, y }, { x: year.x + 20, y });
  expect((await page.locator(".gap").boundingBox())?.x).toBeCloseTo(year.x - 2, 0);
  await page.mouse.up();
  await expect
    .poll(async () => (await shownNames(page)).slice(0, 4))
    .toEqual([...["Title", "Note", "Year", "State"]]);
  await choose(page, "Year", "Move right");
  await expect
    .poll(async () => (await shownNames(page)).slice(0, 4))
    .toEqual([...["Title", "Note", "State", "Year"]]);
  // the focus is on the header that moved
  await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Column Year");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Hide" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate("document.activeElement.ariaLabel")).toBe("Column Year");
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect
    .poll(async () => (await shownNames(page)).slice(0, 4))
    .toEqual([...["Title", "Year", "State", "Note"]]);
  // Escape gives up a drag
  await drag(page, { x: note.x + 50, y }, { x: year.x + 20, y });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await page.locator(".gap").count()).toBe(0);
  expect((await shownNames(page)).slice(0, 4)).toEqual(["Title", "Year", "State", "Note"]);
  expect(wrong).toEqual([]);
  await close();
});

test("columns are frozen and hidden from the menu; rows have other heights", async () => {
  const { owner, address, view, column } = await aTableOfFilms();
  const { page, wrong, close } = await openTable(owner, address);
  const { x } = await boxOf(page, "Year");
  const scroll = () => page.evaluate('document.querySelector(".grid").scrollTo(9000, 0)');
  await choose(page, "Year", "Freeze up to here");
  await expect.poll(async () => (await view()).options).toEqual({ frozenColumnCount: 2 });
  await scroll();
  await header(page, "Far 4").waitFor();
  expect((await boxOf(page, "Year")).x).toBe(x);
  expect((await boxOf(page, "State")).x).toBeLessThan(x);
  await choose(page, "Year", "Do not freeze columns");
  await expect.poll(async () => (await view()).options).toEqual({ frozenColumnCount: 0 });
  await expect.poll(async () => (await boxOf(page, "Title")).x).toBeLessThan(0);
  // the line behind the frozen columns is dragged; Escape gives it up
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 0)');
  const line = page.locator(".head .freeze");
  const pull = async (to: string) => {
    const [from, over] = [await line.boundingBox(), await boxOf(page, to)];
    await page.mouse.move((from?.x ?? 0) + 3, (from?.y ?? 0) + 18);
    await page.mouse.down();
    await page.mouse.move(over.x + 20, over.y + 18, { steps: 4 });
    expect(await page.locator(".gap").count()).toBe(1);
  };
  await pull("State");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await view()).options).toEqual({ frozenColumnCount: 0 });
  await pull("State");
  await page.mouse.up();
  await expect.poll(async () => (await view()).options).toEqual({ frozenColumnCount: 2 });
  const leftOf = async (each: Locator) => (await each.boundingBox())?.x ?? Number.NaN;
  await expect.poll(async () => (await leftOf(line)) - (await leftOf(header(page, "State")))).toBe(0);
  await scroll();
  await expect.poll(async () => (await boxOf(page, "Year")).x).toBe(x);
  await pull("Title");
  await page.mouse.up();
  await expect.poll(async () => (await view()).options).toEqual({ frozenColumnCount: 0 });
  await choose(page, "Far 3", "Hide");
  await header(page, "Far 3").waitFor({ state: "detached" });
  expect((await column("Far 3")).hidden).toBe(true);
  const heightOf = async () => (await page.getByRole("gridcell", { name: "Alien" }).boundingBox())?.height;
  expect(await heightOf()).toBe(36);
  await page.getByLabel("Row height").selectOption("Extra tall rows");
  await expect.poll(heightOf).toBe(136);
  expect((await view()).options).toEqual({ frozenColumnCount: 0, rowHeight: "extraTall" });
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-columns-tall");
  expect(wrong).toEqual([]);
  await close();
});

test("a header sorts, filters and groups; fields are made beside it, copied, renamed and deleted", async () => {
  const { owner, address, view } = await aTableOfFilms();
  const { page, wrong, close } = await openTable(owner, address);
  const titles = () => page.locator("[role=gridcell][aria-colindex='2']").allTextContents();
  await choose(page, "Year", "Sort: Smallest first");
  await expect.poll(titles).toEqual(["Brazil", "Alien", "Cube"]);
  await choose(page, "Year", "Filter by it");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Value").fill("1990");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(titles).toEqual(["Cube"]);
  await choose(page, "State", "Group by it");
  await expect.poll(async () => (await view()).group?.length).toBe(1);
  await choose(page, "State", "Do not group by it");
  await expect.poll(async () => (await view()).group).toBeUndefined();
  await choose(page, "Year", "Insert a field left");
  await dialog.getByLabel("Name").fill("Between");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect.poll(async () => (await shownNames(page)).slice(0, 3)).toEqual(["Title", "Between", "Year"]);
  await choose(page, "Between", "Rename");
  await dialog.getByLabel("Name").fill("Among");
  await dialog.getByRole("button", { name: "Save" }).click();
  await choose(page, "Among", "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await header(page, "Among").waitFor({ state: "detached" });
  await choose(page, "Year", "Duplicate");
  await expect.poll(async () => (await shownNames(page)).slice(0, 3)).toEqual(["Title", "Year", "Year copy"]);
  await page.evaluate('document.querySelector(".grid").scrollTo(9000, 0)');
  await page.getByRole("button", { name: "Add a field" }).click();
  await dialog.getByLabel("Name").fill("Last");
  await dialog.getByRole("button", { name: "Create" }).click();
  await header(page, "Last").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("keys lead from the cells to the headers and back", async () => {
  const { owner, address } = await aTableOfFilms();
  const { page, close } = await openTable(owner, address);
  const focused = () =>
    page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
  await page.getByRole("gridcell", { name: "Cube", exact: true }).click();
  const steps = [
    ["ArrowUp", "Column Title"],
    ["ArrowRight", "Column Year"],
    ["End", "Column Far 4"],
    ["Home", "Column Title"],
    ["ArrowDown", "Cube"],
  ] as const;
  for (const [key, text] of steps) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(text);
  }
  await close();
});

test.each(looks)(
  "axe finds nothing at an open menu of a person who only reads: %s, %o",
  async (colorScheme, size) => {
    const { baseId, address, view } = await aTableOfFilms();
    const viewer = await aMember(baseId, "viewer");
    const { page, wrong, close } = await openTable(viewer, address, { ...size, colorScheme });
    await choose(page, "Title", "Sort: A to Z");
    const titles = () => page.locator("[role=gridcell][aria-colindex='2']").allTextContents();
    await expect.poll(titles).toEqual(["Alien", "Brazil", "Cube"]);
    await header(page, "Title").getByRole("button").click();
    await page.getByRole("menuitem", { name: "Fit the content" }).waitFor();
    const choices = await page.getByRole("menuitem").allTextContents();
    for (const never of ["Rename", "Delete", "Duplicate", "Insert a field right"])
      expect(choices).not.toContain(never);
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, `app-columns-${colorScheme}-${size.viewport.width}`);
    // it holds in this window
    expect((await view()).sort).toBeUndefined();
    expect(wrong).toEqual([]);
    await close();
  },
);
