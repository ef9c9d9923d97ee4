/*
 * What users of other grids complain of, and what must hold here. docs/design/web.md lists all of these complaints with their tests; those that
 * are tested with the editing of cells are in edit.test.ts.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";
import { desk, log, pasteText } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Title" },
  { type: "rating", name: "Stars", options: { icon: "star", color: "yellowBright", max: 5 } },
  { type: "longText", name: "Plot" },
];

interface Opened {
  rows: number;
  options?: BrowserContextOptions;
  prepare?: (page: Page) => Promise<unknown>;
}

/** A table of films, open in the browser of its owner. */
async function openFilms({ rows, options = desk, prepare }: Opened) {
  const owner = await someone("Ada");
  const { baseId, tableId } = await aTable({ name: "Films", fields, records: [] }, owner);
  for (let first = 0; first < rows; first += 1000) {
    const some = Array.from({ length: Math.min(1000, rows - first) }, (_, i) => first + i + 1);
    const records = some.map((n) => ({ fields: { Title: `Film ${n}`, Stars: (n % 5) + 1 } }));
    await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  }
  const visited = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`, options, prepare);
  await cell(visited.page, "Film 1").waitFor();
  const list = async (): Promise<{ Title?: string; Stars?: number }[]> =>
    (await call(listRecords, { as: owner, params: { tableId } })).body.records.map(
      ({ fields: cells }: { fields: object }) => cells,
    );
  return { ...visited, owner, baseId, tableId, list };
}

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const cell = document.activeElement;
    return cell.closest("[role=row]")?.getAttribute("aria-rowindex") + ":" + cell.getAttribute("aria-colindex");
  })()`);
const scrollTo = (page: Page, row: number) =>
  page.evaluate(`document.querySelector(".grid").scrollTo(0, ${row * 36})`);

test("the whole keyboard: every key does what the table of keys says", async () => {
  const { page, list, close } = await openFilms({ rows: 60 });
  await page.getByText("60 records").waitFor();
  await cell(page, "Film 1").click();
  // rows and columns of ARIA: the headers are row 1, the numbers of the rows column 1
  const moves: [key: string, place: string][] = [
    ["ArrowDown", "3:2"],
    ["ArrowRight", "3:3"],
    ["ArrowLeft", "3:2"],
    ["ArrowUp", "2:2"],
    ["End", "2:4"],
    ["Home", "2:2"],
    ["Control+ArrowDown", "61:2"],
    ["Control+ArrowUp", "2:2"],
    ["Control+ArrowRight", "2:4"],
    ["Control+ArrowLeft", "2:2"],
    ["Control+End", "61:4"],
    ["Control+Home", "2:2"],
    ["Tab", "2:3"],
    ["Shift+Tab", "2:2"],
  ];
  for (const [key, place] of moves) {
    await page.keyboard.press(key);
    await expect.poll(async () => ({ key, place: await focused(page) })).toEqual({ key, place });
  }
  await page.keyboard.press("PageDown");
  await expect.poll(async () => Number((await focused(page)).split(":")[0])).toBeGreaterThan(10);
  await page.keyboard.press("PageUp");
  await expect.poll(() => focused(page)).toBe("2:2");
  // a rating by its number, without the mouse
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await list())[0]).toMatchObject({ Stars: 5 });
  // a new row without the mouse, and its name typed at once
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+Enter");
  await page.getByText("61 records").waitFor();
  await expect.poll(() => focused(page)).toBe("4:2");
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await list()).some(({ Title }) => Title === "Typed")).toBe(true);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.getByText("60 records").waitFor();
  // what was made and taken back is in the trash
  await tellNews();
  await page.keyboard.press("Control+y");
  await page.getByText("61 records").waitFor();
  // the record of the row, and back to the cell
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Space");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("2:2");
  await close();
});

test("without pages: row 10,700 of 11,000 is a jump of a few requests", async () => {
  const { page, wrong, close } = await openFilms({ rows: 11_000 });
  await page.getByText("11,000 records").waitFor();
  const before = log().length;
  await scrollTo(page, 10_700);
  await cell(page, "Film 10705").waitFor();
  const paths = log()
    .slice(before)
    .map(({ path }) => path);
  expect(paths.length).toBeLessThanOrEqual(4);
  await page.keyboard.press("Control+End");
  expect(wrong).toEqual([]);
  await close();
});

test("rows are shown while the count of them has no answer yet", async () => {
  const asked: (() => void)[] = [];
  const { page, close } = await openFilms({
    rows: 300,
    prepare: (page) =>
      page.route("**/aggregation/row-count**", async (route) => {
        await new Promise<void>((resolve) => asked.push(resolve));
        await route.continue();
      }),
  });
  await scrollTo(page, 150);
  await cell(page, "Film 155").waitFor();
  expect(asked).toHaveLength(1);
  asked[0]?.();
  await page.getByText("300 records").waitFor();
  await close();
});

