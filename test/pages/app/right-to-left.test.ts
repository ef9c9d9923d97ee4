/* The grid in a page that is read from right to left, in a real browser. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateViewOptions } from "#functions/view/update-view-options";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fields = Array.from({ length: 12 }, (_, i) => ({ type: "singleLineText", name: `F${i + 1}` }));

async function openMirrored() {
  const owner = await someone("Ada");
  const records = Array.from({ length: 30 }, (_, row) => ({
    fields: Object.fromEntries(fields.map(({ name }) => [name, `${name} of ${row + 1}`])),
  }));
  const { baseId, tableId, table } = await aTable({ name: "Films", fields, records }, owner);
  const viewId = table.views[0].id;
  await call(updateViewOptions, {
    as: owner,
    params: { tableId, viewId },
    body: { options: { frozenColumnCount: 2 } },
  });
  const visited = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`, desk, (page) =>
    page.addInitScript(`new MutationObserver((_, own) => {
      if (document.documentElement) document.documentElement.dir = "rtl";
    }).observe(document, { childList: true });`),
  );
  await cell(visited.page, "F1 of 1").waitFor();
  expect(await visited.page.evaluate("getComputedStyle(document.querySelector('.grid')).direction")).toBe(
    "rtl",
  );
  const list = async (): Promise<{ [name: string]: unknown }[]> =>
    (await call(listRecords, { as: owner, params: { tableId } })).body.records.map(
      ({ fields: cells }: { fields: object }) => cells,
    );
  return { ...visited, list };
}

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
const box = async (page: Page, name: string) => {
  const found = await cell(page, name).boundingBox();
  if (!found) throw new Error(`${name} is not drawn`);
  return { ...found, right: found.x + found.width };
};
const gridBox = async (page: Page) => {
  const found = await page.getByRole("grid").boundingBox();
  return { left: found?.x ?? 0, right: (found?.x ?? 0) + (found?.width ?? 0) };
};

test("from right to left: columns begin at the right, arrows lead where they point, and what has the focus is in view; the handle fills to the left", async () => {
  const { page, list, wrong, close } = await openMirrored();
  expect((await box(page, "F2 of 1")).right).toBeLessThanOrEqual((await box(page, "F1 of 1")).x + 1);
  await cell(page, "F1 of 1").click();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(page)).toBe("F2 of 1");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("F1 of 1");
  const inView = async (name: string) => {
    const [at, grid] = [await box(page, name), await gridBox(page)];
    return at.x >= grid.left - 1 && at.right <= grid.right + 1;
  };
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe("F12 of 1");
  expect(await inView("F12 of 1")).toBe(true);
  expect(await page.evaluate("document.querySelector('.grid').scrollLeft")).toBeLessThan(-100);
  // what is frozen stays, and what is reached again is not behind it
  for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("F4 of 1");
  expect(await inView("F4 of 1")).toBe(true);
  expect((await box(page, "F4 of 1")).right).toBeLessThanOrEqual((await box(page, "F2 of 1")).x + 1);
  await page.keyboard.press("ControlOrMeta+ArrowRight");
  await expect.poll(() => focused(page)).toBe("F1 of 1");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-right-to-left");
  // the handle is at the left of the cell, and fills to the left
  await cell(page, "F3 of 1").click();
  const handle = await page.locator(".fill").boundingBox();
  const from = await box(page, "F3 of 1");
  expect(handle?.x).toBeLessThan(from.x + 10);
  const to = await box(page, "F4 of 1");
  await page.mouse.move((handle?.x ?? 0) + 4, (handle?.y ?? 0) + 4);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 15, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await list())[0]?.["F4"]).toBe("F3 of 1");
  expect(wrong).toEqual([]);
  await close();
});

test("from right to left: widths and the keys of headers go by where they point", async () => {
  const { page, close } = await openMirrored();
  const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
  const width = async (name: string) => Math.round((await header(name).boundingBox())?.width ?? 0);
  const before = await width("F2");
  // the edge of a column is at its left: pulled to the left it grows
  const edge = await header("F2").locator(".edge").boundingBox();
  const grip = { x: (edge?.x ?? 0) + 4, y: (edge?.y ?? 0) + 15 };
  expect(grip.x).toBeLessThan(((await header("F2").boundingBox())?.x ?? 0) + 20);
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x - 50, grip.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => width("F2")).toBe(before + 50);
  await cell(page, "F2 of 1").click();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  await expect.poll(() => width("F2")).toBe(before + 34);
  await page.keyboard.press("ArrowLeft");
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('[role=columnheader]').ariaLabel"))
    .toBe("F3");
  await close();
});

test("from right to left: a column goes to where it is let go", async () => {
  const { page, close } = await openMirrored();
  const header = (name: string) => page.getByRole("columnheader", { name, exact: true });
  // F2 goes behind F3, which is at its left
  const [second, third] = [await header("F2").boundingBox(), await header("F3").boundingBox()];
  await page.mouse.move((second?.x ?? 0) + 60, (second?.y ?? 0) + 15);
  await page.mouse.down();
  await page.mouse.move((third?.x ?? 0) + 15, (third?.y ?? 0) + 15, { steps: 6 });
  await page.mouse.up();
  await expect
    .poll(
      async () => ((await header("F3").boundingBox())?.x ?? 0) > ((await header("F2").boundingBox())?.x ?? 0),
    )
    .toBe(true);
  await close();
});
