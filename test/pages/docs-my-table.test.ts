/* The documentation page with a table of the reader: chosen from lists, it is in every sample and form, in four languages. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { aBase, aTable, aToken, someone } from "#test/support/makers/makers";
import { axeFindings } from "./support/accessible.ts";
import { origin, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

const wide = { viewport: { width: 1200, height: 900 } };
const narrow = { viewport: { width: 390, height: 844 } };

const awkward = `It's "my" \\ \`$name\``;
const fields = [
  { type: "singleLineText", name: "Task" },
  { type: "number", name: awkward },
  { type: "singleSelect", name: "State", options: { choices: [{ name: "open" }, { name: "done" }] } },
  { type: "date", name: "Due" },
];

/** A reader with two bases and three tables, at the page with their token. */
async function open(options: BrowserContextOptions = wide) {
  const owner = await someone();
  const place = await aBase(owner);
  await aTable({ name: "Another" }, owner, place);
  const made = await aTable({ name: "Tasks", fields, records: [{ fields: { Task: "Plan" } }] }, owner, place);
  const found = await visit({ reducedMotion: "reduce", ...options });
  await found.page.goto(`${origin()}/docs#token=${owner.token}`);
  await found.page.locator("#table-input").waitFor();
  return { ...found, ...made };
}

const choose = async (page: Page, tableId: string) => {
  await page.locator("#table-input").selectOption(tableId);
  await page.locator("#table-state", { hasText: "use the table" }).waitFor();
};
const sampleOf = (page: Page, place: string) => page.locator(`${place} .samples code`).textContent();

