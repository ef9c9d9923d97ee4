/*
 * Two windows change the list of one cell at the same time, in a real browser: files, choices, people and links. The request of one window
 * is held until that of the other one is done. Nothing of either is lost.
 */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { aFile } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { desk, phone } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const columns = ["Name", "Papers", "Tags", "Team", "Parts"] as const;
type Column = (typeof columns)[number];

/** Two people look at the same table; the first may change its fields. */
async function openTwo(held: string[] = [], first: BrowserContextOptions = desk, isRecord = false) {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const parts = await aTable(
    { name: "Parts", fields: [{ type: "singleLineText", name: "Name" }] },
    owner,
    place,
  );
  const choices = ["red", "green", "blue"].map((name) => ({ name }));
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "attachment", name: "Papers" },
    { type: "multipleSelect", name: "Tags", options: { choices } },
    { type: "user", name: "Team", options: { isMultiple: true } },
    { type: "link", name: "Parts", options: { relationship: "manyMany", foreignTableId: parts.tableId } },
  ];
  const { tableId } = await aTable({ name: "Things", fields }, owner, place);
  const create = async (table: TableId, cells: object[]): Promise<RecordId[]> => {
    const body = { records: cells.map((each) => ({ fields: each })) };
    const made = await call(createRecords, { as: owner, params: { tableId: table }, body });
    return made.body.records.map(({ id }: { id: RecordId }) => id);
  };
  await create(parts.tableId, [{ Name: "Leg" }, { Name: "Seat" }, { Name: "Back" }]);
  const items: object[] = [];
  for (const name of held) items.push((await aFile(owner, { name, bytes: name, type: "text/plain" })).item);
  const [recordId = ""] = await create(tableId, [
    { Name: "Chair", ...(held.length > 0 && { Papers: items }) },
  ]);
  const [ann, bob] = [await aMember(place.baseId, "creator"), await aMember(place.baseId, "editor")];
  const path = `/app/${place.baseId}/${tableId}`;
  const [one, two] = [
    await openAppAs(ann.userId, `${path}${isRecord ? `?record=${recordId}` : ""}`, first),
    await openAppAs(bob.userId, path),
  ];
  const stored = async (field: Column): Promise<string[]> => {
    const { body } = await call(getRecord, { as: owner, params: { tableId, recordId } as never });
    const list: (string | { name?: string; title?: string })[] = body.fields[field] ?? [];
    return list.map((each) => (typeof each === "string" ? each : (each.name ?? each.title ?? "")));
  };
  await cell(two.page, "Name").filter({ hasText: "Chair" }).waitFor();
  const close = async () => {
    // one window is out of reach in a test
    expect([...one.wrong, ...two.wrong].filter((each) => !each.includes("ERR_CONNECTION_FAILED"))).toEqual(
      [],
    );
    await one.close();
    await two.close();
  };
  return { one: one.page, two: two.page, stored, close, ann, bob };
}

const selectorOf = (field: Column) =>
  `[role=row][aria-rowindex="2"] [aria-colindex="${columns.indexOf(field) + 2}"]`;
const cell = (page: Page, field: Column) => page.locator(selectorOf(field));

/** Holds the next write of a record: `isHeld` tells when it is there, `release` lets it and all later ones go on. */
async function holdWrites(page: Page) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/record\/rec/, async (route) => {
    if (route.request().method() === "PATCH") {
      held.resolve();
      await released.promise;
    }
    await route.continue();
  });
  return { isHeld: held.promise, release: () => released.resolve() };
}

