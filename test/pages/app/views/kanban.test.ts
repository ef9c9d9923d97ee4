/* Kanbans of the app in a real browser: stacks, moving cards by pointer, keys and dialog, refusals, changes of others. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { call } from "#test/support/requests/call";
import { log, phone, screenshot } from "../../support/browser.ts";
import { aTableWithView, axeOfView } from "../../support/cards.ts";
import { useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const choices = [{ name: "To do", color: "redBright" }, { name: "Done" }];
const fields = [
  { name: "Title", type: "singleLineText" },
  { name: "State", type: "singleSelect", options: { choices } },
  { name: "Points", type: "number", options: { formatting: { type: "decimal", precision: 0 } } },
];

/** Five tasks: A, B and C are to do, D is done, E has no state. */
const tasks = ["A", "B", "C", "D", "E"].map((name, i) => ({
  ...{ Title: `Task ${name}`, Points: i + 1 },
  ...(i < 4 && { State: i < 3 ? "To do" : "Done" }),
}));

const aKanban = (records: object[] = tasks, view: object = {}) =>
  aTableWithView({
    ...{ fields, records },
    view: { type: "kanban", options: { stackFieldId: "State" }, shown: ["Title", "Points"], ...view },
  });

const stackOf = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name} \\d`) });
const cardsIn = (page: Page, name: string) => stackOf(page, name).locator(".open").allTextContents();
const card = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

async function drag(page: Page, from: string, to: { name: string; isBelow?: boolean }) {
  const begin = await card(page, from).boundingBox();
  const end = await page.locator(".tile", { has: card(page, to.name) }).boundingBox();
  if (!begin || !end) throw new Error("the cards are not there");
  await page.mouse.move(begin.x + 30, begin.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + 40, end.y + 30, { steps: 4 });
  await page.mouse.move(end.x + 40, end.y + (to.isBelow ? end.height - 4 : 4));
  await page.mouse.up();
}

test("each value has its stack, with the number of its records; a stack reads its own records as it is scrolled", async () => {
  const many = Array.from({ length: 600 }, (_, i) => ({ Title: `Far ${i + 1}`, State: "Done" }));
  const { open } = await aKanban([...tasks.slice(0, 3), ...many]);
  const { page, wrong, close } = await open();
  await expect
    .poll(() => page.getByRole("heading", { level: 2 }).allTextContents())
    .toEqual(["No value 0", "To do 3", "Done 600"]);
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task A", "Task B", "Task C"]);
  expect(await stackOf(page, "To do").locator("dl").first().textContent()).toBe("Points1");
  await card(page, "Far 1").waitFor();
  expect(await stackOf(page, "Done").getByRole("listitem").count()).toBeLessThan(40);
  const before = log().length;
  await stackOf(page, "Done")
    .locator(".cards")
    .evaluate((list) => list.scrollTo(0, 1e9));
  await card(page, "Far 600").waitFor();
  expect(
    log()
      .slice(before)
      .filter(({ path }) => path.endsWith("/record")).length,
  ).toBeLessThanOrEqual(2);
  expect(wrong).toEqual([]);
  await close();
});

test("a card is dragged to a place in another stack, which writes the cell and the order; one step undoes both", async () => {
  const { open, cellsOf } = await aKanban();
  const { page, wrong, close } = await open();
  await card(page, "Task D").waitFor();
  await drag(page, "Task B", { name: "Task D", isBelow: false });
  await expect.poll(() => cardsIn(page, "Done")).toEqual(["Task B", "Task D"]);
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task A", "Task C"]);
  await expect
    .poll(() => page.getByRole("heading", { level: 2 }).allTextContents())
    .toEqual(["No value 1", "To do 2", "Done 2"]);
  expect(await cellsOf("State")).toEqual(["To do", "To do", "Done", "Done", undefined]);
  expect(await cellsOf("Title")).toEqual(["Task A", "Task C", "Task B", "Task D", "Task E"]);

  // within a stack: the order only
  await drag(page, "Task A", { name: "Task C", isBelow: true });
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task C", "Task A"]);
  await expect.poll(() => cellsOf("Title")).toEqual(["Task C", "Task A", "Task B", "Task D", "Task E"]);

  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task A", "Task C"]);
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task A", "Task B", "Task C"]);
  expect(await cellsOf("Title")).toEqual(tasks.map(({ Title }) => Title));
  // a drag opens no record
  expect(await page.getByRole("dialog").count()).toBe(0);
  await screenshot(page, "app-kanban");
  expect(wrong).toEqual([]);
  await close();
});

test("keys and a dialog do what the pointer does, and the focus goes with the card", async () => {
  const { open, cellsOf } = await aKanban();
  const { page, wrong, close } = await open();
  await card(page, "Task A").waitFor();
  await card(page, "Task D").waitFor();
  await card(page, "Task A").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("Task B");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused(page)).toBe("Task D");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => focused(page)).toBe("Task A");
  await page.keyboard.press("Control+ArrowRight");
  await expect.poll(() => cardsIn(page, "Done")).toEqual(["Task A", "Task D"]);
  await expect.poll(() => focused(page)).toBe("Task A");
  await page.getByText("Task A is in Done now").waitFor();
  await page.keyboard.press("Control+ArrowDown");
  await expect.poll(() => cardsIn(page, "Done")).toEqual(["Task D", "Task A"]);
  await expect
    .poll(() => cellsOf("Title").then((titles) => titles.slice(0, 4)))
    .toEqual([...["Task B", "Task C", "Task D", "Task A"]]);
  await expect.poll(() => focused(page)).toBe("Task A");

  await page.getByRole("button", { name: "Move Task E to …" }).click();
  await page.getByRole("dialog").getByLabel("Stack").selectOption("To do");
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task E", "Task B", "Task C"]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => cardsIn(page, "No value")).toEqual(["Task E"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a finger scrolls; held, it drags", async () => {
  const { open, cellsOf } = await aKanban(tasks.slice(2));
  const { page, wrong, close } = await open({
    ...phone,
    hasTouch: true,
    viewport: { width: 700, height: 700 },
  });
  await card(page, "Task D").waitFor();
  const tools = await page.context().newCDPSession(page);
  const at = async (name: string) => {
    const box = await card(page, name).boundingBox();
    return { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 20 };
  };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
    tools.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [begin, end] = [await at("Task D"), await at("Task C")];
  const middle = { x: (begin.x + end.x) / 2, y: begin.y };
  await touch("touchStart", [begin]);
  await touch("touchMove", [middle]);
  await touch("touchEnd", []);
  expect(await page.locator(".ghost").count()).toBe(0);
  await page.evaluate("document.querySelector('.board').scrollTo(0, 0)");
  await touch("touchStart", [await at("Task D")]);
  await page.locator(".ghost").waitFor({ state: "attached" });
  await touch("touchMove", [middle]);
  await touch("touchMove", [await at("Task C")]);
  await touch("touchEnd", []);
  await expect.poll(() => cellsOf("State")).toEqual(["To do", "To do", undefined]);
  expect(wrong).toEqual([]);
  await close();
});

test("a move that is refused is put back, and says why until it is given up", async () => {
  const { open, owner, tableId, idOf, cellsOf } = await aKanban();
  const { page, close } = await open();
  await card(page, "Task D").waitFor();
  const reason = "must be one of the choices";
  const refusal = { message: "refused", code: "validation_error", data: { issues: [] as object[] } };
  refusal.data.issues.push({ path: `record.fields.${idOf("State")}`, message: reason });
  await page.route(`**/table/${tableId}/record/rec*`, (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
  );
  await card(page, "Task B").focus();
  await page.keyboard.press("Control+ArrowRight");
  const refused = page.getByRole("button", { name: `Not moved: ${reason}. Keep the old value` });
  await refused.waitFor();
  await expect.poll(() => cardsIn(page, "To do")).toEqual(["Task A", "Task B", "Task C"]);
  expect(await cardsIn(page, "Done")).toEqual(["Task D"]);
  await page.getByText(`Not saved: ${reason}`).waitFor();
  await refused.click();
  await expect.poll(() => refused.count()).toBe(0);
  expect(await cellsOf("State")).toEqual(["To do", "To do", "To do", "Done", undefined]);
  expect(owner.userId).not.toBe("");
  await close();
});

test("what others change is shown: a card goes to its stack, a new value is a new stack", async () => {
  const { open, owner, tableId, ids } = await aKanban();
  const { page, wrong, close } = await open();
  await card(page, "Task D").waitFor();
  await page.locator(".sign").getByText("Live").waitFor();
  const set = (at: number, cells: object) =>
    call(updateRecord, {
      as: owner,
      params: { tableId, recordId: ids[at] ?? "" },
      body: { typecast: true, record: { fields: cells } },
    });
  await set(0, { State: "Done" });
  await expect.poll(() => cardsIn(page, "Done")).toEqual(["Task A", "Task D"]);
  await set(3, { State: "Late" });
  await expect.poll(() => cardsIn(page, "Late")).toEqual(["Task D"]);
  await call(createRecords, {
    as: owner,
    params: { tableId },
    body: { records: [{ fields: { Title: "Task F" } }] },
  });
  await expect.poll(() => cardsIn(page, "No value")).toEqual(["Task E", "Task F"]);
  expect(wrong).toEqual([]);
  await close();
});

test("+ makes a record with the value of the stack; stacks are folded, empty ones hidden; filter and search hold", async () => {
  const { open, cellsOf } = await aKanban(tasks.slice(0, 4));
  const { page, wrong, close } = await open();
  const dialog = page.getByRole("dialog");
  await card(page, "Task D").waitFor();
  await page.getByRole("button", { name: "New record in Done" }).click();
  await dialog.getByRole("heading", { name: "Unnamed record" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => cardsIn(page, "Done")).toEqual(["Task D", "Unnamed record"]);
  expect(await cellsOf("State")).toEqual(["To do", "To do", "To do", "Done", "Done"]);

  await page.getByRole("button", { name: "Fold Done" }).click();
  expect(await cardsIn(page, "Done")).toEqual([]);
  await page.reload();
  await card(page, "Task A").waitFor();
  await page.getByRole("button", { name: "Unfold Done" }).click();
  await card(page, "Task D").waitFor();

  await page.getByRole("button", { name: "Options" }).click();
  await dialog.getByLabel("Hide empty stacks").check();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => stackOf(page, "No value").count()).toBe(0);

  await page.getByRole("searchbox", { name: "Search" }).fill("Task C");
  await expect.poll(() => page.locator(".tile .open").allTextContents()).toEqual(["Task C"]);
  expect(wrong).toEqual([]);
  await close();
});

test("without a field for the stacks it is chosen; who only reads moves nothing", async () => {
  const { open } = await aKanban(tasks, { options: {} });
  const { page, wrong, close } = await open();
  await page.getByRole("button", { name: "Choose fields" }).click();
  await page.getByRole("dialog").getByLabel("Stacks by").selectOption("State");
  await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await card(page, "Task D").waitFor();
  expect(wrong).toEqual([]);
  await close();

  const viewed = await aTableWithView({
    ...{ fields, records: tasks, role: "viewer" as const },
    view: { type: "kanban", options: { stackFieldId: "State" } },
  });
  const reader = await viewed.open();
  await card(reader.page, "Task D").waitFor();
  expect(await reader.page.getByRole("button", { name: /^(Move|New record|Options|Undo)/ }).count()).toBe(0);
  await card(reader.page, "Task A").focus();
  await reader.page.keyboard.press("Control+ArrowRight");
  expect(await cardsIn(reader.page, "To do")).toEqual(["Task A", "Task B", "Task C"]);
  await reader.close();
});

test("axe finds nothing, light and dark, wide and narrow", async () => {
  const { open } = await aKanban();
  expect(await axeOfView(open, (page) => card(page, "Task A").waitFor())).toEqual([]);
});