test("all is selected, also rows that were never in view; emptied by keys, and taken back", async () => {
  const { page, list, close } = await openFilms({ rows: 1200 });
  await page.getByText("1,200 records").waitFor();
  await cell(page, "Film 1").click();
  await page.keyboard.press("Control+a");
  await scrollTo(page, 800);
  await cell(page, "Film 805").waitFor();
  await expect.poll(() => cell(page, "Film 805").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Delete");
  await page.getByText("3600 cells emptied").waitFor();
  expect(await list()).toEqual(Array.from({ length: 100 }, () => ({})));
  await page.keyboard.press("Control+z");
  await page.getByText("Undone.").waitFor();
  await expect.poll(async () => (await list())[99]).toMatchObject({ Title: "Film 100" });
  await close();
});

test("after a reload in the middle of the table the rows are there", async () => {
  const { page, wrong, close } = await openFilms({ rows: 300 });
  await page.getByText("300 records").waitFor();
  await scrollTo(page, 200);
  await cell(page, "Film 205").waitFor();
  await page.reload();
  await cell(page, "Film 1").waitFor();
  expect(
    await page
      .getByRole("gridcell")
      .filter({ hasText: /^Film / })
      .count(),
  ).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
  await close();
});

test("the page stays small, however far it is scrolled, with long texts", async () => {
  const { page, close } = await openFilms({ rows: 3000 });
  await page.getByText("3,000 records").waitFor();
  const elements = () => page.evaluate<number>("document.querySelectorAll('*').length");
  await scrollTo(page, 500);
  await cell(page, "Film 505").waitFor();
  const before = await elements();
  for (const row of [1000, 1500, 2000, 2500, 2900]) {
    await scrollTo(page, row);
    await cell(page, `Film ${row + 5}`).waitFor();
  }
  expect((await elements()) - before).toBeLessThan(100);
  await close();
});

test("nothing that listens to the wheel or to fingers can hold up scrolling", async () => {
  const { page, close } = await openFilms({
    rows: 10,
    prepare: (page) =>
      page.addInitScript(`
        window.holding = [];
        const { addEventListener } = EventTarget.prototype;
        EventTarget.prototype.addEventListener = function (type, listener, options) {
          const isPassive = typeof options === "object" && options?.passive;
          if (["wheel", "touchstart", "touchmove"].includes(type) && !isPassive) window.holding.push(type);
          return addEventListener.call(this, type, listener, options);
        };`),
  });
  expect(await page.evaluate("window.holding")).toEqual([]);
  await close();
});

test("what is pasted into a comment goes there, and not into the grid behind", async () => {
  const { page, list, close } = await openFilms({ rows: 3 });
  await cell(page, "Film 2").click();
  await page.keyboard.press("Space");
  const comment = page.getByRole("dialog").getByRole("textbox", { name: /comment/i });
  await comment.click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate('navigator.clipboard.writeText("one\\ttwo")');
  await page.keyboard.press("Control+v");
  await expect.poll(() => comment.inputValue()).toBe("one\ttwo");
  expect((await list()).map(({ Title }) => Title)).toEqual(["Film 1", "Film 2", "Film 3"]);
  await close();
});

test("where sockets are refused a new table is there and is edited", async () => {
  const { page, baseId, close } = await openFilms({
    rows: 3,
    prepare: (page) =>
      page.addInitScript(
        'window.WebSocket = class { constructor() { throw new DOMException("refused", "SecurityError"); } };',
      ),
  });
  await page.goto(page.url().replace(/\/app\/.*/, `/app/${baseId}`));
  await page.getByRole("button", { name: "New table" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Books");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(/\/tbl\w+$/);
  await page.getByRole("heading", { name: "Books" }).waitFor();
  await page.getByRole("button", { name: "New record" }).click();
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("gridcell");
  await page.keyboard.type("Ulysses");
  await page.keyboard.press("Enter");
  await cell(page, "Ulysses").waitFor();
  await close();
});

test("no limit of rows: a paste of 2,500 makes all of them, and is one step; a cell far down that does not fit is named, and nothing stays", async () => {
  const { page, list, close } = await openFilms({ rows: 3 });
  await page.getByText("3 records").waitFor();
  const paste = (lines: string[]) => pasteText(page, lines.join("\n"));
  const lines = Array.from({ length: 2500 }, (_, i) => `Pasted ${i + 1}\t${(i % 5) + 1}`);
  await cell(page, "Film 1").click();
  await paste(lines);
  await page.getByText("Pasted 2500 × 2 cells").waitFor();
  await page.getByText("2,500 records").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("3 records", { exact: true }).waitFor();
  expect((await list()).map(({ Title }) => Title)).toEqual(["Film 1", "Film 2", "Film 3"]);
  await paste(lines.with(2100, "Wrong\tmany"));
  const dialog = page.getByRole("dialog", { name: "Some cells do not fit" });
  await dialog.getByText("Row 2101, Stars").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect
    .poll(async () => (await list()).map(({ Title }) => Title))
    .toEqual(["Film 1", "Film 2", "Film 3"]);
  await close();
});
