/* Galleries of the app in a real browser: cards with covers, scrolling, keys, and changes of others. */
import { expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { aFile, pixel } from "#test/support/makers/files";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { log, screenshot } from "../../support/browser.ts";
import { aTableWithView, axeOfView } from "../../support/cards.ts";
import { useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const fields = [
  { name: "Title", type: "singleLineText" },
  { name: "Year", type: "number", options: { formatting: { type: "decimal", precision: 0 } } },
  { name: "Plot", type: "longText" },
  { name: "Stills", type: "attachment" },
];

/** A gallery of films, the first with a picture; it shows the year, and not the plot. */
async function aGallery(count: number) {
  const owner = await someone("Ada");
  const { item } = await aFile(owner, { name: "still.png", bytes: pixel, type: "image/png" });
  const records = Array.from({ length: count }, (_, i) => ({
    ...{ Title: `<b>Film ${i + 1}</b>`, Year: 1900 + i, Plot: "hidden" },
    ...(i === 0 && { Stills: [item] }),
  }));
  const view = { type: "gallery", options: { coverFieldId: "Stills" }, shown: ["Title", "Year"] };
  return aTableWithView({ owner, fields, records, view });
}

const first = "<b>Film 1</b>";

test("cards show the cover, the title as text, and the visible fields; far ones are read when they are scrolled to", async () => {
  const count = 1200;
  const { open } = await aGallery(count);
  const { page, wrong, close } = await open();
  const list = page.getByRole("list", { name: "Cards" });
  const card = (title: string) => list.getByRole("listitem").filter({ hasText: title });
  await card(first).first().waitFor();
  await page.getByText("1,200 records").waitFor();
  expect(await card(first).first().locator("dl").textContent()).toBe("Year1900");
  await expect.poll(() => page.evaluate("document.querySelector('.cover img')?.naturalWidth")).toBe(1);
  expect(await list.getByText("hidden").count()).toBe(0);
  expect(await list.getByRole("listitem").count()).toBeLessThan(60);
  expect(await card(first).first().getAttribute("aria-setsize")).toBe(String(count));
  const before = log().length;
  await page.evaluate("document.querySelector('.cards').scrollTo(0, 1e9)");
  await card(`Film ${count}`).waitFor();
  expect(
    log()
      .slice(before)
      .filter(({ path }) => path.endsWith("/record")).length,
  ).toBeLessThanOrEqual(2);
  await screenshot(page, "app-gallery");
  expect(wrong).toEqual([]);
  await close();
});

test("the keyboard reaches each card, opens its record, and comes back to it", async () => {
  const { open } = await aGallery(300);
  const { page, close } = await open();
  const focused = () => page.evaluate<string>("document.activeElement.textContent");
  await page.getByText("300 records").waitFor();
  await page.getByRole("button", { name: first, exact: true }).focus();
  const columns = await page.evaluate<number>(
    "Math.floor(document.querySelector('.cards').clientWidth / 256)",
  );
  const steps: [key: string, film: number][] = [
    ["ArrowRight", 2],
    ["ArrowDown", 2 + columns],
    ["ArrowLeft", 1 + columns],
    ["End", 300],
    ["ArrowUp", 300 - columns],
    ["Home", 1],
  ];
  for (const [key, film] of steps) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(`<b>Film ${film}</b>`);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading", { name: first }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe(first);
  await close();
});

test("fields, filter and search hold; a new record is opened, and undone; a change of another person is shown", async () => {
  const { open, owner, tableId, ids } = await aGallery(3);
  const { page, wrong, close } = await open();
  const list = page.getByRole("list", { name: "Cards" });
  const titles = () => list.locator(".open").allTextContents();
  const dialog = page.getByRole("dialog");
  await page.getByText("3 records").waitFor();
  await page.locator(".sign").getByText("Live").waitFor();
  await call(updateRecord, {
    as: owner,
    params: { tableId, recordId: ids[1] ?? "" },
    body: { record: { fields: { Title: "Vagabond", Year: 1985 } } },
  });
  await list.getByText("1985").waitFor();

  await page.getByRole("button", { name: "Hide fields, 2 hidden" }).click();
  await dialog.getByLabel("Plot").check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => list.getByText("hidden", { exact: true }).count()).toBe(3);

  await page.getByRole("searchbox", { name: "Search" }).fill("vaga");
  await expect.poll(titles).toEqual(["Vagabond"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await expect.poll(async () => (await titles()).length).toBe(3);

  await page.getByRole("button", { name: "New record" }).click();
  await dialog.getByRole("heading", { name: "Unnamed record" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("4 records").waitFor();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await page.getByText("3 records").waitFor();

  await page.getByRole("button", { name: "Options" }).click();
  await dialog.getByLabel("Cover", { exact: true }).selectOption("None");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => page.locator(".cover").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("axe finds nothing, light and dark, wide and narrow", async () => {
  const { open } = await aGallery(30);
  const ready = (page: Parameters<Parameters<typeof axeOfView>[1]>[0]) =>
    page.getByRole("button", { name: first, exact: true }).waitFor();
  expect(await axeOfView(open, ready)).toEqual([]);
});
