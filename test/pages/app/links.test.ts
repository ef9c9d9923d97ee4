/* Records are linked in a real browser: found by their names, page by page, by the keyboard; new ones are made. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import type { TableId } from "#lib/schemas/basics/ids";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { pasteText, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const count = 45;

/** A film that is linked with person 30, in a table with links to several people and to one of them. */
async function openFilm() {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const names = [{ type: "singleLineText", name: "Name" }];
  const people = await aTable({ name: "People", fields: names }, owner, place);
  const link = (name: string, relationship: string) => ({
    ...{ type: "link", name, options: { relationship, foreignTableId: people.tableId } },
  });
  const fields = [
    { type: "singleLineText", name: "Title" },
    link("Cast", "manyMany"),
    link("Director", "manyOne"),
  ];
  const { tableId } = await aTable({ name: "Films", fields }, owner, place);
  const create = async (table: TableId, rows: object[]): Promise<string[]> => {
    const body = { records: rows.map((cells) => ({ fields: cells })) };
    const made = await call(createRecords, { as: owner, params: { tableId: table }, body });
    return made.body.records.map(({ id }: { id: string }) => id);
  };
  const rows = Array.from({ length: count }, (_, i) => ({ Name: `Person ${i + 1}` }));
  const ids = await create(people.tableId, rows);
  const [recordId] = await create(tableId, [{ Title: "Film 1", Cast: [{ id: ids[29] }] }]);
  const titles = async (field: string) => {
    const { body } = await call(getRecord, { as: owner, params: { tableId, recordId } as never });
    return [body.fields[field] ?? []].flat().map(({ title }: { title: string }) => title);
  };
  const all = async () =>
    (await call(listRecords, { as: owner, params: { tableId: people.tableId } })).body.records.length;
  const visited = await openAppAs(owner.userId, `/app/${place.baseId}/${tableId}`);
  const { page } = visited;
  await page.getByRole("gridcell", { name: "Film 1" }).click();
  await page.getByRole("gridcell", { name: "Person 30" }).waitFor();
  return { ...visited, titles, all };
}

const options = (page: Page) => page.locator(".options").getByRole("option");
/** The option that Enter chooses. */
const current = (page: Page) =>
  page.evaluate<string | undefined>(
    "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent",
  );

test("those that are linked come first; more are read as the list is scrolled; what was found is added by keys", async () => {
  const { page, titles, wrong, close } = await openFilm();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Cast" }).waitFor();
  await expect.poll(() => options(page).count()).toBe(21);
  expect((await options(page).allTextContents()).slice(0, 3)).toEqual(["Person 30", "Person 1", "Person 2"]);
  expect(await options(page).first().getAttribute("aria-selected")).toBe("true");
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-links");
  await page.evaluate("document.querySelector('.options').scrollTo(0, 10000)");
  await expect.poll(() => options(page).count()).toBe(41);
  // at the last one the keyboard reads on, too
  for (let step = 0; step < 41; step++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => options(page).count()).toBe(count);
  await expect.poll(() => current(page)).toBe("Person 41");
  const isShown = `(() => {
    const [list, at] = [document.querySelector(".options"), document.querySelector(".options .at")].map((each) => each.getBoundingClientRect());
    return at.top >= list.top - 1 && at.bottom <= list.bottom + 1;
  })()`;
  await expect.poll(() => page.evaluate(isShown)).toBe(true);
  await page.keyboard.press("Enter");
  // what is typed is looked for on the server; Enter waits until it is found
  await page.keyboard.type("person 44");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.locator(".choosing > .chip").allTextContents())
    .toEqual(["Person 30", "Person 41", "Person 44"]);
  // and with nothing typed it saves
  await page.keyboard.press("Enter");
  await expect.poll(() => titles("Cast")).toEqual(["Person 30", "Person 41", "Person 44"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a linked one is taken out where it stands, and a new record is made by its name", async () => {
  const { page, titles, all, wrong, close } = await openFilm();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await options(page).filter({ hasText: "Person 30" }).click();
  await page.keyboard.type("Agnès");
  await options(page).filter({ hasText: "New: Agnès" }).click();
  await page.keyboard.press("Tab");
  await expect.poll(() => titles("Cast")).toEqual(["Agnès"]);
  expect(await all()).toBe(count + 1);
  expect(wrong).toEqual([]);
  await close();
});

test("a link to one record is replaced by what is chosen; Enter alone keeps it; Backspace empties it", async () => {
  const { page, titles, wrong, close } = await openFilm();
  const open = async () => {
    await page.getByRole("gridcell", { name: "Film 1" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("F2");
    await page.getByRole("combobox", { name: "Director" }).waitFor();
    await options(page).nth(5).waitFor();
  };
  await open();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles("Director")).toEqual(["Person 2"]);
  await open();
  expect(await options(page).first().textContent()).toBe("Person 2");
  await options(page).filter({ hasText: "Person 4" }).first().click();
  await expect.poll(() => titles("Director")).toEqual(["Person 4"]);
  await open();
  await page.keyboard.press("Enter");
  await open();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles("Director")).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});

test("what cannot be looked for is said in the list, and the editor goes on", async () => {
  const { page, close } = await openFilm();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await options(page).first().waitFor();
  await page.route(/search/, (route) => route.fulfill({ status: 400, json: { message: "not now" } }));
  await page.keyboard.type("Person 7");
  await page.locator(".options").getByText("not now").waitFor();
  await page.unroute(/search/);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("8");
  await options(page).filter({ hasText: "Person 8" }).waitFor();
  await page.keyboard.press("Escape");
  await options(page).first().waitFor({ state: "detached" });
  await close();
});

test("a paste of names that no record has offers to make these records; undo takes back the paste, and they stay", async () => {
  const { page, titles, all, wrong, close } = await openFilm();
  await page.keyboard.press("ArrowRight");
  await pasteText(page, "Person 2, Zoe");
  const dialog = page.getByRole("dialog", { name: "Some cells do not fit" });
  await dialog.getByText("Records can be made of a name in links: Person 2, Zoe.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // given up, nothing is written
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await all()).toBe(count);
  await pasteText(page, "Person 2, Zoe");
  await dialog.getByRole("button", { name: "Make these records and paste" }).click();
  await expect.poll(() => titles("Cast")).toEqual(["Person 2", "Zoe"]);
  expect(await all()).toBe(count + 1);
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => titles("Cast")).toEqual(["Person 30"]);
  expect(await all()).toBe(count + 1);
  expect(wrong.splice(0).length).toBeGreaterThan(0);
  await close();
});
