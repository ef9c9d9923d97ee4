/* The grid under fingers, in a real browser: taps, long presses, ranges, columns, and scrolling that selects nothing. */
import type { BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as listViews } from "#functions/view/list-views";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Title" },
  { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
  { type: "singleLineText", name: "City" },
];

interface At {
  x: number;
  y: number;
}

async function openFilms(options: BrowserContextOptions = { ...phone, hasTouch: true, isMobile: true }) {
  const owner = await someone("Ada");
  const records = Array.from({ length: 60 }, (_, i) => ({
    fields: { Title: `Film ${i + 1}`, Year: 1900 + i, City: `City ${i + 1}` },
  }));
  const { baseId, tableId } = await aTable({ name: "Films", fields, records }, owner);
  const visited = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`, options);
  const { page, context } = visited;
  await cell(page, "Film 1").waitFor();
  await page.getByText("60 records").waitFor();
  const tools = await context.newCDPSession(page);
  const list = async (): Promise<{ [name: string]: unknown }[]> =>
    (await call(listRecords, { as: owner, params: { tableId } })).body.records.map(
      ({ fields: cells }: { fields: object }) => cells,
    );
  const views = async () => (await call(listViews, { as: owner, params: { tableId } })).body;
  return { ...visited, finger: aFinger(tools), list, views };
}

/** A finger on the glass: the events are those of the browser's own. */
function aFinger(tools: CDPSession) {
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: At[]) =>
    tools.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const move = async (from: At, to: At) => {
    for (let step = 1; step <= 8; step++)
      await touch("touchMove", [
        { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 },
      ]);
  };
  const down = (at: At) => touch("touchStart", [at]);
  const up = () => touch("touchEnd", []);
  return {
    ...{ down, move, up },
    async tap(at: At) {
      await down(at);
      await up();
    },
    async swipe(from: At, to: At) {
      await down(from);
      await move(from, to);
      await up();
    },
  };
}

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const middle = async (of: Locator): Promise<At> => {
  const box = await of.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
};
const selected = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("[role=gridcell][aria-selected=true]")].map((cell) => cell.textContent).sort()`,
  );
const scrolled = (page: Page) => page.evaluate<number>(`document.querySelector(".grid").scrollTop`);
/** What was swiped goes on for a while, and a tap would only stop it. */
const toStandStill = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(`new Promise((resolve) => {
        const { scrollTop, scrollLeft } = document.querySelector(".grid");
        setTimeout(() => {
          const now = document.querySelector(".grid");
          resolve(now.scrollTop === scrollTop && now.scrollLeft === scrollLeft);
        }, 150);
      })`),
    )
    .toBe(true);
/** As long as a finger is held: what comes of it is looked for, not how long it took. */
const heldBy = (page: Page) => page.locator("html.dragging").waitFor({ state: "attached" });

