/* A table of the app in a real browser: its rows, scrolling, keys, and what a screen reader is told. */
import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { aSession, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { beforePages, desk, log, looks, origin, screenshot, visit } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const count = 1200;
const extra = Array.from({ length: 30 }, (_, i) => ({ type: "singleLineText", name: `Note ${i + 1}` }));
let address = "";
let cookie = "";
beforePages(async () => {
  const owner = await someone("Ada");
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
    { type: "checkbox", name: "Seen" },
    ...extra,
  ];
  const { baseId, tableId } = await aTable({ name: "Films", fields }, owner);
  const all = Array.from({ length: count }, (_, i) => ({
    fields: { Title: `<b>Film ${i + 1}</b>`, Year: 1900 + i, Seen: i % 2 === 0, "Note 30": `far ${i + 1}` },
  }));
  for (let first = 0; first < count; first += 600)
    await call(createRecords, {
      as: owner,
      params: { tableId },
      body: { records: all.slice(first, first + 600) },
    });
  address = `${origin()}/app/${baseId}/${tableId}`;
  cookie = (await aSession(owner.userId)).cookie;
});

async function openTable(options: BrowserContextOptions = desk) {
  const visited = await visit(options);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await visited.page.goto(address);
  await visited.page.getByRole("gridcell", { name: "<b>Film 1</b>", exact: true }).waitFor();
  return visited;
}

test("rows are shown as text, with the places that a screen reader names; few of them are in the page", async () => {
  const before = log().length;
  const { page, wrong, close } = await openTable();
  const grid = page.getByRole("grid", { name: "Films" });
  await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe(String(count + 1));
  expect(await grid.getAttribute("aria-colcount")).toBe("35");
  const row = page.locator('[role=row][aria-rowindex="4"]');
  expect(await row.getByRole("rowheader").textContent()).toBe("3");
  expect((await row.getByRole("gridcell").allTextContents()).slice(0, 3)).toEqual([
    "<b>Film 3</b>",
    "1902",
    "✓",
  ]);
  expect(await page.getByRole("columnheader").allTextContents()).toContain("Year");
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  expect(await page.getByRole("gridcell").count()).toBeLessThan(600);
  await page.getByText("1,200 records").waitFor();
  const calls = log()
    .slice(before)
    // who the person is, is asked two seconds later: edits that are not saved are kept under that name
    .filter(({ path }) => !path.startsWith("/app") && path !== "/auth/user/me");
  expect(calls.length, calls.map(({ path }) => path).join("\n")).toBeLessThanOrEqual(9);
  expect(wrong).toEqual([]);
  await close();
});

test("it scrolls to any place, down and to the right", async () => {
  const { page, wrong, close } = await openTable();
  const scroll = (top: number, left: number) =>
    page.evaluate(`document.querySelector(".grid").scrollTo(${left}, ${top})`);
  await page.getByText("1,200 records").waitFor();
  await scroll(36 * 700, 0);
  await page.getByRole("gridcell", { name: "<b>Film 705</b>" }).waitFor();
  await scroll(1e9, 1e9);
  await page.getByRole("gridcell", { name: `far ${count}` }).waitFor();
  // the name of the record stays in view
  const name = await page.getByRole("gridcell", { name: `<b>Film ${count}</b>` }).boundingBox();
  expect(name?.x).toBeCloseTo(56, 0);
  await scroll(0, 0);
  await page.getByRole("gridcell", { name: "<b>Film 1</b>", exact: true }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("the keyboard alone reaches every cell, and the focus is always on a cell", async () => {
  const { page, close } = await openTable();
  await page.getByText("1,200 records").waitFor();
  const focused = () =>
    page.evaluate<string>('document.activeElement.role + " " + document.activeElement.textContent');
  const isInView = () =>
    page.evaluate<boolean>(`(() => {
      const cell = document.activeElement.getBoundingClientRect();
      const grid = document.querySelector(".grid").getBoundingClientRect();
      return cell.top >= grid.top && cell.bottom <= grid.bottom && cell.left >= grid.left && cell.right <= grid.right;
    })()`);
  await page.getByRole("gridcell", { name: "<b>Film 1</b>", exact: true }).click();
  const steps: [string, string][] = [
    ["ArrowDown", "<b>Film 2</b>"],
    ["ArrowRight", "1901"],
    ["End", "far 2"],
    ["Control+ArrowDown", `far ${count}`],
    ["Control+Home", "<b>Film 1</b>"],
    ["Control+End", `far ${count}`],
    ["Home", `<b>Film ${count}</b>`],
    ["ArrowUp", `<b>Film ${count - 1}</b>`],
  ];
  for (const [key, text] of steps) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(`gridcell ${text}`);
    expect({ key, isInView: await isInView() }).toEqual({ key, isInView: true });
  }
  await page.keyboard.press("PageUp");
  await expect.poll(isInView).toBe(true);
  // scrolled away by the wheel, the cell keeps the focus, and the next key goes on from it
  await page.keyboard.press("Control+Home");
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 20000)');
  await page.getByRole("gridcell", { name: "<b>Film 560</b>" }).waitFor();
  expect(await focused()).toBe("gridcell <b>Film 1</b>");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("gridcell <b>Film 2</b>");
  await close();
});

test("a jump to a row beyond the 10,000th asks for places, and then for one page", async () => {
  const owner = await someone("Grace");
  const { baseId, tableId } = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, owner);
  for (let first = 0; first < 12_000; first += 1000) {
    const records = Array.from({ length: 1000 }, (_, i) => ({ fields: { Name: `row ${first + i + 1}` } }));
    await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  }
  const { page, wrong, close } = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`);
  await page.getByText("12,000 records").waitFor();
  const before = log().length;
  await page.getByRole("gridcell", { name: "row 1", exact: true }).click();
  await page.keyboard.press("Control+End");
  await page.getByRole("gridcell", { name: "row 12000" }).waitFor();
  const calls = log()
    .slice(before)
    .map(({ path }) => path.split("?")[0])
    .filter((path) => path?.startsWith(`/table/${tableId}/record`));
  expect(calls.sort()).toEqual([`/table/${tableId}/record`, `/table/${tableId}/record/places`]);
  expect(wrong).toEqual([]);
  await close();
});

test("what cannot be read is said, and read when it is tried again", async () => {
  const { page, close } = await openTable();
  await page.getByText("1,200 records").waitFor();
  await page.route(/\/record\?/, (route) => route.fulfill({ status: 400, json: { message: "not now" } }));
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 36 * 900)');
  await page.getByRole("alert").getByText("not now").waitFor();
  await page.unroute(/\/record\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("gridcell", { name: "<b>Film 901</b>" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await close();
});

test.each(looks)("axe finds nothing, and only the grid scrolls: %s, %o", async (colorScheme, size) => {
  const { page, wrong, close } = await openTable({ ...size, colorScheme });
  await page.getByText("1,200 records").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("gridcell", { name: "1900" }).click();
  await page.evaluate('document.querySelector(".grid").scrollTo(300, 9000)');
  await page.getByRole("gridcell", { name: "<b>Film 255</b>" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBeLessThanOrEqual(0);
  await screenshot(page, `app-table-${size.viewport.width}-${colorScheme}`);
  expect(wrong).toEqual([]);
  await close();
});
