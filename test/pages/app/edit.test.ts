/* Cells of a table are edited in a real browser: by keys, by the mouse, by the clipboard, and taken back. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listRecords } from "#functions/record/list-records";
import type { TableId } from "#lib/schemas/basics/ids";
import { aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";
import { axeFindings } from "../support/accessible.ts";
import { beforePages, desk, origin, pasteText, screenshot, visit } from "../support/browser.ts";
import { useLiveApp } from "../support/live-app.ts";

useLiveApp();

let owner: Someone;
let cookie = "";
beforePages(async () => {
  owner = await someone("Ada");
  cookie = (await aSession(owner.userId)).cookie;
});

const fields = [
  { type: "singleLineText", name: "Title" },
  { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
  { type: "checkbox", name: "Seen" },
  { type: "singleSelect", name: "Genre", options: { choices: [{ name: "Drama" }, { name: "Comedy" }] } },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "a, b" }, { name: "c" }] } },
  { type: "date", name: "Day" },
  { type: "rating", name: "Stars", options: { icon: "star", color: "yellowBright", max: 5 } },
  { type: "longText", name: "Notes" },
  { type: "autoNumber", name: "Number" },
];

let tableId: TableId;
let address = "";
beforeEach(async () => {
  if (!owner) return;
  const records = Array.from({ length: 30 }, (_, i) => ({
    fields: { Title: `Film ${i + 1}`, Year: 1900 + i, Genre: i % 2 ? "Drama" : "Comedy" },
  }));
  const made = await aTable({ name: "Films", fields, records }, owner);
  tableId = made.tableId;
  address = `${origin()}/app/${made.baseId}/${made.tableId}`;
});

async function openTable() {
  const visited = await visit(desk, [origin().replace("http", "ws")]);
  const { context, page } = visited;
  await context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await page.goto(address);
  await cell(page, 1, "Title").filter({ hasText: "Film 1" }).waitFor();
  return visited;
}

const names = fields.map(({ name }) => name);
/** A cell by the number of its row and the name of its field. */
const cell = (page: Page, row: number, field: string) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${names.indexOf(field) + 2}"]`);

type Cells = Record<string, unknown>;
const stored = async (): Promise<Cells[]> =>
  (await call(listRecords, { as: owner, params: { tableId } })).body.records.map(
    ({ fields: cells }: { fields: Cells }) => cells,
  );
/** Waits until the store has these cells in a row. */
const toBeStored = (row: number, cells: Cells) =>
  expect.poll(async () => (await stored())[row - 1]).toMatchObject(cells);

test("typing replaces a cell, Enter goes down, Escape gives up, F2 and a double click edit what is there", async () => {
  const { page, wrong, close } = await openTable();
  await cell(page, 1, "Title").click();
  await page.keyboard.type("New name");
  await page.keyboard.press("Enter");
  await toBeStored(1, { Title: "New name" });
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Film 2");
  await page.keyboard.press("F2");
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await page.keyboard.press("Tab");
  await toBeStored(2, { Title: "Film 2!" });
  await page.keyboard.type("1234");
  await page.keyboard.press("Escape");
  expect(await cell(page, 2, "Year").textContent()).toBe("1901");
  await cell(page, 3, "Year").dblclick();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("1.999");
  // the focus goes elsewhere: the value is kept
  await cell(page, 5, "Title").click();
  await expect.poll(() => cell(page, 3, "Year").getAttribute("data-state")).not.toBe("saving");
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await stored())[4]).not.toHaveProperty("Title");
  expect(wrong).toEqual([]);
  await close();
});