const dropFile = (page: Page, selector: string, name: string) =>
  page.evaluate(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(name)}], ${JSON.stringify(name)}, { type: "text/plain" }));
      const options = { bubbles: true, cancelable: true, dataTransfer: data };
      for (const type of ["dragenter", "dragover", "drop"])
        document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new DragEvent(type, options));
    })()`,
  );

/** Adds what has a text to a list, by its editor in the grid. */
const add = async (page: Page, field: Column, text: string) => {
  await cell(page, field).click();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: field }).waitFor();
  await page.keyboard.type(text);
  await page.locator(".options").getByRole("option").filter({ hasText: text }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".choosing > .chip").filter({ hasText: text }).waitFor();
  await page.keyboard.press("Enter");
};

test("files dropped on one cell in two windows are both there; each window takes back its own", async () => {
  const { one, two, stored, close } = await openTwo();
  await cell(one, "Name").filter({ hasText: "Chair" }).waitFor();
  const { isHeld, release } = await holdWrites(one);
  await dropFile(one, selectorOf("Papers"), "one.txt");
  await isHeld;
  await dropFile(two, selectorOf("Papers"), "two.txt");
  await expect.poll(() => stored("Papers")).toEqual(["two.txt"]);
  release();
  await expect.poll(() => stored("Papers")).toEqual(["two.txt", "one.txt"]);
  for (const page of [one, two])
    await expect.poll(() => cell(page, "Papers").textContent()).toBe("two.txtone.txt");
  await cell(one, "Papers").focus();
  await one.keyboard.press("Control+z");
  await expect.poll(() => stored("Papers")).toEqual(["two.txt"]);
  await expect.poll(() => cell(two, "Papers").textContent()).toBe("two.txt");
  await close();
});

test("a file that one takes out, and a name that one gives, while the other adds", async () => {
  const { one, two, stored, close } = await openTwo(["a.txt", "b.txt"], desk, true);
  const dialog = one.getByRole("dialog");
  const first = await holdWrites(one);
  await dialog.getByRole("button", { name: "Open a.txt" }).focus();
  await one.keyboard.press("Delete");
  await first.isHeld;
  await dropFile(two, selectorOf("Papers"), "c.txt");
  await expect.poll(() => stored("Papers")).toEqual(["a.txt", "b.txt", "c.txt"]);
  first.release();
  await expect.poll(() => stored("Papers")).toEqual(["b.txt", "c.txt"]);
  await dialog.getByRole("button", { name: "Open c.txt" }).waitFor();

  const second = await holdWrites(one);
  await dialog.getByRole("button", { name: "Open b.txt" }).click();
  await one.getByRole("button", { name: "Rename" }).click();
  await one.getByRole("textbox", { name: "Name" }).fill("new.txt");
  await one.getByRole("button", { name: "Save" }).click();
  await second.isHeld;
  await dropFile(two, selectorOf("Papers"), "d.txt");
  await expect.poll(() => stored("Papers")).toEqual(["b.txt", "c.txt", "d.txt"]);
  second.release();
  await expect.poll(() => stored("Papers")).toEqual(["new.txt", "c.txt", "d.txt"]);
  await close();
});

test("a cell that one empties while the other adds a file keeps that file", async () => {
  const { one, two, stored, close } = await openTwo(["a.txt"]);
  const { isHeld, release } = await holdWrites(one);
  await cell(one, "Papers").click();
  await one.keyboard.press("Delete");
  await isHeld;
  await dropFile(two, selectorOf("Papers"), "b.txt");
  await expect.poll(() => stored("Papers")).toEqual(["a.txt", "b.txt"]);
  release();
  await expect.poll(() => stored("Papers")).toEqual(["b.txt"]);
  await close();
});

test("on a phone: files that are chosen in a record while the other adds one", async () => {
  const { one, two, stored, close } = await openTwo([], { ...phone, hasTouch: true }, true);
  const { isHeld, release } = await holdWrites(one);
  const chosen = one.waitForEvent("filechooser");
  await one.getByRole("dialog").getByRole("button", { name: "Add files to Papers" }).tap();
  await (await chosen).setFiles(
    ["x.txt", "y.txt"].map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })),
  );
  await isHeld;
  await dropFile(two, selectorOf("Papers"), "z.txt");
  await expect.poll(() => stored("Papers")).toEqual(["z.txt"]);
  release();
  await expect.poll(() => stored("Papers")).toEqual(["z.txt", "x.txt", "y.txt"]);
  await close();
});

test("choices, people and links that two add to one cell are all there, also one made in place by both", async () => {
  const { one, two, stored, close, ann, bob } = await openTwo();
  const { isHeld, release } = await holdWrites(one);
  await add(one, "Tags", "red");
  await isHeld;
  await add(one, "Tags", "gold");
  await add(one, "Team", ann.name);
  await add(one, "Parts", "Leg");
  await add(two, "Tags", "gold");
  await expect.poll(() => stored("Tags")).toEqual(["gold"]);
  await add(two, "Tags", "blue");
  await add(two, "Team", bob.name);
  await add(two, "Parts", "Seat");
  await expect.poll(() => stored("Tags")).toEqual(["gold", "blue"]);
  await expect.poll(() => stored("Parts")).toEqual(["Seat"]);
  release();
  await expect.poll(() => stored("Parts")).toEqual(["Seat", "Leg"]);
  await expect.poll(() => stored("Tags")).toEqual(["gold", "blue", "red"]);
  await expect.poll(() => stored("Team")).toEqual([bob.name, ann.name]);
  await close();
});

test("what one added while out of reach comes beside what the other added meanwhile, also after the page was left", async () => {
  const { one, two, stored, close } = await openTwo();
  await cell(one, "Name").filter({ hasText: "Chair" }).waitFor();
  await one
    .context()
    .route(/\/record\/rec/, (route) =>
      route.request().method() === "PATCH" ? route.abort("connectionfailed") : route.continue(),
    );
  // the bytes arrive, the write of the cell does not
  await dropFile(one, selectorOf("Papers"), "one.txt");
  await one.getByText("1 change waits here").waitFor();
  await dropFile(two, selectorOf("Papers"), "two.txt");
  await expect.poll(() => stored("Papers")).toEqual(["two.txt"]);
  await one.context().unroute(/\/record\/rec/);
  await one.reload();
  await expect.poll(() => stored("Papers")).toEqual(["two.txt", "one.txt"]);
  await expect.poll(() => cell(one, "Papers").textContent()).toBe("two.txtone.txt");
  await close();
});

test("a choice that one makes in place while the other has the dialog of the field open stays, also in its cells", async () => {
  const { one, two, stored, close } = await openTwo();
  await cell(one, "Name").filter({ hasText: "Chair" }).waitFor();
  await one.getByRole("button", { name: "Manage fields" }).click();
  await one.getByRole("button", { name: "More for the field Tags" }).click();
  await one.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = one.getByRole("dialog", { name: "Change the field Tags" });
  await dialog.getByLabel("Choice 1", { exact: true }).fill("crimson");
  await add(two, "Tags", "gold");
  await expect.poll(() => stored("Tags")).toEqual(["gold"]);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await stored("Tags")).toEqual(["gold"]);
  await add(two, "Tags", "crimson");
  await expect.poll(() => stored("Tags")).toEqual(["gold", "crimson"]);
  await close();
});
