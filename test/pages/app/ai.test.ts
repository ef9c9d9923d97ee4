/* Fields that language models fill, in a real browser: their settings, cells that are filled, waited for, refused, tried again and stopped. */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import type { BaseId, JobId, TableId } from "#lib/schemas/basics/ids";
import { jobsOf, runToEnd } from "#test/support/events/jobs";
import { type Answer, aModelServer } from "#test/support/makers/model-server";
import { call } from "#test/support/requests/call";
import { aFilledTable } from "../../data/ai/support.ts";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const plotIn = ({ data }: { data: string }): string => JSON.parse(data).Plot;

/** A model that answers by the plot, each answer as soon as it is let go. */
async function aModelOf(answers: { [plot: string]: Answer }) {
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const server = await aModelServer(async (asked) => {
    const plot = plotIn(asked);
    if (plot === "slow") await gate.promise;
    return answers[plot] ?? `about ${plot}`;
  });
  return { ...server, answers, letGo: gate.resolve };
}

async function openFilled(plots: Parameters<typeof aFilledTable>[0], options: object = desk, filled = {}) {
  const made = await aFilledTable(plots, filled);
  const { owner, baseId, tableId } = made;
  const visited = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`, options);
  await visited.page.getByRole("gridcell").first().waitFor();
  runJobs(tableId, baseId);
  return { ...made, ...visited };
}

/** Runs the jobs of a table, as the service does, until the test has ended. */
function runJobs(tableId: TableId, baseId: BaseId): void {
  const begun = new Map<JobId, Promise<unknown>>();
  let isEnded = false;
  const run = async () => {
    while (!isEnded) {
      for (const id of await jobsOf(tableId)) if (!begun.has(id)) begun.set(id, runToEnd(id, baseId));
      await wait(50);
    }
    await Promise.all(begun.values());
  };
  const running = run();
  onTestFinished(async () => {
    isEnded = true;
    await running;
  });
}

/** The filled cells, in the order of the rows. */
const filledCells = (page: Page) => page.locator("[role=gridcell][aria-colindex='3']");

const chooseFill = async (page: Page, which: RegExp) => {
  await page.getByRole("button", { name: "Fill with the model …" }).click();
  await page.getByRole("radio", { name: which }).check();
};
const fill = (page: Page) => page.getByRole("button", { name: "Fill with the model", exact: true }).click();

test("a field is filled: cells say that they are being filled, or why they were not; those are tried again", async () => {
  const model = await aModelOf({ bad: { text: "", stop: "declined" } });
  const { page, wrong, close } = await openFilled(["good", "slow", "bad", { Filled: "by hand" }]);
  await chooseFill(page, /^The empty ones of this view: 3 cells/);
  // how many questions that are, and what they may take
  await page.getByText("3 questions to the model: some 1,500 tokens").waitFor();
  await page.getByText("This base may use 1,000,000 a day").waitFor();
  await fill(page);
  const cells = filledCells(page);
  await page.getByText("Filled is being filled").waitFor();
  expect(await cells.nth(1).getAttribute("title")).toBe("The model is filling this cell");
  model.letGo();
  await expect.poll(() => cells.nth(1).textContent()).toBe("about slow");
  expect(await cells.nth(0).textContent()).toBe("about good");
  await page.getByText("Filled: 1 cell not filled. the model declined to answer").waitFor();
  expect(await cells.nth(2).getAttribute("title")).toMatch(/did not fill this cell: .*declined/);
  expect(await cells.nth(3).textContent()).toBe("by hand");
  model.answers["bad"] = "better";
  await page.getByRole("button", { name: "Try again to fill Filled" }).click();
  await expect.poll(() => cells.nth(2).textContent()).toBe("better");
  await page.getByRole("list", { name: "What the model fills" }).waitFor({ state: "detached" });
  await expect.poll(() => cells.nth(2).getAttribute("title")).toBeNull();
  expect(wrong).toEqual([]);
  await close();
});

test("selected cells are filled, also those with a value, and what is being filled is stopped", async () => {
  const model = await aModelOf({});
  const { page, wrong, close } = await openFilled([{ Plot: "one", Filled: "before" }, "two", "slow"]);
  const cells = filledCells(page);
  await cells.nth(0).click();
  await page.keyboard.press("Shift+ArrowDown");
  await chooseFill(page, /^Those that are selected: 2 cells/);
  await fill(page);
  await expect.poll(() => cells.allTextContents()).toEqual(["about one", "about two", ""]);
  await cells.nth(2).click();
  await chooseFill(page, /^Those that are selected: 1 cell,/);
  await fill(page);
  await page.getByText("Filled: 1 cell being filled").waitFor();
  await page.getByRole("button", { name: "Stop filling Filled" }).click();
  await page.getByRole("list", { name: "What the model fills" }).waitFor({ state: "detached" });
  expect(await cells.nth(2).getAttribute("title")).toBeNull();
  model.letGo();
  expect(wrong).toEqual([]);
  await close();
});

test("an open record fills its cell, and says why it could not", async () => {
  const model = await aModelOf({ bad: { text: "", stop: "declined" } });
  const { page, wrong, close } = await openFilled(["bad"]);
  await page.getByRole("gridcell", { name: "bad" }).click();
  await page.keyboard.press("Space");
  const dialog = page.getByRole("dialog", { name: "bad" });
  await dialog.getByRole("button", { name: "Fill Filled with the model" }).click();
  await dialog.getByText("The model did not fill this cell: the model declined to answer").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  model.answers["bad"] = "better";
  await dialog.getByRole("button", { name: "Try again to fill Filled" }).click();
  await dialog.getByText("better").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("without a model all says what to set: the editor of the field, the table, and what asks to fill", async () => {
  const {
    page,
    owner: as,
    tableId,
    plot,
    wrong,
    close,
  } = await openFilled(["good"], desk, {
    aiConfig: undefined,
  });
  await page.getByRole("button", { name: "Manage fields" }).click();
  await page.getByRole("button", { name: "More for the field Filled" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("checkbox", { name: "A language model fills the cells" }).check();
  await page.getByText("No language model is configured, so nothing is sent").waitFor();
  await page.getByText("set GRIDLESS_AI_URL").waitFor();
  await page.getByRole("textbox", { name: "Model" }).fill("fast");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Filled waits: no model is configured.").waitFor();
  const { body } = await call(listFields, { as, params: { tableId } });
  expect(body.find(({ name }: { name: string }) => name === "Filled")?.aiConfig).toMatchObject({
    ...{ modelKey: "fast", type: "extraction", sourceFieldId: plot, isAutoFill: true },
  });
  await page.getByRole("button", { name: "Close" }).first().click();
  await chooseFill(page, /^The empty ones/);
  await page.getByText("No language model is configured, so nothing is sent").waitFor();
  await fill(page);
  // what is refused stays in the dialog, with the reason
  await page.getByRole("dialog").getByText("no model is configured").waitFor();
  expect(wrong.splice(0)).toHaveLength(2);
  await close();
});

test("the words for a model name fields, which a list puts there; what is sent is said", async () => {
  await aModelOf({});
  const { page, owner: as, tableId, plot, wrong, close } = await openFilled(["good"]);
  await page.getByRole("button", { name: "Manage fields" }).click();
  await page.getByRole("button", { name: "More for the field Filled" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("What it does").selectOption("Own words");
  const prompt = page.getByLabel("What the model is asked");
  await prompt.fill("Who made ");
  await page.getByLabel("Insert a field into the text").selectOption("Plot");
  await expect.poll(() => prompt.inputValue()).toBe("Who made {Plot}");
  await page.getByText("Sent to the model m,").waitFor();
  await page.getByText("the cells of Plot (of each cell the first 24,000 characters)").waitFor();
  await prompt.pressSequentially(" or {Wrong}");
  await page.getByText("No field has the name Wrong").waitFor();
  await page.getByLabel("When").selectOption("Only when it is asked for");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Change the field Filled" }).waitFor({ state: "detached" });
  const { body } = await call(listFields, { as, params: { tableId } });
  expect(body.find(({ name }: { name: string }) => name === "Filled")?.aiConfig).toEqual({
    ...{ modelKey: "m", type: "customization", prompt: `Who made {${plot}} or {Wrong}`, isAutoFill: false },
  });
  expect(wrong).toEqual([]);
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)(
  "axe finds nothing in the settings, the dialog and the marks: %s, %o",
  async (colorScheme, size) => {
    const { letGo } = await aModelOf({ bad: { text: "", stop: "declined" } });
    const { page, wrong, close } = await openFilled(["slow", "bad"], { ...size, colorScheme });
    await chooseFill(page, /^All of this view/);
    expect(await axeFindings(page)).toEqual([]);
    await fill(page);
    await page.locator("[data-state=filling]").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop filling Filled" }).click();
    letGo();
    await page.getByRole("button", { name: "Manage fields" }).click();
    await page.getByRole("button", { name: "More for the field Filled" }).click();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("What it does").selectOption("Own words");
    expect(await axeFindings(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await close();
  },
);
