/* The fill handle, and finding a text in a view, in a real browser. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

async function aTableOfFilms() {
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
    { type: "singleLineText", name: "Note" },
  ];
  const records = Array.from({ length: 60 }, (_, i) => ({
    fields: {
      Title: `Film ${i + 1}`,
      ...(i < 2 && { Year: 1990 + i * 10, Note: ["one", "two"][i] }),
      ...(i % 20 === 5 && { Note: "a needle" }),
    },
  }));
  const made = await aTable({ name: "Films", fields, records });
  const { owner, tableId } = made;
  const stored = async (): Promise<Record<string, unknown>[]> =>
    (await call(listRecords, { as: owner, params: { tableId } })).body.records.map(
      ({ fields }: { fields: Record<string, unknown> }) => fields,
    );
  return { ...made, stored, address: `/app/${made.baseId}/${tableId}` };
}

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column + 1}"]`);
async function middleOf(page: Page, row: number, column: number) {
  const box = await cell(page, row, column).boundingBox();
  if (!box) throw new Error("not in view");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
async function dragHandle(page: Page, row: number, column: number) {
  const handle = await page.locator(".cell .fill").boundingBox();
  if (!handle) throw new Error("no handle");
  await page.mouse.move(handle.x + 4, handle.y + 4);
  await page.mouse.down();
  const to = await middleOf(page, row, column);
  await page.mouse.move(to.x, to.y - 5);
  await page.mouse.move(to.x, to.y);
}

test("the handle goes on with numbers and repeats texts, by one call that is undone as one", async () => {
  const { owner, stored, address } = await aTableOfFilms();
  const { page, wrong, close } = await openAppAs(owner.userId, address);
  await cell(page, 1, 2).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await dragHandle(page, 5, 3);
  await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(10);
  await page.mouse.up();
  const column = async (name: string) => (await stored()).slice(0, 6).map((cells) => cells[name]);
  await expect.poll(() => column("Year")).toEqual([1990, 2000, 2010, 2020, 2030, undefined]);
  expect(await column("Note")).toEqual(["one", "two", "one", "two", "one", "a needle"]);
  await expect.poll(() => cell(page, 5, 2).textContent()).toBe("2030");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => column("Year")).toEqual([1990, 2000, ...Array(4).fill(undefined)]);
  // Escape gives up
  await cell(page, 1, 2).click();
  await dragHandle(page, 4, 2);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(1);
  expect(await column("Year")).toEqual([1990, 2000, ...Array(4).fill(undefined)]);
  expect(wrong).toEqual([]);
  await close();
});

test("at the edge of the grid it scrolls; who only reads has no handle", async () => {
  const { owner, baseId, stored, address } = await aTableOfFilms();
  const viewer = await aMember(baseId, "viewer");
  const { page, wrong, close } = await openAppAs(owner.userId, address);
  await cell(page, 1, 2).click();
  await dragHandle(page, 5, 2);
  const grid = await page.locator(".grid").boundingBox();
  if (!grid) throw new Error("no grid");
  await page.mouse.move(grid.x + 330, grid.y + grid.height - 5);
  await cell(page, 60, 2).waitFor();
  await expect.poll(() => cell(page, 60, 2).getAttribute("aria-selected")).toBe("true");
  await page.mouse.up();
  await expect.poll(async () => (await stored())[59]?.["Year"]).toBe(1990);
  expect(wrong).toEqual([]);
  await close();
  const reader = await openAppAs(viewer.userId, address);
  await cell(reader.page, 1, 2).click();
  await expect.poll(() => cell(reader.page, 1, 2).getAttribute("aria-selected")).toBe("true");
  expect(await reader.page.locator(".fill").count()).toBe(0);
  await reader.close();
});

test.each(looks)(
  "a text is found in the whole view; Escape leaves the focus on its cell: %s, %o",
  async (colorScheme, size) => {
    const { owner, address } = await aTableOfFilms();
    const { page, wrong, close } = await openAppAs(owner.userId, address, { ...size, colorScheme });
    await cell(page, 1, 1).click();
    await page.keyboard.press("ControlOrMeta+F");
    await page.getByRole("textbox", { name: "Find in this view" }).waitFor();
    await page.keyboard.type("needle");
    const box = page.getByRole("search");
    const said = () => box.getByRole("status").textContent();
    await expect.poll(said).toBe("1 of 3");
    const shown = (row: number) =>
      expect.poll(() => cell(page, row, 3).getAttribute("aria-selected")).toBe("true");
    await shown(6);
    await page.keyboard.press("Enter");
    await expect.poll(said).toBe("2 of 3");
    await page.keyboard.press("Enter");
    await shown(46);
    await page.keyboard.press("Enter");
    await expect.poll(said).toBe("1 of 3");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(said).toBe("3 of 3");
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, `app-find-${colorScheme}-${size.viewport.width}`);
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("a needle");
    expect(wrong).toEqual([]);
    await close();
  },
);
