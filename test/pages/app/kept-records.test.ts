/* New records that did not reach the server wait in the browser, in a real one: they are shown, take cells, and are made once. */
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { log, origin, pasteText, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";
import { cutWrites, isWrite, keptItems, loseAnswers } from "../support/out-of-reach.ts";

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
    { type: "singleSelect", name: "State", options: { choices: [{ name: "Seen" }, { name: "Planned" }] } },
    { type: "date", name: "Day" },
  ];
  const records = [1, 2, 3].map((i) => ({ fields: { Title: `Film ${i}`, Year: 1900 + i, State: "Seen" } }));
  made = await aTable({ name: "Films", fields, records }, owner);
  path = `/app/${made.baseId}/${made.tableId}`;
});

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);
const title = (page: Page, row: number) => cell(page, row, 1);
const year = (page: Page, row: number) => cell(page, row, 2);

const stored = async (): Promise<Record<string, unknown>[]> =>
  (await call(listRecords, { as: owner, params: { tableId: made.tableId } })).body.records.map(
    ({ fields }: { fields: Record<string, unknown> }) => fields,
  );
const titles = async () => (await stored()).map((fields) => fields["Title"]);

const isRecords = /\/table\/tbl\w+\/record(?:\/rec\w+)?$/;
const cut = (context: BrowserContext) => cutWrites(context, isRecords);
const writesSince = (before: number) =>
  log()
    .slice(before)
    .filter(({ method, path: at }) => isWrite(method) && isRecords.test(at))
    .map(({ method, status }) => `${method} ${status}`);
const add = (page: Page) => page.getByRole("button", { name: "New record", exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");

/** Types into a cell, and goes down. */
async function write(page: Page, at: ReturnType<typeof cell>, text: string): Promise<void> {
  await at.click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("it is shown below the others and takes cells; after a reload it is there with them, and is made once", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await cut(context);
  const before = log().length;
  await add(page);
  await page.getByText("1 change waits here").waitFor();
  // it has the focus
  await expect.poll(() => title(page, 4).evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.type("Cléo");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1962");
  await page.keyboard.press("Enter");
  await page.getByText("3 changes wait here").waitFor();
  await add(page);
  await write(page, title(page, 5), "Vagabond");
  expect(await title(page, 4).getAttribute("data-state")).toBe("waiting");
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-kept-record");
  await expect.poll(async () => (await keptItems(page)).length).toBe(2);
  await page.reload();
  await title(page, 4).filter({ hasText: "Cléo" }).waitFor();
  await title(page, 5).filter({ hasText: "Vagabond" }).waitFor();
  await write(page, year(page, 5), "1985");
  expect([await titles(), writesSince(before)]).toEqual([["Film 1", "Film 2", "Film 3"], []]);
  await context.unroute(isRecords);
  await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "Cléo", "Vagabond"]);
  await page.getByText(/waits? here/).waitFor({ state: "hidden" });
  await expect.poll(() => title(page, 5).getAttribute("data-state")).toBe("");
  expect((await stored()).slice(3)).toMatchObject([{ Year: 1962 }, { Year: 1985 }]);
  expect(writesSince(before).toSorted()).toEqual(["PATCH 200", "PATCH 200", "POST 201", "POST 201"]);
  expect([await keptItems(page), await title(page, 6).count()]).toEqual([[], 0]);
  expect(await page.getByText("5 records").count()).toBe(1);
  await close();
});

test("an answer that was lost: the next page does not make it again, also from another place of the app", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await loseAnswers(context, isRecords);
  await add(page);
  await page.getByText("1 change waits here").waitFor();
  await write(page, title(page, 4), "Once");
  await expect.poll(async () => (await stored()).length).toBe(4);
  const next = await context.newPage();
  await page.close();
  await context.unroute(isRecords);
  await next.goto(`${origin()}/app`);
  await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "Once"]);
  await expect.poll(() => keptItems(next)).toEqual([]);
  await close();
});

