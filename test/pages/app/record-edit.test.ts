/* The cells of an open record are edited in a real browser: in their place, by the mouse and by the keyboard. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

/** An open record of a table of films, which link people; a person with this role looks at it. */
async function openFilm(
  role: "editor" | "commenter" = "editor",
  options: Parameters<typeof openAppAs>[2] = desk,
) {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const names = [{ type: "singleLineText", name: "Name" }];
  const people = await aTable({ name: "People", fields: names }, owner, place);
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
    { type: "checkbox", name: "Seen" },
    { type: "singleSelect", name: "Genre", options: { choices: [{ name: "Drama" }, { name: "Comedy" }] } },
    { type: "longText", name: "Plot" },
    { type: "singleLineText", name: "Page" },
    { type: "link", name: "Director", options: { relationship: "manyOne", foreignTableId: people.tableId } },
    { type: "autoNumber", name: "Number" },
  ];
  const { tableId } = await aTable({ name: "Films", fields }, owner, place);
  const create = async (table: typeof tableId, cells: object) => {
    const body = { records: [{ fields: cells }] };
    return (await call(createRecords, { as: owner, params: { tableId: table }, body })).body.records[0].id;
  };
  await create(people.tableId, { Name: "Agnès" });
  const recordId = await create(tableId, { Title: "Film 1", Year: 1900, Page: "https://example.org/1" });
  const params = { tableId, recordId };
  const stored = async () => (await call(getRecord, { as: owner, params })).body.fields;
  const member = await aMember(place.baseId, role);
  const path = `/app/${place.baseId}/${tableId}`;
  const visited = await openAppAs(member.userId, `${path}?record=${recordId}`, options);
  await titled(visited.page, "Film 1").waitFor();
  return { ...visited, owner, params, stored, dialog: visited.page.getByRole("dialog") };
}

const titled = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("heading", { name, level: 2 });

test("a click on a cell opens its editor; what is saved is in the title and in the grid", async () => {
  const { page, dialog, stored, wrong, close } = await openFilm();
  await dialog.getByRole("definition").filter({ hasText: "Film 1" }).click();
  await dialog.getByRole("textbox", { name: "Title" }).fill("In the record");
  await page.keyboard.press("Enter");
  await titled(page, "In the record").waitFor();
  await expect.poll(stored).toMatchObject({ Title: "In the record" });
  await dialog.getByRole("button", { name: "Edit Genre" }).click();
  await page.getByRole("option", { name: "Drama" }).click();
  await expect.poll(stored).toMatchObject({ Genre: "Drama" });
  await dialog.getByRole("checkbox", { name: "Seen" }).click();
  await expect.poll(stored).toMatchObject({ Seen: true });
  await dialog.getByRole("button", { name: "Edit Director" }).click();
  await page.getByRole("option", { name: "Agnès" }).click();
  await dialog.getByRole("link", { name: "Agnès" }).waitFor();
  await expect.poll(stored).toMatchObject({ Director: { title: "Agnès" } });
  // the way to another cell saves, too
  await dialog.getByRole("button", { name: "Edit Plot" }).click();
  await dialog.getByRole("textbox", { name: "Plot" }).fill("one\ntwo");
  await dialog.getByRole("button", { name: "Edit Year" }).click();
  await expect.poll(stored).toMatchObject({ Plot: "one\ntwo" });
  await page.keyboard.press("Escape");
  expect(await dialog.getByRole("button", { name: "Edit Number" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("gridcell", { name: "In the record" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("the keyboard alone: Enter and F2 edit, Tab goes to the next cell, Escape gives up the editor and then the record", async () => {
  const { page, dialog, stored, close } = await openFilm();
  const focused = () =>
    page.evaluate<string>("document.activeElement.ariaLabel ?? document.activeElement.id");
  await dialog.getByRole("button", { name: "Edit Title" }).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("By keys");
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Edit Year");
  await page.keyboard.press("Enter");
  await page.keyboard.type("1950");
  await page.keyboard.press("Shift+Tab");
  await expect.poll(focused).toBe("Edit Title");
  await expect.poll(stored).toMatchObject({ Title: "By keys", Year: 1950 });
  await page.keyboard.press("Enter");
  await page.keyboard.type("Never");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Edit Title");
  expect(await dialog.getByRole("definition").filter({ hasText: "By keys" }).count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await stored()).toMatchObject({ Title: "By keys" });
  await close();
});

test("a refused value stays with its reason until it is given up, and others see nothing of it", async () => {
  const { page, dialog, owner, params, stored, wrong, close } = await openFilm();
  await dialog.getByRole("button", { name: "Edit Year" }).click();
  await dialog.getByRole("textbox", { name: "Year" }).fill("many");
  await page.keyboard.press("Enter");
  await dialog
    .getByRole("alert")
    .filter({ hasText: /^Not saved: ./ })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, "app-record-edit");
  // a change of another cell, which is shown, takes nothing away
  const record = { fields: { Title: "Others wrote" } };
  await call(updateRecord, { as: owner, params, body: { record } });
  await titled(page, "Others wrote").waitFor();
  await dialog.getByText("many", { exact: true }).waitFor();
  expect(await stored()).toMatchObject({ Year: 1900 });
  await dialog.getByRole("button", { name: "Give up" }).click();
  await dialog.getByText("1900", { exact: true }).waitFor();
  // by the keyboard
  await dialog.getByRole("button", { name: "Edit Year" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("more");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").waitFor();
  await page.keyboard.press("Escape");
  await dialog.getByText("1900", { exact: true }).waitFor();
  await titled(page, "Others wrote").waitFor();
  expect(wrong.filter((each) => !each.includes("400"))).toEqual([]);
  await close();
});

test("who only reads and comments sees the cells and no editors", async () => {
  const { page, dialog, close } = await openFilm("commenter");
  expect(await dialog.getByRole("button", { name: /^Edit / }).count()).toBe(0);
  expect(await dialog.getByRole("checkbox").count()).toBe(0);
  await dialog.getByText("1900", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "New comment" }).fill("seen");
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog.getByText("seen", { exact: true }).waitFor();
  expect(await dialog.getByRole("textbox").count()).toBe(1);
  expect(await page.getByRole("dialog").count()).toBe(1);
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)("axe finds nothing with an open editor, which has room: %s, %o", async (colorScheme, size) => {
  const { page, dialog, wrong, close } = await openFilm("editor", { ...size, colorScheme });
  for (const [name, role] of [
    ["Title", "textbox"],
    ["Plot", "textbox"],
    ["Genre", "combobox"],
    ["Director", "combobox"],
  ] as const) {
    await dialog.getByRole("button", { name: `Edit ${name}` }).click();
    await dialog.getByRole(role, { name }).waitFor();
    if (role === "combobox") await page.locator(".options").getByRole("option").first().waitFor();
    expect({ name, found: await axeFindings(page) }).toEqual({ name, found: [] });
    expect(
      await page.evaluate(
        "document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth",
      ),
    ).toBeLessThanOrEqual(0);
    // the next button may be below the list of this one
    if (name === "Genre") await page.keyboard.press("Escape");
  }
  await screenshot(page, `app-record-editor-${size.viewport.width}`);
  expect(wrong).toEqual([]);
  await close();
});
