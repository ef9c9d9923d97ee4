/* An open table of the app in a real browser, while others change it. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, log, phone, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const names = Array.from({ length: 60 }, (_, i) => `Film ${i + 1}`);

/** A table with 60 films, open in the browser of a member; its owner is another person. */
async function openFilms(options: BrowserContextOptions = desk, prepare?: (page: Page) => Promise<unknown>) {
  const owner = await someone("Ada");
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
  ];
  const { baseId, tableId } = await aTable({ name: "Films", fields }, owner);
  const { body } = await call(createRecords, {
    as: owner,
    params: { tableId },
    body: { records: names.map((Title) => ({ fields: { Title, Year: 1900 } })) },
  });
  const ids = body.records.map(({ id }: { id: string }) => id);
  const member = await aMember(baseId, "editor");
  const visited = await openAppAs(member.userId, `/app/${baseId}/${tableId}`, options, prepare);
  await visited.page.getByText("60 records").waitFor();
  const write = (rows: [row: number, fields: object][]) =>
    call(updateRecords, {
      as: owner,
      params: { tableId },
      body: { records: rows.map(([row, fields]) => ({ id: ids[row] ?? "", fields })) },
    });
  return { ...visited, owner, baseId, tableId, ids, write };
}

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name, exact: true });
const isLive = (page: Page) => page.locator(".sign").getByText("Live").waitFor();
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