test("under a finger: a tap selects, two taps edit, a long press opens the menu, handles make a range, and scrolling selects nothing", async () => {
  const { page, finger, list, wrong, close } = await openFilms();
  expect(await selected(page)).toEqual(["Film 1"]);
  // a swipe scrolls
  const third = await middle(cell(page, "Film 9"));
  await finger.swipe(third, { x: third.x, y: third.y - 150 });
  await expect.poll(() => scrolled(page)).toBeGreaterThan(60);
  await toStandStill(page);
  await page.evaluate(`document.querySelector(".grid").scrollTo(0, 0)`);
  await cell(page, "Film 1").waitFor();
  expect(await selected(page)).toEqual(["Film 1"]);
  // a tap
  await finger.tap(await middle(cell(page, "Film 3")));
  await expect.poll(() => selected(page)).toEqual(["Film 3"]);
  // a range, by the handle at its end, and by that at its beginning
  const end = page.locator(".corner.end");
  await end.waitFor();
  await screenshot(page, "app-touch-handles");
  expect(await axeFindings(page)).toEqual([]);
  const from = await middle(end);
  await finger.swipe(from, await middle(cell(page, "Film 5")));
  await expect.poll(() => selected(page)).toEqual(["Film 3", "Film 4", "Film 5"]);
  await finger.swipe(await middle(page.locator(".corner.begin")), await middle(cell(page, "Film 2")));
  await expect.poll(() => selected(page)).toEqual(["Film 2", "Film 3", "Film 4", "Film 5"]);
  // held: the menu of what is selected
  await finger.down(await middle(cell(page, "Film 4")));
  await heldBy(page);
  await finger.up();
  const menu = page.getByRole("menu", { name: "What can be done here" });
  await menu.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-touch-menu");
  await finger.tap(await middle(menu.getByRole("menuitem", { name: "Empty 4 cells" })));
  await expect
    .poll(async () => (await list()).slice(0, 6).map(({ Title }) => Title))
    .toEqual(["Film 1", ...[undefined, undefined, undefined, undefined], "Film 6"]);
  // two taps edit
  const at = await middle(cell(page, "Film 7"));
  await finger.tap(at);
  await finger.tap(at);
  await page.locator("input[aria-label=Title]").waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Tapped");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await list())[6]?.["Title"]).toBe("Tapped");
  // the number of a row, held, opens the menu of the record
  const number = await page.locator("[role=row][aria-rowindex='9'] [role=rowheader]").boundingBox();
  await finger.down({ x: (number?.x ?? 0) + 8, y: (number?.y ?? 0) + 15 });
  await heldBy(page);
  await finger.up();
  await menu.getByRole("menuitem", { name: "Open the record" }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "Film 8" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("columns under a finger: held and dragged they move, held alone they open their menu, the edge resizes, a swipe scrolls", async () => {
  const { page, finger, views, wrong, close } = await openFilms();
  const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
  const names = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll(".head .name")].map((each) => each.textContent)`);
  const year = await middle(header("Year"));
  const left = () => page.evaluate<number>(`document.querySelector(".grid").scrollLeft`);
  await finger.swipe(year, { x: year.x - 120, y: year.y });
  await expect.poll(left).toBeGreaterThan(50);
  expect(await names()).toEqual(["Title", "Year", "City"]);
  await toStandStill(page);
  // the edge is as wide as a finger needs
  const edge = header("Year").locator(".edge");
  expect((await edge.boundingBox())?.width).toBeGreaterThanOrEqual(24);
  const before = (await header("Year").boundingBox())?.width ?? 0;
  const grip = await middle(edge);
  await finger.swipe(grip, { x: grip.x - 40, y: grip.y });
  await expect
    .poll(async () => Math.round((await header("Year").boundingBox())?.width ?? 0))
    .toBe(before - 40);
  await page.evaluate(`document.querySelector(".grid").scrollTo(200, 0)`);
  await finger.down(await middle(header("Year").locator(".name")));
  await heldBy(page);
  await finger.up();
  const menu = page.getByRole("menu", { name: /Year/ });
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  const [from, city] = [await middle(header("Year").locator(".name")), await header("City").boundingBox()];
  await finger.down(from);
  await heldBy(page);
  await finger.move(from, { x: (city?.x ?? 0) + (city?.width ?? 0) * 0.8, y: from.y });
  await finger.up();
  await expect.poll(names).toEqual(["Title", "City", "Year"]);
  await expect
    .poll(async () =>
      Object.values((await views())[0].columnMeta).some(
        (each) => (each as { width?: number }).width === before - 40,
      ),
    )
    .toBe(true);
  expect(wrong).toEqual([]);
  await close();
});

test("a right click, or the key for menus, opens the same menu; what is selected stays so", async () => {
  const { page, list, close } = await openFilms(desk);
  await cell(page, "Film 2").click();
  await cell(page, "Film 3").click({ modifiers: ["Shift"] });
  await cell(page, "Film 2").click({ button: "right" });
  const menu = page.getByRole("menu", { name: "What can be done here" });
  await menu.getByRole("menuitem", { name: "Empty 2 cells" }).waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await selected(page)).toEqual(["Film 2", "Film 3"]);
  await cell(page, "Film 6").click({ button: "right" });
  await menu.getByRole("menuitem", { name: "New record below" }).click();
  await page.getByText("61 records").waitFor();
  await cell(page, "Film 1").click();
  await page.keyboard.press("ContextMenu");
  await menu.getByRole("menuitem", { name: "Delete the record" }).click();
  await expect.poll(async () => (await list())[0]?.["Title"]).toBe("Film 2");
  await close();
});
