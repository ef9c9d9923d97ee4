/* Edits that did not reach the server outlive the page, in a real browser: they are shown again, and sent once. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { log, origin, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";
import { cutWrites, keptItems, loseAnswers, watchWrites } from "../support/out-of-reach.ts";

useLiveApp();

let owner: Someone;
let made: Awaited<ReturnType<typeof aTable>>;
let path = "";
beforeEach(async (context) => {
  if (context.task.result?.state === "skip") return;
  owner = await someone("Ada");
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year" },
  ];
  const records = Array.from({ length: 5 }, (_, i) => ({
    fields: { Title: `Film ${i + 1}`, Year: 1900 + i },
  }));
  made = await aTable({ name: "Films", fields, records }, owner);
  path = `/app/${made.baseId}/${made.tableId}`;
});

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);
const title = (page: Page, row: number) => cell(page, row, 1);
const year = (page: Page, row: number) => cell(page, row, 2);

const storedOf = async (name: string): Promise<unknown[]> =>
  (await call(listRecords, { as: owner, params: { tableId: made.tableId } })).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields[name],
  );

/** Types into a cell, and goes down. */
async function write(page: Page, at: ReturnType<typeof cell>, text: string): Promise<void> {
  await at.click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** The writes of cells that the server got since then. */
const writesSince = (before: number) =>
  log()
    .slice(before)
    .filter(({ method, path: at }) => method === "PATCH" && at.includes("/record"));

const isRecord = /\/record\/rec/;
const cut = (context: BrowserContext) => cutWrites(context, isRecord);

/** Changes what is kept: each item becomes what the text of a function makes of it. */
const changeKept = (page: Page, change: string) =>
  page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith("gridless-kept ")) localStorage.setItem(key, (${change})(localStorage.getItem(key)))`,
  );

test("the sign comes at once; after a reload the edits are there, on top of the rows, and are sent once", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await cut(context);
  const before = log().length;
  await write(page, title(page, 1), "Kept");
  await page.getByText("1 change waits here").waitFor();
  await write(page, year(page, 1), "2001");
  await page.getByText("2 changes wait here").waitFor();
  // nothing asks: nothing would be lost
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual([]);
  await title(page, 1).filter({ hasText: "Kept" }).waitFor();
  await year(page, 1).filter({ hasText: "2001" }).waitFor();
  expect(await title(page, 1).getAttribute("data-state")).toBe("waiting");
  await page.getByText("2 changes wait here").waitFor();
  expect(writesSince(before)).toEqual([]);
  expect((await storedOf("Title"))[0]).toBe("Film 1");
  await context.unroute(/\/record\/rec/);
  await expect.poll(async () => (await storedOf("Title"))[0]).toBe("Kept");
  await expect.poll(async () => (await storedOf("Year"))[0]).toBe(2001);
  await page.getByText(/wait here/).waitFor({ state: "hidden" });
  // the two cells were two calls, each once
  expect(writesSince(before).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(() => keptItems(page)).toEqual([]);
  await close();
});

test("a server that is silent: the sign comes before there is an answer, and what was asked is not asked again", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  let answer = () => {};
  await context.route(/\/record\/rec/, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const before = log().length;
  await write(page, title(page, 1), "Slow");
  await page.getByText("1 change waits here").waitFor();
  answer();
  await expect.poll(async () => (await storedOf("Title"))[0]).toBe("Slow");
  await page.getByText("1 change waits here").waitFor({ state: "hidden" });
  expect(writesSince(before)).toHaveLength(1);
  await close();
});

test("a closed page: the next one sends what it left, also from another place of the app; of two windows one does", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 2).filter({ hasText: "Film 2" }).waitFor();
  await cut(context);
  const other = await context.newPage();
  await other.goto(origin() + path);
  await title(other, 2).filter({ hasText: "Film 2" }).waitFor();
  await write(page, title(page, 2), "Left behind");
  await page.getByText("1 change waits here").waitFor();
  // another window that is open leaves it to its own
  await other.evaluate("dispatchEvent(new Event('focus'))");
  await page.waitForTimeout(500);
  expect(await title(other, 2).textContent()).toBe("Film 2");
  await page.close();
  const sent = watchWrites(context, isRecord);
  await context.unroute(/\/record\/rec/);
  const third = await context.newPage();
  await Promise.all([third.goto(`${origin()}/app`), other.evaluate("dispatchEvent(new Event('focus'))")]);
  await expect.poll(async () => (await storedOf("Title"))[1]).toBe("Left behind");
  await title(other, 2).filter({ hasText: "Left behind" }).waitFor();
  await expect.poll(() => keptItems(other)).toEqual([]);
  expect(sent).toHaveLength(1);
  await close();
});

test("a call whose answer was lost is not done again by the next page", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  // the server does it, and the page does not hear of it
  await loseAnswers(context, isRecord);
  await write(page, title(page, 3), "Done before");
  await page.getByText("1 change waits here").waitFor();
  await expect.poll(async () => (await storedOf("Title"))[2]).toBe("Done before");
  const { body } = await call(listRecords, { as: owner, params: { tableId: made.tableId } });
  const later = { fields: { Title: "Written after it" } };
  await call(updateRecord, {
    as: owner,
    params: { tableId: made.tableId, recordId: body.records[2].id },
    body: { record: later },
  });
  await context.unroute(/\/record\/rec/);
  // the answer is that of before, and comes after the rows were read
  let hasRows = () => {};
  const rowsAreRead = new Promise<void>((resolve) => {
    hasRows = resolve;
  });
  await context.route(/\/record\/rec/, async (route) => {
    if (route.request().method() === "PATCH") await rowsAreRead;
    await route.continue();
  });
  await page.reload();
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  hasRows();
  await expect.poll(() => keptItems(page)).toEqual([]);
  expect((await storedOf("Title"))[2]).toBe("Written after it");
  await title(page, 3).filter({ hasText: "Written after it" }).waitFor();
  await close();
});

test("what the server refuses after the reload is shown at its cell with its reason, and stays until it is given up", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await year(page, 1).filter({ hasText: "1900.00" }).waitFor();
  await cut(context);
  await write(page, year(page, 1), "many");
  await page.getByText("1 change waits here").waitFor();
  await context.unroute(/\/record\/rec/);
  await page.reload();
  await expect.poll(() => year(page, 1).getAttribute("data-state")).toBe("refused");
  expect(await year(page, 1).textContent()).toBe("many");
  expect(await year(page, 1).getAttribute("title")).toContain("is not a number");
  await page.reload();
  await expect.poll(() => year(page, 1).getAttribute("data-state")).toBe("refused");
  await year(page, 1).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => year(page, 1).textContent()).toBe("1900.00");
  expect(await keptItems(page)).toEqual([]);
  await close();
});

test("edits of over a day ask before they are sent: given up, decided later, or sent", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  const asked = page.getByRole("dialog", { name: "Send changes from before?" });
  const old = async (text: string) => {
    await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
    await cut(context);
    await write(page, title(page, 1), text);
    await page.getByText("1 change waits here").waitFor();
    await page.goto(`${origin()}/account`);
    await changeKept(
      page,
      "(text) => JSON.stringify({ ...JSON.parse(text), since: Date.now() - 25 * 60 * 60 * 1000 })",
    );
    await context.unroute(/\/record\/rec/);
    await page.goto(origin() + path);
    await asked.waitFor();
  };
  await old("Old");
  await asked.getByText(/1 change of/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-kept-old");
  // it is shown, and not sent
  await title(page, 1).filter({ hasText: "Old" }).waitFor();
  await asked.getByRole("button", { name: "Decide later" }).click();
  await asked.waitFor({ state: "detached" });
  expect((await storedOf("Title"))[0]).toBe("Film 1");
  await page.reload();
  await asked.getByRole("button", { name: "Give them up" }).click();
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  expect(await keptItems(page)).toEqual([]);
  await page.reload();
  await old("Older");
  await asked.getByRole("button", { name: "Send them" }).click();
  await expect.poll(async () => (await storedOf("Title"))[0]).toBe("Older");
  await close();
});

test("another account never sends what this one left; the same one does when it signs in again", async () => {
  const other = await aMember(made.baseId, "editor");
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await cut(context);
  await write(page, title(page, 1), "By Ada");
  await page.getByText("1 change waits here").waitFor();
  const signIn = async (userId: typeof owner.userId) =>
    context.addCookies([
      { name: "auth_session", value: (await aSession(userId)).cookie, url: origin(), httpOnly: true },
    ]);
  // in another window, while this one is open
  await signIn(other.userId);
  const before = log().length;
  await context.unroute(/\/record\/rec/);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText(/Another account is signed in now/).waitFor();
  await page.reload();
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await write(page, title(page, 2), "By another");
  await expect.poll(async () => (await storedOf("Title"))[1]).toBe("By another");
  expect((await storedOf("Title"))[0]).toBe("Film 1");
  expect(writesSince(before)).toHaveLength(1);
  await signIn(owner.userId);
  await page.reload();
  await expect.poll(async () => (await storedOf("Title"))[0]).toBe("By Ada");
  await close();
});

test("a browser without room says so, and asks before the page goes; what cannot be read is said, once", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await page.evaluate(
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
  );
  await cut(context);
  await write(page, title(page, 1), "No room");
  await page.getByText(/1 change waits here.* has no room/).waitFor();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await write(page, title(page, 1), "Broken");
  await page.getByText("1 change waits here").waitFor();
  await page.goto(`${origin()}/account`);
  await changeKept(page, "() => '{\"since\":'");
  await page.goto(origin() + path);
  await page.getByText("1 kept change could not be read in this browser, and is lost.").waitFor();
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  expect(await keptItems(page)).toEqual([]);
  await close();
});

test("a page of before a deployment that misses a part is loaded once more, and keeps its edits", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await cut(context);
  await write(page, title(page, 1), "Before");
  await page.getByText("1 change waits here").waitFor();
  let missed = 0;
  await context.route(/\/app\/assets\/.*\.js$/, (route) => {
    if (missed > 0) return route.continue();
    missed++;
    return route.fulfill({ status: 404 });
  });
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Filter" }).click();
  await loaded;
  expect(missed).toBe(1);
  await title(page, 1).filter({ hasText: "Before" }).waitFor();
  await context.unroute(/\/record\/rec/);
  await expect.poll(async () => (await storedOf("Title"))[0]).toBe("Before");
  await close();
});