test("a table is chosen, and each language has its ids, fields and values; the language stays", async () => {
  const { page, tableId, baseId, owner, wrong, close } = await open();
  expect(await page.locator("#table-state").textContent()).toContain("Choose a table");
  await choose(page, tableId);
  await page.goto(`${origin()}/docs#createRecords`);
  const place = "#createRecords";
  const inLanguage = async (language: string) => {
    await page.locator(`${place} [data-language=${language}]`).click();
    return sampleOf(page, place);
  };
  const curl = await inLanguage("curl");
  expect(curl).toContain(`"${origin()}/table/${tableId}/record"`);
  expect(curl).toContain(`"It'\\''s \\"my\\" \\\\ \`$name\`": 1`);
  expect(curl).toContain('"State": "open"');
  expect(await inLanguage("ts")).toContain(
    `client.base("${baseId}");\nconst table = base.table("${tableId}");`,
  );
  expect(await inLanguage("python")).toContain('"State": "open",\n                    "Due": "2026');
  expect(await inLanguage("fetch")).toContain(`"It's \\"my\\" \\\\ \`$name\`": 1`);
  expect(await page.locator("main").textContent()).not.toContain(owner.token);
  expect(await page.locator(`${place} .examples pre`).last().textContent()).toContain('"Task": "Text"');

  // base, table and language are there again
  await page.reload();
  await page.locator("#table-state", { hasText: "use the table Tasks" }).waitFor();
  expect(await page.locator("#table-input").inputValue()).toBe(tableId);
  expect(await sampleOf(page, place)).toMatch(/^const answer = await fetch\(/);
  expect(await page.locator(`${place} [aria-pressed=true]`).textContent()).toBe("fetch");
  expect(wrong).toEqual([]);
  await close();
});

test("the forms are filled in and work; a choice of another table fills them anew, but not what was typed", async () => {
  const { page, tableId, wrong, close } = await open();
  await choose(page, tableId);
  for (const operation of ["createRecords", "updateRecordsWhere", "listRecords", "filterView"]) {
    await page.goto(`${origin()}/docs#${operation}`);
    const op = page.locator(`#${operation}`);
    await op.locator(".try").click();
    expect(await op.locator("[data-name=tableId][data-in=path]").last().inputValue()).toBe(tableId);
    await op.locator(".send").click();
    await op.locator(".answer b").waitFor();
    expect(await op.locator(".answer b").textContent()).toMatch(/^20\d /);
  }
  expect(await page.locator("#listRecords .hint", { hasText: "{State} = 'open'" }).count()).toBe(1);
  const body = page.locator("#createRecords textarea");
  const typed = page.locator("#updateRecordsWhere textarea");
  await typed.fill("{}");
  await page.locator("#table-input").selectOption({ index: 1 });
  await page.locator("#table-state", { hasText: "use the table Another" }).waitFor();
  await expect.poll(() => body.inputValue()).not.toContain("State");
  expect(await typed.inputValue()).toBe("{}");
  expect(wrong).toEqual([]);
  await close();
});

test("a field that is made, a new name of the table and its end are in the samples and lists at once", async () => {
  const { page, tableId, wrong, close } = await open();
  await choose(page, tableId);
  const send = async (operation: string, body?: object) => {
    await page.goto(`${origin()}/docs#${operation}`);
    const op = page.locator(`#${operation}`);
    await op.locator(".try").click();
    if (body) await op.locator("textarea").fill(JSON.stringify(body));
    await op.locator(".send").click();
    await op.locator(".answer b", { hasText: /^20/ }).waitFor();
  };
  await page.goto(`${origin()}/docs#createRecords`);
  await send("createField", { type: "checkbox", name: "Paid for" });
  await expect.poll(() => sampleOf(page, "#createRecords")).toContain('"Paid for": true');
  await send("renameTable", { name: "Renamed" });
  await page.locator("#table-state", { hasText: "use the table Renamed" }).waitFor();
  await send("deleteTable");
  await page.locator("#table-state", { hasText: "Choose a table" }).waitFor();
  expect(await page.locator("#table-input").inputValue()).toBe("");
  await expect.poll(() => sampleOf(page, "#createRecords")).not.toContain("Paid for");
  expect(wrong).toEqual([]);
  await close();
});

test("a table that the quick start makes is chosen", async () => {
  const { page, wrong, close } = await open();
  await page.locator("#step-list .run").click();
  expect(await page.locator("#step-list .run-note").textContent()).toContain("or choose one of yours");
  await page.locator("#step-create .run").click();
  await page.locator("#table-state", { hasText: "use the table Things" }).waitFor();
  expect(await page.locator("#table-input option:checked").textContent()).toMatch(/^Things \(tbl/);
  await page.locator("#step-list .run").click();
  await page.locator("#step-list .answer b", { hasText: "200 OK" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("no bases, no tables, a token that may not read fields, one that is invalid: a clear line", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const { page, close } = await visit({ reducedMotion: "reduce", ...wide });
  const state = page.locator("#table-state");
  await page.goto(`${origin()}/docs#token=${owner.token}`);
  await expect
    .poll(() => state.textContent())
    .toBe("The base Base has no tables yet. Step 2 below makes one.");
  const enter = (token: string) => page.locator("#token-input").fill(token);
  await enter("gridless_accNone");
  await page.locator(".token-state.wrong").waitFor();
  expect(await state.textContent()).toBe("");
  expect(await page.locator("#base-input").isVisible()).toBe(false);
  await enter((await someone()).token);
  await expect.poll(() => state.textContent()).toContain("This token reaches no base");
  const { tableId } = await aTable({ name: "Tasks" }, owner, place);
  await enter(await aToken(owner.userId, { scopes: ["base|read", "table|read"] }));
  await page.locator("#table-input").selectOption(tableId);
  await expect.poll(() => state.textContent()).toMatch(/^The tables cannot be read: .*field\|read/);
  await close();
});

test("at 390 pixels, by keyboard, and axe finds nothing", async () => {
  const { page, tableId, wrong, close } = await open(narrow);
  await page.locator("#table-input").focus();
  await page.keyboard.type("Tasks");
  await page.keyboard.press("Tab");
  await page.locator("#table-state", { hasText: "use the table Tasks" }).waitFor();
  expect(await page.locator("#table-input").inputValue()).toBe(tableId);
  await page.goto(`${origin()}/docs#createRecords`);
  const op = page.locator("#createRecords");
  await op.locator("[data-language=python]").focus();
  await page.keyboard.press("Enter");
  expect(await sampleOf(page, "#createRecords")).toMatch(/^import json\n/);
  await op.locator(".try").click();
  await screenshot(page, "docs-my-table-390");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.viewport.width);
  // the rest of the page is tested by docs.test.ts
  await page.evaluate(
    `for (const part of document.querySelectorAll(".op:not(#createRecords), .schema, .guides > *, .contents li")) part.remove()`,
  );
  expect(await axeFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});
