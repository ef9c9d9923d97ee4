/* Where a newcomer hesitated when the pictures of `npm run screenshots` were looked at: each point that was mended. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createView } from "#functions/view/create-view";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, phone } from "../support/browser.ts";
import { aTableWithView } from "../support/cards.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
const names = ["Ada", "Grace", "Hedy"];
const people = (options: object = {}) =>
  aTable({ name: "People", records: names.map((Name) => ({ fields: { Name } })), ...options });

test("an empty table says how to begin, and a filter or search that nothing fits says so", async () => {
  const { owner, baseId, tableId } = await people({ records: [] });
  const path = `/app/${baseId}/${tableId}`;
  for (const [colorScheme, size] of looks) {
    const { page, wrong, close } = await openAppAs(owner.userId, path, { ...size, colorScheme });
    await page.getByRole("button", { name: "Add the first record" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await close();
  }
  const { page, wrong, close } = await openAppAs(owner.userId, path);
  await page.getByRole("button", { name: "Add the first record" }).click();
  await page.getByText("1 record", { exact: true }).waitFor();
  await page.getByText("No record yet").waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing of this kind");
  await page.getByText("No record fits").waitFor();
  expect(await page.getByRole("button", { name: "Add the first record" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("comments are in view beside the cells, and a press away on a phone; the next record is reached also by an address", async () => {
  const fields = Array.from({ length: 16 }, (_, i) => ({ type: "singleLineText", name: `Field ${i}` }));
  const made = await people({ fields: [{ type: "singleLineText", name: "Name" }, ...fields] });
  const { owner, baseId, tableId } = made;
  const { records } = made.table;
  const content = [{ type: "p", children: [{ type: "span", value: "Who knows her?" }] }];
  const params = { tableId, recordId: records[0]?.id ?? "" };
  await call(createComment, { as: owner, params, body: { content } });
  const path = `/app/${baseId}/${tableId}?record=${records[0]?.id}`;
  for (const options of [desk, phone]) {
    const { page, wrong, close } = await openAppAs(owner.userId, path, options);
    const comment = page.getByText("Who knows her?");
    await comment.waitFor();
    const isInView = async () => (await boxOf(comment)).bottom < options.viewport.height;
    expect(await isInView()).toBe(options === desk);
    if (options === phone) await page.getByRole("button", { name: "Comments" }).click();
    await expect.poll(isInView).toBe(true);
    await page.getByRole("button", { name: "Next record" }).click();
    await page.getByRole("heading", { name: "Grace" }).waitFor();
    expect(wrong).toEqual([]);
    await close();
  }
});

test("on a phone the tab of the view is in view", async () => {
  const { owner, baseId, tableId } = await people();
  let viewId = "";
  for (const name of ["Of this year", "Of last year", "Of the year before"]) {
    const { body } = await call(createView, { as: owner, params: { tableId }, body: { type: "grid", name } });
    viewId = body.id;
  }
  const { page, close } = await openAppAs(owner.userId, `/app/${baseId}/${tableId}/${viewId}`, phone);
  const tab = page.getByRole("link", { name: "Of the year before, Grid" });
  await tab.waitFor();
  await expect.poll(async () => (await boxOf(tab)).right).toBeLessThanOrEqual(phone.viewport.width);
  // the buttons below the rows are in one line
  const below = await boxOf(page.locator(".below"));
  expect(below.height).toBeLessThan(2 * 44);
  await close();
});

test("the list of fields says of what type they are, and begins with a new one", async () => {
  const { owner, baseId, tableId } = await people({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "date", name: "Born" },
    ],
  });
  const { page, close } = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`);
  await page.getByRole("button", { name: "Manage fields" }).click();
  const dialog = page.getByRole("dialog", { name: "Manage fields" });
  const listed = () => dialog.getByRole("listitem").allInnerTexts();
  await expect
    .poll(listed)
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/^Name Text/), expect.stringMatching(/^Born Date/)]),
    );
  const add = await boxOf(dialog.getByRole("button", { name: "New field" }));
  expect(add.bottom).toBeLessThan((await boxOf(dialog.getByText("Born"))).y);
  await close();
});

test("the dialog of a share lists what strangers see, one below the other, and its link looks like one", async () => {
  const { open } = await aTableWithView({
    fields: [{ type: "singleLineText", name: "Name" }],
    records: [],
    view: { type: "form" },
  });
  const { page, close } = await open();
  await page.getByRole("button", { name: "Share the view Cards" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Share this view" }).click();
  const [first, second] = await Promise.all([0, 1].map((i) => boxOf(dialog.locator(".told li").nth(i))));
  expect(second?.y).toBeGreaterThanOrEqual(first?.bottom ?? Number.NaN);
  const link = dialog.getByRole("link", { name: "Open it as strangers do" });
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe("underline");
  await close();
});

test("a calendar without records in this month leads to the latest one", async () => {
  const { open } = await aTableWithView({
    fields: [
      { type: "singleLineText", name: "Name" },
      {
        type: "date",
        name: "Born",
        options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } },
      },
    ],
    records: [
      { Name: "Ada", Born: "1815-12-10" },
      { Name: "Grace", Born: "1906-12-09" },
    ],
    view: { type: "calendar", options: { startDateFieldId: "Born", titleFieldId: "Name" } },
  });
  const { page, wrong, close } = await open();
  await page.getByRole("button", { name: "Go to the latest" }).click();
  await page.getByRole("heading", { name: "December 1906" }).waitFor();
  await page.getByRole("button", { name: /^Grace/ }).waitFor();
  expect(await page.getByRole("button", { name: "Go to the latest" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("the preview of an import shows the type of each column", async () => {
  const { owner, baseId } = await people();
  const { page, close } = await openAppAs(owner.userId, `/app/${baseId}`);
  await page.getByRole("link", { name: "People" }).waitFor();
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File(["Name,Born\\nAda,1815"], "Club.csv"));
      return data;
    })()`,
  );
  for (const type of ["dragover", "drop"]) await page.dispatchEvent("main", type, { dataTransfer });
  const dialog = page.getByRole("dialog", { name: "Import Club.csv" });
  const heads = dialog.getByRole("columnheader");
  await heads.nth(1).waitFor();
  for (let at = 0; at < 2; at++) {
    const head = await boxOf(heads.nth(at));
    const type = await boxOf(heads.nth(at).getByRole("combobox"));
    expect(type.right).toBeLessThanOrEqual(head.right);
    expect(type.bottom).toBeLessThanOrEqual(head.bottom);
  }
  await close();
});

test("on a phone the cell that has the focus goes below the numbers of the rows, and the name of a record stays on one line", async () => {
  const { owner, baseId, tableId, table } = await people({
    fields: ["Name", "Trade", "Town"].map((name) => ({ type: "singleLineText", name })),
  });
  const path = `/app/${baseId}/${tableId}`;
  const { page, wrong, close } = await openAppAs(owner.userId, path, phone);
  await page.getByRole("gridcell", { name: "Ada" }).click();
  const grid = page.getByRole("grid");
  await grid.evaluate((element) => {
    element.scrollLeft = 40;
  });
  const cell = page.getByRole("gridcell", { name: "Ada" });
  await expect.poll(async () => (await boxOf(cell)).x).toBeLessThan(40);
  const { y, height } = await boxOf(cell);
  const onTop = await page.evaluate(
    ([top]) =>
      document
        .elementFromPoint(50, top ?? 0)
        ?.closest("[role]")
        ?.getAttribute("role"),
    [y + height / 2],
  );
  expect(onTop).toBe("rowheader");
  await page.goto(new URL(`${path}?record=${table.records[0]?.id}`, page.url()).href);
  const name = page.getByRole("heading", { name: "Ada" });
  expect((await boxOf(name)).width).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
  await close();
});
