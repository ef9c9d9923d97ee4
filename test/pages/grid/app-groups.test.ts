/* The groups of a view in a real browser: their headers, counts, folding, keys, and changes of others. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as groupView } from "#functions/view/group-view";
import { aMember, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const films = [
  ["Alien", "seen", 1979],
  ["Brazil", "open", 1985],
  ["Cube", "open", 1997],
  ["Dune", "seen", 1979],
  ["Eden", undefined, 1985],
] as const;

async function aGroupedTable(by: string[]) {
  const choices = [{ name: "seen" }, { name: "open" }];
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "singleSelect", name: "State", options: { choices } },
    { type: "number", name: "Year", options: { formatting: { type: "decimal", precision: 0 } } },
  ];
  const records = films.map(([Title, State, Year]) => ({ fields: { Title, Year, ...(State && { State }) } }));
  const made = await aTable({ name: "Films", fields, records });
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  const { owner, tableId } = made;
  const group = by.map((name) => ({ fieldId: idOf(name), order: "asc" }));
  const params = { tableId, viewId: made.table.views[0].id };
  expect((await call(groupView, { as: owner, params, body: { group } })).status).toBe(200);
  return { ...made, idOf, address: `/app/${made.baseId}/${tableId}` };
}

const open = ({ userId }: Someone, address: string, options: BrowserContextOptions = desk) =>
  openAppAs(userId, address, options);

/** What is seen from the top: headers with their counts, and the names of records. */
const seen = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll("[role=row]:not(.head)")]
      .map((row) => [row.getBoundingClientRect().top, row.querySelector("button[aria-expanded]")?.ariaLabel
        ?? row.querySelector('[aria-colindex="2"]')?.textContent])
      .sort(([a], [b]) => a - b).map(([, text]) => text)`,
  );
const focused = (page: Page) =>
  page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
const group = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const whole = [
  ...["State: Empty, 1 record", "Eden", "State: seen, 2 records", "Alien", "Dune"],
  ...["State: open, 2 records", "Brazil", "Cube"],
];

test("each group has a header with its value and count; it is folded and shown again", async () => {
  const { owner, address } = await aGroupedTable(["State"]);
  const { page, wrong, close } = await open(owner, address);
  await expect.poll(() => seen(page)).toEqual(whole);
  await group(page, "State: seen, 2 records").click();
  const folded = whole.filter((text) => text !== "Alien" && text !== "Dune");
  await expect.poll(() => seen(page)).toEqual(folded);
  expect(await group(page, "State: seen, 2 records").getAttribute("aria-expanded")).toBe("false");
  // folds last as long as the window
  await page.reload();
  await expect.poll(() => seen(page)).toEqual(folded);
  // all that is selected is seen
  await page.getByRole("gridcell", { name: "Eden" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(3);
  await group(page, "State: seen, 2 records").click();
  await expect.poll(() => seen(page)).toEqual(whole);
  expect(wrong).toEqual([]);
  await close();
});

test("keys lead through headers and rows, and fold", async () => {
  const { owner, address } = await aGroupedTable(["State"]);
  const { page, close } = await open(owner, address);
  await expect.poll(() => seen(page)).toEqual(whole);
  await page.getByRole("gridcell", { name: "Eden" }).click();
  const steps = [
    ["ArrowDown", "State: seen, 2 records"],
    ["ArrowLeft", "State: seen, 2 records"],
    ["ArrowDown", "State: open, 2 records"],
    ["ArrowDown", "Brazil"],
    ["ArrowUp", "State: open, 2 records"],
    ["ArrowUp", "State: seen, 2 records"],
    ["Enter", "State: seen, 2 records"],
    ["ArrowDown", "Alien"],
    ["Control+End", "1997"],
    ["Control+Home", "Eden"],
    ["ArrowUp", "State: Empty, 1 record"],
    ["ArrowUp", "Column Title"],
  ] as const;
  for (const [key, text] of steps) {
    await page.keyboard.press(key);
    await expect.poll(async () => [key, await focused(page)]).toEqual([key, text]);
  }
  await expect.poll(() => seen(page)).toEqual(whole);
  await close();
});

test("groups in groups, and a change of another person counts them again", async () => {
  const { owner, baseId, tableId, address, table, idOf } = await aGroupedTable(["State", "Year"]);
  const editor = await aMember(baseId, "editor");
  const { page, wrong, close } = await open(owner, address);
  await expect
    .poll(() => seen(page))
    .toEqual([
      ...["State: Empty, 1 record", "Year: 1985, 1 record", "Eden"],
      ...["State: seen, 2 records", "Year: 1979, 2 records", "Alien", "Dune"],
      ...["State: open, 2 records", "Year: 1985, 1 record", "Brazil", "Year: 1997, 1 record", "Cube"],
    ]);
  const recordId = table.records[4].id;
  const body = { fieldKeyType: "id", record: { fields: { [idOf("State")]: "open" } } };
  expect((await call(updateRecord, { as: editor, params: { tableId, recordId }, body })).status).toBe(200);
  await expect
    .poll(() => seen(page), { timeout: 20_000 })
    .toEqual([
      ...["State: seen, 2 records", "Year: 1979, 2 records", "Alien", "Dune"],
      ...["State: open, 3 records", "Year: 1985, 2 records", "Brazil", "Eden"],
      ...["Year: 1997, 1 record", "Cube"],
    ]);
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)("axe finds nothing: %s, %o", async (colorScheme, size) => {
  const { owner, address } = await aGroupedTable(["State", "Year"]);
  const { page, wrong, close } = await open(owner, address, { ...size, colorScheme });
  await group(page, "State: seen, 2 records").click();
  expect(await axeFindings(page)).toEqual([]);
  await screenshot(page, `app-groups-${colorScheme}-${size.viewport.width}`);
  expect(wrong).toEqual([]);
  await close();
});