test("each type has its editor", async () => {
  const { page, wrong, close } = await openTable();
  await cell(page, 1, "Seen").click();
  await page.keyboard.press("Enter");
  await toBeStored(1, { Seen: true });
  await cell(page, 1, "Genre").click();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Drama" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-edit-choice");
  await page.keyboard.type("dr");
  await page.keyboard.press("Enter");
  await toBeStored(1, { Genre: "Drama" });
  await cell(page, 2, "Genre").click();
  await page.keyboard.type("Noir");
  await page.getByRole("option", { name: "New: Noir" }).click();
  await toBeStored(2, { Genre: "Noir" });
  await cell(page, 1, "Tags").click();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "a, b" }).click();
  await page.getByRole("option", { name: "c", exact: true }).click();
  await page.keyboard.press("Tab");
  await toBeStored(1, { Tags: ["a, b", "c"] });
  await cell(page, 1, "Day").click();
  await page.keyboard.type("31 Dec 2026");
  await page.keyboard.press("Enter");
  await toBeStored(1, { Day: "2026-12-31T00:00:00.000Z" });
  await cell(page, 2, "Day").click();
  await page.keyboard.press("Enter");
  await page.locator("input[aria-label=Day]").fill("2026-05-06");
  await page.keyboard.press("Enter");
  await toBeStored(2, { Day: "2026-05-06T00:00:00.000Z" });
  await cell(page, 1, "Stars").click();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await toBeStored(1, { Stars: 4 });
  // drawn, and read as text
  await expect.poll(() => cell(page, 1, "Stars").locator(".star").count()).toBe(4);
  expect(await cell(page, 1, "Stars").textContent()).toBe("★★★★");
  expect(await cell(page, 1, "Seen").textContent()).toBe("✓");
  // the next column comes into view
  await page.keyboard.press("ArrowRight");
  await cell(page, 1, "Notes").click();
  await page.keyboard.type("one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await toBeStored(1, { Notes: "one\ntwo" });
  await cell(page, 1, "Notes").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("7");
  await page.getByText("This cell is computed.").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("another person changes the fields while a cell is edited: what was typed stays, and is saved", async () => {
  const { page, close } = await openTable();
  await cell(page, 2, "Title").click();
  await page.keyboard.type("half");
  const heard = page.waitForResponse((answer) => answer.url().endsWith(`/table/${tableId}/field`));
  const { body } = await call(createField, {
    as: owner,
    params: { tableId },
    body: { type: "singleLineText", name: "Added elsewhere" },
  });
  expect(body.id).toMatch(/^fld/);
  await heard;
  await page.keyboard.type(" and half");
  await page.keyboard.press("Enter");
  await toBeStored(2, { Title: "half and half" });
  await expect.poll(() => page.getByRole("grid").getAttribute("aria-colcount")).toBe("12");
  await close();
});

test("a refused value stays in its cell with the reason, until it is given up", async () => {
  const { page, close } = await openTable();
  await cell(page, 1, "Year").click();
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await page.getByText(/Not saved: .*many.* is not a number/).waitFor();
  const refused = cell(page, 1, "Year");
  await expect.poll(() => refused.getAttribute("data-state")).toBe("refused");
  expect(await refused.textContent()).toBe("many");
  expect(await refused.getAttribute("aria-invalid")).toBe("true");
  expect(await refused.getAttribute("title")).toContain("is not a number");
  await refused.click();
  await page.keyboard.press("F2");
  expect(await page.locator("input[aria-label=Year]").inputValue()).toBe("many");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => refused.textContent()).toBe("1900");
  await close();
});

test("a paste of a spreadsheet beyond the last row makes rows; its last newline makes none; one undo takes all back", async () => {
  const { page, close } = await openTable();
  await page.getByText("30 records").waitFor();
  await cell(page, 1, "Title").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Home");
  const rows = Array.from(
    { length: 200 },
    (_, i) => `Row ${i}\t${i}\ttrue\tDrama\tc\t2026-01-31\t3\tlong ${i}`,
  );
  await pasteText(page, `${rows.join("\n")}\n`);
  await page.getByText("Pasted 200 × 8 cells").waitFor();
  await page.getByText("229 records").waitFor();
  const all = await stored();
  expect(all[29]).toMatchObject({
    Title: "Row 0",
    Year: 0,
    Seen: true,
    Genre: "Drama",
    Tags: ["c"],
    Stars: 3,
  });
  expect(all).toHaveLength(100);
  // the focus stays on the first cell, which is not edited
  expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("gridcell");
  await page.keyboard.press("ControlOrMeta+z");
  await page.getByText("30 records").waitFor();
  expect((await stored())[29]).toMatchObject({ Title: "Film 30", Year: 1929 });
  await close();
});

