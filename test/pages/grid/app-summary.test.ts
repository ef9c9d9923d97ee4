/* The statistics below a grid in a real browser: chosen from a menu, kept by the view, and read again after a change. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as getView } from "#functions/view/get-view";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { log, looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

async function aTableOfFilms() {
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
    { type: "checkbox", name: "Seen" },
    ...Array.from({ length: 9 }, (_, i) => ({ type: "singleLineText", name: `Far ${i}` })),
  ];
  const records = [1979, 1985, 1997].map((Year, i) => ({
    fields: { Title: `Film ${i}`, Year, Seen: i > 0, "Far 8": i > 1 ? "x" : undefined },
  }));
  const made = await aTable({ name: "Films", fields, records });
  const params = { tableId: made.tableId, viewId: made.table.views[0].id };
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  const statistic = async (name: string) =>
    (await call(getView, { as: made.owner, params })).body.columnMeta[idOf(name)].statisticFunc;
  return { ...made, idOf, statistic, address: `/app/${made.baseId}/${made.tableId}` };
}

const bar = (page: Page) => page.getByRole("toolbar", { name: "Statistics" });
const cell = (page: Page, field: string) => bar(page).getByRole("button", { name: `Statistic of ${field}:` });

async function choose(page: Page, field: string, name: string) {
  await cell(page, field).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

test("statistics are chosen and kept; all are read by one request, and again after a change", async () => {
  const { owner, baseId, tableId, table, idOf, statistic, address } = await aTableOfFilms();
  const editor = await aMember(baseId, "editor");
  const { page, wrong, close } = await openAppAs(owner.userId, address);
  await choose(page, "Year", "Average");
  await expect.poll(() => cell(page, "Year").textContent()).toBe("Average 1987");
  await choose(page, "Seen", "Checked");
  await expect.poll(() => cell(page, "Seen").textContent()).toBe("Checked 2");
  expect([await statistic("Year"), await statistic("Seen")]).toEqual(["average", "checked"]);
  await page.reload();
  await expect.poll(() => cell(page, "Year").textContent()).toBe("Average 1987");
  expect(await cell(page, "Seen").textContent()).toBe("Checked 2");
  const asks = () =>
    log().filter(({ path }) => path.split("?")[0] === `/table/${tableId}/aggregation`).length;
  const before = asks();
  const recordId = table.records[0].id;
  const body = { fieldKeyType: "id", record: { fields: { [idOf("Year")]: 2009, [idOf("Seen")]: true } } };
  expect((await call(updateRecord, { as: editor, params: { tableId, recordId }, body })).status).toBe(200);
  await expect.poll(() => cell(page, "Year").textContent(), { timeout: 20_000 }).toBe("Average 1997");
  await expect.poll(() => cell(page, "Seen").textContent()).toBe("Checked 3");
  expect(asks() - before).toBe(1);
  // it is scrolled with the columns
  await page.evaluate('document.querySelector(".grid").scrollTo(9000, 0)');
  await choose(page, "Far 8", "Filled");
  await expect.poll(() => cell(page, "Far 8").textContent()).toBe("Filled 1");
  const [head, foot] = await Promise.all([
    page.getByRole("columnheader", { name: "Far 8", exact: true }).boundingBox(),
    cell(page, "Far 8").boundingBox(),
  ]);
  expect(foot?.x).toBeCloseTo(head?.x ?? 0, 0);
  await choose(page, "Far 8", "None");
  await expect.poll(() => cell(page, "Far 8").textContent()).toBe("");
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)(
  "who only reads chooses for this window; axe finds nothing: %s, %o",
  async (colorScheme, size) => {
    const { baseId, statistic, address } = await aTableOfFilms();
    const viewer = await aMember(baseId, "viewer");
    const { page, wrong, close } = await openAppAs(viewer.userId, address, { ...size, colorScheme });
    await choose(page, "Title", "Unique");
    await expect.poll(() => cell(page, "Title").textContent()).toBe("Unique 3");
    expect(await statistic("Title")).toBeUndefined();
    await cell(page, "Title").click();
    await page.getByRole("menuitem", { name: "Filled", exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await screenshot(page, `app-summary-${colorScheme}-${size.viewport.width}`);
    expect(wrong).toEqual([]);
    await close();
  },
);