test("a server that is silent: the row comes while it is; an editor that is open then writes to the record that is made", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  let answer = () => {};
  await context.route(isRecords, async (route) => {
    if (route.request().method() === "POST")
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    await route.continue();
  });
  const before = log().length;
  await add(page);
  await page.getByText("1 change waits here").waitFor();
  await title(page, 4).click();
  await page.keyboard.type("Slow");
  answer();
  await expect.poll(async () => (await stored()).length).toBe(4);
  await page.getByText("1 change waits here").waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "Slow"]);
  expect(writesSince(before)).toEqual(["POST 201", "PATCH 200"]);
  await expect.poll(() => title(page, 4).textContent()).toBe("Slow");
  await close();
});

test("what is pasted, emptied and deleted reaches also rows that wait", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await cut(context);
  await add(page);
  await write(page, title(page, 4), "Given up");
  await add(page);
  await write(page, title(page, 5), "Stays");
  await title(page, 4).click();
  await page.getByRole("button", { name: "Delete records" }).click();
  await title(page, 4).filter({ hasText: "Stays" }).waitFor();
  await title(page, 4).click();
  await pasteText(page, "Pasted\t1999");
  await year(page, 4).filter({ hasText: "1999" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await year(page, 4).click();
  await page.keyboard.press("Delete");
  await expect.poll(() => year(page, 4).textContent()).toBe("");
  await context.unroute(isRecords);
  await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "Pasted"]);
  await page.getByText(/waits? here/).waitFor({ state: "hidden" });
  expect((await stored())[3]).not.toHaveProperty("Year");
  await close();
});

test("a cell that is refused after its record was made stays red in it, until it is edited", async () => {
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await cut(context);
  await add(page);
  await write(page, year(page, 4), "many");
  await page.getByText("2 changes wait here").waitFor();
  await context.unroute(isRecords);
  // the record is made, and the cell is refused
  await expect.poll(() => year(page, 4).getAttribute("data-state")).toBe("refused");
  expect((await stored()).length).toBe(4);
  expect(await year(page, 4).textContent()).toBe("many");
  await write(page, year(page, 4), "1985");
  await expect.poll(async () => (await stored())[3]).toMatchObject({ Year: 1985 });
  await close();
});

test("a new record that lacks something is refused later: it is red with the reason, also after a reload, until it gets it or is given up", async () => {
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "singleLineText", name: "Code", notNull: true },
  ];
  made = await aTable({ fields, records: [{ fields: { Title: "Film 1", Code: "a" } }] }, owner);
  const { page, context, close } = await openAppAs(owner.userId, `/app/${made.baseId}/${made.tableId}`);
  await title(page, 1).filter({ hasText: "Film 1" }).waitFor();
  await cut(context);
  await add(page);
  await add(page);
  await page.getByText("2 changes wait here").waitFor();
  await context.unroute(isRecords);
  for (const row of [2, 3])
    await expect.poll(() => cell(page, row, 2).getAttribute("data-state")).toBe("refused");
  expect(await cell(page, 2, 2).getAttribute("title")).toMatch(/must not be empty|required|empty/i);
  await page.reload();
  await expect.poll(() => cell(page, 3, 2).getAttribute("data-state")).toBe("refused");
  await title(page, 3).click();
  await page.keyboard.press("Escape");
  await title(page, 3).waitFor({ state: "detached" });
  await write(page, cell(page, 2, 2), "b");
  await expect.poll(stored).toEqual([{ Title: "Film 1", Code: "a" }, { Code: "b" }]);
  await expect.poll(() => keptItems(page)).toEqual([]);
  await expect.poll(() => cell(page, 2, 2).getAttribute("data-state")).toBe("");
  await close();
});

