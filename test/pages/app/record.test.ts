/* A record of the app in a real browser: its cells, its neighbours, comments and history. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as updateRecord } from "#functions/record/update-record";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const long = `first line\n${"word ".repeat(100)}last`;

/** A table of films, of which the first links a person of another table and has a file. Ada owns it, an editor opens it. */
async function openFilms(options: BrowserContextOptions = desk, at = "") {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const { baseId } = place;
  const people = await aTable(
    { name: "People", fields: [{ type: "singleLineText", name: "Name" }] },
    owner,
    place,
  );
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "longText", name: "Plot" },
    { type: "attachment", name: "Stills" },
    { type: "link", name: "Director", options: { relationship: "manyOne", foreignTableId: people.tableId } },
  ];
  const { tableId } = await aTable({ name: "Films", fields }, owner, place);
  const create = async (table: TableId, rows: object[]): Promise<RecordId[]> => {
    const { body } = await call(createRecords, {
      as: owner,
      params: { tableId: table },
      body: { records: rows.map((cells) => ({ fields: cells })) },
    });
    return body.records.map(({ id }: { id: RecordId }) => id);
  };
  const [director] = await create(people.tableId, [{ Name: "Agnès" }]);
  const { item } = await aFile(owner, { name: "still.png", bytes: pixel, type: "image/png" });
  const ids = await create(tableId, [
    { Title: "Cléo", Plot: long, Stills: [item], Director: { id: director } },
    { Title: "Vagabond" },
    { Title: "Jacquot" },
  ]);
  const member = await aMember(baseId, "editor");
  const path = `/app/${baseId}/${tableId}`;
  const visited = await openAppAs(member.userId, path + at.replace("FIRST", ids[0] ?? ""), options);
  const dialog = visited.page.getByRole("dialog");
  const params = (row: number) => ({ tableId, recordId: ids[row] ?? "" });
  return { ...visited, owner, member, baseId, tableId, ids, director, path, dialog, params };
}

const titled = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("heading", { name, level: 2 });

test("a record opens from its row: long text whole, files with their picture, links that lead to the other record", async () => {
  const { page, dialog, ids, director, path, wrong, close } = await openFilms();
  await page.getByRole("row", { name: "Cléo" }).hover();
  await page.getByRole("button", { name: "Open record 1" }).click();
  await titled(page, "Cléo").waitFor();
  expect(new URL(page.url()).search).toBe(`?record=${ids[0]}`);
  await dialog.getByText("first line").waitFor();
  expect(await dialog.getByText("first line").textContent()).toBe(long);
  const still = dialog.getByRole("button", { name: "Open still.png" });
  await still.waitFor();
  await expect
    .poll(() => page.evaluate<number>('document.querySelector(".files img").naturalWidth'))
    .toBeGreaterThan(0);
  await dialog.getByRole("link", { name: "Agnès" }).click();
  await titled(page, "Agnès").waitFor();
  expect(new URL(page.url()).search).toBe(`?record=${director}`);
  await page.goBack();
  await titled(page, "Cléo").waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  expect(wrong).toEqual([]);
  await close();
});