test("cells that another person changed are shown as they happen, by one request for all of them, and flash", async () => {
  const { page, write, wrong, close } = await openFilms();
  await isLive(page);
  await cell(page, "Film 3").click();
  // the first one also reads who the person is
  await write([[4, { Year: 1950 }]]);
  await cell(page, "1950").waitFor();
  const before = log().length;
  await write([0, 1, 2, 3].map((row) => [row, { Year: 2000 + row }]));
  await cell(page, "2003").waitFor();
  expect(await page.locator(".cell.changed").count()).toBeGreaterThanOrEqual(4);
  const calls = log()
    .slice(before)
    .map(({ path }) => path.split("/").at(-1));
  expect(calls).toEqual(["record"]);
  expect(await focused(page)).toBe("Film 3");
  await expect.poll(() => page.locator(".cell.changed").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("records that come and go: the count follows, and the focus goes with its record", async () => {
  const { page, owner, tableId, ids, wrong, close } = await openFilms();
  await isLive(page);
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 500)');
  await cell(page, "Film 20").click();
  const top = () => page.evaluate<number>("document.activeElement.getBoundingClientRect().top");
  const before = await top();
  await call(deleteRecord, { as: owner, params: { tableId, recordId: ids[1] ?? "" } });
  await page.getByText("59 records").waitFor();
  await expect
    .poll(() => page.evaluate<string>("document.activeElement.parentElement.ariaRowIndex"))
    .toBe("20");
  expect(await focused(page)).toBe("Film 20");
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
  await call(createRecords, {
    as: owner,
    params: { tableId },
    body: { records: [{ fields: { Title: "New film" } }] },
  });
  await page.getByText("60 records").waitFor();
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 1e6)');
  await cell(page, "New film").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("fields that come and go are columns that do, where the person is", async () => {
  const { page, owner, tableId, wrong, close } = await openFilms();
  await isLive(page);
  await page.evaluate('document.querySelector(".grid").scrollTo(0, 500)');
  await cell(page, "Film 20").click();
  const top = () => page.evaluate<number>('document.querySelector(".grid").scrollTop');
  const before = await top();
  const { body } = await call(createField, {
    as: owner,
    params: { tableId },
    body: { type: "singleLineText", name: "Note" },
  });
  await page.getByRole("columnheader", { name: "Note" }).waitFor();
  expect([await top(), await focused(page)]).toEqual([before, "Film 20"]);
  await call(deleteField, { as: owner, params: { tableId, fieldId: body.id } });
  await page.getByRole("columnheader", { name: "Note" }).waitFor({ state: "detached" });
  expect([await top(), await focused(page)]).toEqual([before, "Film 20"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a table that was deleted says so", async () => {
  const { page, owner, baseId, tableId, close } = await openFilms();
  await isLive(page);
  await call(deleteTable, { as: owner, params: { baseId, tableId } });
  await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
  await close();
});

test("without a socket it asks, and nothing flashes for a person who wants no motion", async () => {
  const { page, write, close } = await openFilms({ ...desk, reducedMotion: "reduce" }, (page) =>
    page.route("**/socket/ticket", (route) => route.fulfill({ status: 403, json: { message: "no" } })),
  );
  await page.locator(".sign").getByText("Checking").waitFor();
  await write([[0, { Year: 2001 }]]);
  await cell(page, "2001").waitFor();
  expect(await page.evaluate("document.getAnimations().length")).toBe(0);
  await close();
});

test("without the server it says offline, and goes on when it answers again", async () => {
  const { page, context, write, close } = await openFilms(desk, (page) =>
    page.route("**/socket/ticket", (route) => route.fulfill({ status: 403, json: { message: "no" } })),
  );
  await page.locator(".sign").getByText("Checking").waitFor();
  await context.setOffline(true);
  await page.locator(".sign").getByText("Offline").waitFor();
  await write([[0, { Year: 2001 }]]);
  await context.setOffline(false);
  await cell(page, "2001").waitFor();
  await page.locator(".sign").getByText("Checking").waitFor();
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)("axe finds nothing: %s, %o", async (colorScheme, size) => {
  const { page, write, close } = await openFilms({ ...size, colorScheme });
  await isLive(page);
  const sign = await page.locator(".sign").boundingBox();
  // a line of text
  expect(sign?.height).toBeLessThan(30);
  expect(sign?.width).toBeGreaterThan(30);
  await write([[0, { Year: 2001 }]]);
  await cell(page, "2001").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  await close();
});

test("people see each other: their names at the top, and the cells at which they are; nothing is sent while no one moves", async () => {
  const sent: string[] = [];
  const note = async (page: Page) =>
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const { type } = JSON.parse(String(payload));
        if (type === "here") sent.push(String(payload));
      }),
    );
  const { page: mine, owner, baseId, tableId, ids, wrong, close } = await openFilms(desk, note);
  await isLive(mine);
  const theirs = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`);
  await isLive(theirs.page);
  const list = mine.getByRole("list", { name: "Also in this view" });
  await list.getByText(/^Ada \d+$/).waitFor({ state: "attached" });
  expect(await list.getByRole("listitem").count()).toBe(1);
  await cell(theirs.page, "Film 5").click();
  const taken = mine.locator(".cell.taken");
  await expect.poll(() => taken.textContent(), { timeout: 15_000 }).toBe("Film 5");
  expect(await taken.getAttribute("data-who")).toMatch(/^Ada \d+$/);
  await theirs.page.keyboard.press("ArrowDown");
  await expect.poll(() => taken.textContent(), { timeout: 15_000 }).toBe("Film 6");
  expect(await axeFindings(mine)).toEqual([]);
  await screenshot(mine, "app-live-people");
  // it only said which view is open; a cell is told once
  expect(sent.map((each) => JSON.parse(each).recordId)).toEqual([undefined]);
  await cell(mine, "Film 2").click();
  await expect.poll(() => sent.length).toBe(2);
  await cell(mine, "Film 2").click();
  await expect
    .poll(() => theirs.page.locator(".cell.taken").textContent(), { timeout: 15_000 })
    .toBe("Film 2");
  expect(sent.map((each) => JSON.parse(each).recordId)).toEqual([undefined, ids[1]]);
  await theirs.close();
  await expect.poll(() => taken.count(), { timeout: 15_000 }).toBe(0);
  expect(await list.getByRole("listitem").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
}, 90_000);