test("cells that are copied and pasted are equal, of every type", async () => {
  const { page, close } = await openTable();
  await cell(page, 1, "Title").click();
  await pasteText(page, 'A\t1\ttrue\tDrama\t"a, b", c\t2026-01-31\t3\t"two\nlines"');
  await page.getByText("Pasted 1 × 8 cells").waitFor();
  await page.keyboard.press("Home");
  for (let i = 0; i < 7; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("ControlOrMeta+c");
  await page.getByText("8 cells copied").waitFor();
  await cell(page, 3, "Title").click();
  await page.keyboard.press("ControlOrMeta+v");
  await page.getByText("Pasted 1 × 8 cells").waitFor();
  const [first = {}, , third = {}] = await stored();
  const { Number: _, ...copied } = first;
  expect(Object.keys(copied)).toHaveLength(8);
  expect(third).toMatchObject(copied);
  await close();
});

test("a paste of which some cells do not fit names them, writes nothing, and then the rest", async () => {
  const { page, close } = await openTable();
  await cell(page, 2, "Title").click();
  await pasteText(page, "x\t1\ny\tmany\nz\t3");
  const dialog = page.getByRole("dialog", { name: "Some cells do not fit" });
  await dialog.getByText("Row 3, Year").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-edit-refused-paste");
  expect((await stored())[1]).toMatchObject({ Title: "Film 2" });
  await dialog.getByRole("button", { name: "Paste the others" }).click();
  await page.getByText("Pasted 3 × 2 cells").waitFor();
  expect((await stored()).slice(1, 4)).toMatchObject([
    { Title: "x", Year: 1 },
    { Title: "y", Year: 1902 },
    { Title: "z", Year: 3 },
  ]);
  await close();
});

test("rows are made and deleted, filled down, emptied, and all of it is taken back", async () => {
  const { page, close } = await openTable();
  await cell(page, 1, "Title").click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ControlOrMeta+d");
  await expect
    .poll(async () => (await stored()).slice(0, 4).map(({ Title }) => Title))
    .toEqual([...["Film 1", "Film 1", "Film 1", "Film 4"]]);
  await page.keyboard.press("Delete");
  await expect
    .poll(async () => (await stored()).slice(0, 4).map(({ Title }) => Title))
    .toEqual([...[undefined, undefined, undefined, "Film 4"]]);
  await page.keyboard.press("ControlOrMeta+z");
  await page.getByText("Undone.").waitFor();
  await cell(page, 4, "Title").click();
  await page.keyboard.press("Shift+Enter");
  await page.getByText("31 records").waitFor();
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('[role=row]').getAttribute('aria-rowindex')"))
    .toBe("6");
  await page.keyboard.type("Between");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell(page, 5, "Title").textContent()).toBe("Between");
  const atLeft = { position: { x: 6, y: 18 } };
  await page.locator('[role=row][aria-rowindex="2"] [role=rowheader]').click(atLeft);
  await page
    .locator('[role=row][aria-rowindex="4"] [role=rowheader]')
    .click({ ...atLeft, modifiers: ["Shift"] });
  await page.getByRole("button", { name: "Delete records" }).click();
  await page.getByText("28 records").waitFor();
  // deleted records are in the trash
  await tellNews();
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await page.getByText("31 records").waitFor();
  expect((await stored()).filter(({ Title }) => Title === "Film 1")).toHaveLength(3);
  await cell(page, 1, "Title").click();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.getByText("28 records").waitFor();
  await close();
});

test("without the server edits wait, say so, and are sent once", async () => {
  const { page, close } = await openTable();
  await page.getByText("30 records").waitFor();
  await page.context().setOffline(true);
  await cell(page, 1, "Title").click();
  await page.keyboard.type("Offline");
  await page.keyboard.press("Enter");
  expect(await cell(page, 1, "Title").textContent()).toBe("Offline");
  await page.getByText("1 change waits here").waitFor();
  expect((await stored())[0]).toMatchObject({ Title: "Film 1" });
  await page.context().setOffline(false);
  await toBeStored(1, { Title: "Offline" });
  await page.getByText("1 change waits here").waitFor({ state: "hidden" });
  await close();
});