test("previous and next go through the view; one way back closes, and so does Escape", async () => {
  const { page, dialog, path, wrong, close } = await openFilms();
  await page.getByRole("gridcell", { name: "Cléo" }).click();
  await page.keyboard.press(" ");
  await titled(page, "Cléo").waitFor();
  expect(await dialog.getByRole("button", { name: "Previous record" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Next record" }).click();
  await titled(page, "Vagabond").waitFor();
  await dialog.getByRole("button", { name: "Next record" }).click();
  await titled(page, "Jacquot").waitFor();
  expect(await dialog.getByRole("button", { name: "Next record" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(page.url().endsWith(path)).toBe(true);
  await expect.poll(() => page.evaluate<string>("document.activeElement.textContent")).toBe("Cléo");
  expect(wrong).toEqual([]);
  await close();
});

test("an address with a record opens it; what others change of it is shown, and that it is gone", async () => {
  const { page, dialog, owner, params, close } = await openFilms(desk, "?record=FIRST");
  await titled(page, "Cléo").waitFor();
  await page.locator(".sign").getByText("Live").waitFor();
  await call(updateRecord, {
    as: owner,
    params: params(0),
    body: { record: { fields: { Title: "Cléo from 5 to 7" } } },
  });
  await titled(page, "Cléo from 5 to 7").waitFor();
  await call(deleteRecord, { as: owner, params: params(0) });
  await titled(page, "This record is not here").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");
  await close();
});

test("comments: written with a mention, edited, deleted, and reacted to; those of others come as they are written", async () => {
  const { page, dialog, owner, params, wrong, close } = await openFilms(desk, "?record=FIRST");
  await dialog.getByText("No comment yet.").waitFor();
  await page.locator(".sign").getByText("Live").waitFor();
  await dialog.getByLabel("New comment").fill("Look,");
  await dialog.getByLabel("Mention someone").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Send" }).click();
  const own = dialog.getByRole("listitem").filter({ hasText: "Look, @Ada" });
  await own.waitFor();
  const mention = (await own.locator("mark").textContent()) ?? "";
  expect(mention).toMatch(/^@Ada/);
  expect(await dialog.getByLabel("New comment").inputValue()).toBe("");
  const { body: listed } = await call(listComments, { as: owner, params: params(0) });
  expect(JSON.stringify(listed)).toContain(`"mention","value":"${owner.userId}"`);
  await own.getByRole("button", { name: "Edit" }).click();
  await own.getByLabel("Edit").fill(`See, ${mention}\nhttps://example.org/`);
  await own.getByRole("button", { name: "Save" }).click();
  const edited = dialog.getByRole("listitem").filter({ hasText: "See, @Ada" });
  await edited.getByRole("link", { name: "https://example.org/" }).waitFor();
  const content = [{ type: "p", children: [{ type: "span", value: "From Ada" }] }];
  await call(createComment, { as: owner, params: params(0), body: { content } });
  const others = dialog.getByRole("listitem").filter({ hasText: "From Ada" });
  await others.waitFor();
  expect(await others.getByRole("button", { name: "Delete" }).count()).toBe(0);
  await others.getByText("React").click();
  await others.getByRole("button", { name: "React with 🎉" }).click();
  const given = others.getByRole("button", { name: /^🎉 by editor/ });
  await given.waitFor();
  expect(await given.getAttribute("aria-pressed")).toBe("true");
  await given.click();
  await given.waitFor({ state: "detached" });
  // what asks is a dialog of the app, which Escape closes alone
  const asked = page.getByRole("dialog", { name: "Delete this comment?" });
  await edited.getByRole("button", { name: "Delete" }).click();
  await asked.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await asked.waitFor({ state: "detached" });
  await edited.getByRole("button", { name: "Delete" }).click();
  await asked.getByRole("button", { name: "Delete" }).click();
  await edited.waitFor({ state: "detached" });
  await dialog.waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a refused comment stays where it was written, with the reason", async () => {
  const { dialog, close } = await openFilms(desk, "?record=FIRST");
  const text = "x".repeat(120_000);
  await dialog.getByLabel("New comment").fill(text);
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText(/must have at most/).waitFor();
  expect(await dialog.getByLabel("New comment").inputValue()).toBe(text);
  await close();
});

test("the history says what was changed, by whom", async () => {
  const { dialog, owner, params, wrong, close } = await openFilms(desk, "?record=FIRST");
  await dialog.getByText("first line").waitFor();
  await call(updateRecord, {
    as: owner,
    params: params(0),
    body: { record: { fields: { Title: "Cléo 2" } } },
  });
  await tellNews();
  await dialog.getByRole("heading", { name: "History" }).click();
  await dialog.getByRole("listitem").filter({ hasText: "Title: Cléo → Cléo 2" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)("axe finds nothing: %s, %o", async (colorScheme, size) => {
  const { page, dialog, owner, params, close } = await openFilms({ ...size, colorScheme }, "?record=FIRST");
  const content = [
    {
      type: "p",
      children: [
        { type: "span", value: "hello " },
        { type: "mention", value: owner.userId },
      ],
    },
  ];
  await call(createComment, { as: owner, params: params(0), body: { content } });
  await dialog.getByText("hello").waitFor();
  await dialog.getByRole("heading", { name: "History" }).click();
  await dialog.getByText("Nothing was changed yet.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  const isWider =
    'document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth';
  expect(await page.evaluate(isWider)).toBeLessThanOrEqual(0);
  await screenshot(page, `app-record-${size.viewport.width}-${colorScheme}`);
  await close();
});