test("another account does not make it; of two windows one does, when the same one signs in again", async () => {
  const other = await aMember(made.baseId, "editor");
  const { page, context, close } = await openAppAs(owner.userId, path);
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await cut(context);
  await add(page);
  await write(page, title(page, 4), "By Ada");
  await expect.poll(async () => (await keptItems(page)).length).toBe(1);
  const signIn = async (userId: typeof owner.userId) =>
    context.addCookies([
      { name: "auth_session", value: (await aSession(userId)).cookie, url: origin(), httpOnly: true },
    ]);
  await signIn(other.userId);
  const before = log().length;
  await context.unroute(isRecords);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText(/Another account is signed in now/).waitFor();
  await page.reload();
  await title(page, 3).filter({ hasText: "Film 3" }).waitFor();
  await page.waitForTimeout(500);
  expect([writesSince(before), await title(page, 4).count()]).toEqual([[], 0]);
  await signIn(owner.userId);
  const second = await context.newPage();
  await Promise.all([page.reload(), second.goto(origin() + path)]);
  await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "By Ada"]);
  for (const each of [page, second]) await title(each, 4).filter({ hasText: "By Ada" }).waitFor();
  await expect.poll(() => keptItems(page)).toEqual([]);
  expect(writesSince(before)).toEqual(["POST 201", "PATCH 200"]);
  await close();
});

/** A view of a type, and its address. */
async function open(type: string, options: object) {
  const view = await call(createView, {
    as: owner,
    params: { tableId: made.tableId },
    body: { type, name: "Cards", options },
  });
  return `${path}/${view.body.id}`;
}
const fieldId = async (name: string): Promise<string> =>
  (await call(listFields, { as: owner, params: { tableId: made.tableId } })).body.find(
    (field: { name: string }) => field.name === name,
  ).id;

test.each(["gallery", "kanban", "calendar"])(
  "a %s: what is added opens as a record that waits, and is made with its cells",
  async (type) => {
    const options = {
      gallery: {},
      kanban: { stackFieldId: await fieldId("State") },
      calendar: { startDateFieldId: await fieldId("Day"), endDateFieldId: await fieldId("Day") },
    };
    const address = await open(type, options[type as keyof typeof options]);
    const { page, context, close } = await openAppAs(owner.userId, address);
    if (type === "calendar") await page.locator("td.day").first().waitFor();
    else
      await page
        .getByRole("button", { name: /Film 3/ })
        .first()
        .waitFor();
    await cut(context);
    const before = log().length;
    if (type === "gallery") await add(page);
    if (type === "kanban") await page.getByRole("button", { name: "New record in Planned" }).click();
    if (type === "calendar")
      await page
        .locator("td.day")
        .nth(15)
        .click({ position: { x: 5, y: 60 } });
    await dialog(page).getByText("This record is not saved yet").waitFor();
    await dialog(page).getByRole("button", { name: "Edit Title" }).click();
    await page.keyboard.type("Cléo");
    await page.keyboard.press("Enter");
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    const card = page.getByRole("button", { name: /Cléo/ }).first();
    await card.waitFor();
    await expect.poll(async () => (await keptItems(page)).length).toBe(1);
    await page.reload();
    await card.waitFor();
    await card.click();
    await dialog(page).getByText("This record is not saved yet").waitFor();
    await context.unroute(isRecords);
    // the dialog goes on with the record that is stored
    await page.waitForURL(/record=rec/);
    await dialog(page).getByLabel("New comment").waitFor();
    await expect.poll(titles).toEqual(["Film 1", "Film 2", "Film 3", "Cléo"]);
    const [last] = (await stored()).slice(3);
    if (type === "kanban") expect(last).toMatchObject({ State: "Planned" });
    if (type === "calendar") expect(last).toHaveProperty("Day");
    expect(writesSince(before)).toEqual(["POST 201", "PATCH 200"]);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    const cards = page.locator(type === "calendar" ? ".bar-of-record" : "li[data-record]");
    await expect.poll(() => cards.filter({ hasText: "Cléo" }).count()).toBe(1);
    await close();
  },
);
