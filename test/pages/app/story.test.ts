/*
 * The story of a team of two, in a real browser and with what `npm start` runs: from signing up to a form that a stranger fills. Each part is a
 * test, which goes on where the one before it ended. It is told in both themes, and on a phone.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pixel } from "#test/support/makers/files";
import { type Server, startServer } from "#test/support/requests/server";
import { axeFindings } from "../support/accessible.ts";
import { desk, origin, pasteText, phone, useBrowser, type Visit, visit } from "../support/browser.ts";

let server: Server;
useBrowser({
  async start() {
    const folder = await mkdtemp(path.join(tmpdir(), "gridless-story-"));
    server = await startServer(folder);
    const close = async () => {
      await server.stop("SIGTERM");
      await rm(folder, { recursive: true });
    };
    return { url: server.dev.url, close };
  },
});

const movies = [
  "Title,Year,Director,Genre,Rating,Country,Minutes,Language",
  ...[
    ["Cléo from 5 to 7", 1962, "Agnès Varda", "Drama", 4, "France", 90, "French"],
    ["Vagabond", 1985, "Agnès Varda", "Drama", 5, "France", 105, "French"],
    ["Jeanne Dielman", 1975, "Chantal Akerman", "Drama", 5, "Belgium", 202, "French"],
    ["Golden Eighties", 1986, "Chantal Akerman", "Comedy", 3, "Belgium", 96, "French"],
    ["Beau Travail", 1999, "Claire Denis", "Drama", 5, "France", 93, "French"],
    ["Friday Night", 2002, "Claire Denis", "Romance", 4, "France", 90, "French"],
  ].map((row) => row.join(",")),
].join("\n");

const password = "correct horse battery 1";

describe.each<[string, BrowserContextOptions]>([
  ["light", desk],
  ["dark", { ...desk, colorScheme: "dark" }],
  ["on a phone", phone],
])("%s", (_, options) => {
  let ada: Visit;
  let grace: Visit;
  const people = {
    ada: `ada-${crypto.randomUUID()}@test.local`,
    grace: `grace-${crypto.randomUUID()}@test.local`,
  };
  const others = () => [origin().replace("http", "ws")];
  beforeAll(async () => {
    if (!server) return;
    ada = await visit(options, others());
    grace = await visit(options, others());
  });
  afterAll(async () => {
    await ada?.close();
    await grace?.close();
  });
  // a part goes on where the one before it ended
  let isBroken = false;
  beforeEach(({ onTestFailed, skip }) => {
    skip(isBroken, "an earlier part failed");
    onTestFailed(() => {
      isBroken = true;
    });
  });

  const cell = (page: Page, text: string) => page.getByRole("gridcell", { name: text, exact: true });

  async function signUp(page: Page, who: string, email: string): Promise<void> {
    await page.getByLabel("Name").fill(who);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign up" }).click();
  }

  test("Ada signs up, and is led to her first bases", async () => {
    await ada.page.goto(`${origin()}/auth/sign-up`);
    await signUp(ada.page, "Ada", people.ada);
    await ada.page.waitForURL("**/app");
    await ada.page.getByRole("heading", { name: "Your bases" }).waitFor();
    await ada.page.getByRole("heading", { name: "Your first table" }).waitFor();
  });

  test("she imports the movies from a file", async () => {
    const { page } = ada;
    const data = await page.evaluateHandle(
      `(() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(movies)}], "Movies.csv"));
        return data;
      })()`,
    );
    for (const type of ["dragover", "drop"]) await page.dispatchEvent("main", type, { dataTransfer: data });
    const dialog = page.getByRole("dialog", { name: "Import Movies.csv" });
    await dialog.getByText("6 rows").waitFor();
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog.getByText("6 records came in.").waitFor();
    await dialog.getByRole("button", { name: "Open the table" }).click();
    await cell(page, "Vagabond").waitFor();
    await page.getByText("6 records").waitFor();
  });

  const columns = ["Title", "Year", "Director", "Genre", "Rating", "Country", "Minutes", "Language"];
  /** Scrolls sideways until a column is in view: a phone shows two of them. */
  const show = (page: Page, column: string) =>
    page.evaluate(
      `document.querySelector(".grid").scrollTo({ left: ${180 * (columns.indexOf(column) - 1)} })`,
    );
  const button = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });
  const dialogOf = (page: Page) => page.getByRole("dialog");
  /** Makes a choice in the last row of a dialog of a bar. */
  async function choose(page: Page, row: string, chosen: { [label: string]: string }): Promise<void> {
    const group = page.getByRole("group", { name: row, exact: true });
    for (const [label, text] of Object.entries(chosen)) {
      const control = group.getByLabel(label, { exact: true });
      if ((await control.and(group.locator("select")).count()) > 0) await control.selectOption(text);
      else await control.fill(text);
    }
  }
  test("she makes a table of directors, and links the movies to it", async () => {
    const { page } = ada;
    const table = page.url();
    await page.locator(".up").click();
    await button(page, "New table").click();
    await dialogOf(page).getByLabel("Name").fill("Directors");
    await button(page, "Create").click();
    await page.waitForURL((url) => /\/tbl\w+$/.test(url.pathname) && url.href !== table);
    await page.goto(table);
    await button(page, "Manage fields").click();
    await button(page, "More for the field Director").click();
    await button(page, "Change").click();
    const dialog = page.getByRole("dialog", { name: "Change the field Director" });
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await dialog.getByRole("combobox", { name: "Type" }).fill("relation");
    await page.getByRole("option", { name: /^Link/ }).click();
    await dialog.getByLabel("Table", { exact: true }).selectOption("Directors");
    await dialog.getByLabel("Make records for titles that no record has").check();
    await dialog.getByText("Of 6 cells with a value, 0 would be emptied").waitFor();
    await button(page, "Save").click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await show(page, "Director");
    await expect.poll(() => page.locator(".cell .chip", { hasText: "Agnès Varda" }).count()).toBe(2);
  });

  test("she filters by the year, and groups by the genre", async () => {
    const { page } = ada;
    await button(page, "Filter").click();
    await dialogOf(page).getByRole("button", { name: "Add a condition" }).click();
    await choose(page, "Condition 1", { Field: "Year", How: "is greater than", Value: "1980" });
    await button(page, "Apply").click();
    await page.getByText("4 records").waitFor();
    await button(page, "Group").click();
    await dialogOf(page).getByRole("button", { name: "Add" }).click();
    await choose(page, "Grouped by, 1", { Field: "Genre" });
    await button(page, "Apply").click();
    await page.getByRole("button", { name: "Group, 1 field" }).waitFor();
    // and without both again
    await page.getByRole("button", { name: "Group, 1 field" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove Genre" }).click();
    await button(page, "Apply").click();
    await page.getByRole("button", { name: "Filter, 1 condition" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove Condition 1" }).click();
    await button(page, "Apply").click();
    await page.getByText("6 records").waitFor();
  });

  test("she edits a cell, pastes 200 rows of a spreadsheet below the last one, and takes it back", async () => {
    const { page } = ada;
    await cell(page, "Vagabond").click();
    await page.keyboard.type("Sans toit ni loi");
    await page.keyboard.press("Enter");
    await cell(page, "Sans toit ni loi").waitFor();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+Enter");
    await page.getByText("7 records").waitFor();
    const row = (i: number) =>
      [
        ...[`Row ${i}`, 1900 + (i % 120), ["Agnès Varda", "Claire Denis"][i % 2], "Drama", (i % 5) + 1],
        ...["Chad", 60 + (i % 90), "Arabic"],
      ].join("\t");
    await expect
      .poll(() =>
        page.evaluate("document.activeElement.closest('[role=row]')?.getAttribute('aria-rowindex')"),
      )
      .toBe("8");
    await pasteText(page, `${Array.from({ length: 200 }, (_, i) => row(i)).join("\n")}\n`);
    await page.getByText("Pasted 200 × 8 cells").waitFor();
    await page.getByText("206 records").waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByText("7 records", { exact: true }).waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByText("6 records", { exact: true }).waitFor();
  });

  test("she converts a field, after she saw what it does to the cells", async () => {
    const { page } = ada;
    await button(page, "Manage fields").click();
    await button(page, "More for the field Genre").click();
    await button(page, "Change").click();
    const dialog = page.getByRole("dialog", { name: "Change the field Genre" });
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await dialog.getByRole("combobox", { name: "Type" }).fill("select");
    await page.getByRole("option", { name: /^One choice/ }).click();
    await dialog.getByText("Of 6 cells with a value, 0 would be emptied").waitFor();
    await button(page, "Save").click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await show(page, "Genre");
    await expect.poll(() => page.locator(".cell .chip", { hasText: "Drama" }).count()).toBe(4);
  });

  test("she invites Grace, who signs up from the letter and opens the table", async () => {
    const { page } = ada;
    const table = new URL(page.url()).pathname;
    await page.locator(".up").click();
    await page
      .getByRole("button", { name: /^More for Movies/ })
      .first()
      .click();
    await button(page, "People").click();
    await dialogOf(page).getByLabel("Invite by e-mail").fill(people.grace);
    await dialogOf(page).getByLabel("Role", { exact: true }).selectOption("editor");
    await button(page, "Invite").click();
    await dialogOf(page).getByText("The invitation was sent.").waitFor();
    await page.keyboard.press("Escape");
    await page.goto(origin() + table);
    await expect.poll(() => server.output()).toContain(people.grace);
    const [link = ""] = /https?:\/\/\S+/.exec(server.output().split(people.grace).at(-1) ?? "") ?? [];
    await grace.page.goto(link);
    await grace.page.getByLabel("Name").fill("Grace");
    await grace.page.getByLabel("Password").fill(password);
    await button(grace.page, "Sign up").click();
    await grace.page.waitForURL("**/app**");
    await grace.page.goto(origin() + table);
    await cell(grace.page, "Beau Travail").waitFor();
  });

  test("Ada comments with a mention; Grace sees it, and both edit the same cell", async () => {
    await cell(ada.page, "Beau Travail").click();
    await ada.page.keyboard.press("Space");
    const mine = dialogOf(ada.page);
    await mine.getByLabel("New comment").fill("Is the year right,");
    await mine.getByLabel("Mention someone").selectOption(`Grace (${people.grace})`);
    await mine.getByRole("button", { name: "Send" }).click();
    await mine.getByRole("listitem").filter({ hasText: "Is the year right, @Grace" }).waitFor();
    await ada.page.keyboard.press("Escape");
    await cell(grace.page, "Beau Travail").click();
    await grace.page.keyboard.press("Space");
    await dialogOf(grace.page).getByText("Is the year right,").waitFor();
    await grace.page.keyboard.press("Escape");
    // the focus is back on the cell
    await expect.poll(() => grace.page.evaluate("document.activeElement.textContent")).toBe("Beau Travail");
    // both write the year; the later one holds, in both windows
    await grace.page.keyboard.press("ArrowRight");
    await grace.page.keyboard.type("2000");
    await grace.page.keyboard.press("Enter");
    await show(ada.page, "Year");
    await cell(ada.page, "2000").waitFor();
    await cell(ada.page, "2000").click();
    await ada.page.keyboard.type("1998");
    await ada.page.keyboard.press("Enter");
    await show(grace.page, "Year");
    await cell(grace.page, "1998").waitFor();
  });

  test("Grace makes a kanban by genre, and moves a card to another stack", async () => {
    const { page } = grace;
    await button(page, "New view").click();
    await dialogOf(page).getByLabel("Name").fill("By genre");
    await dialogOf(page).getByLabel("Type").selectOption("Kanban");
    await button(page, "Create").click();
    await button(page, "Choose fields").click();
    await dialogOf(page).getByLabel("Stacks by").selectOption("Genre");
    await button(page, "Apply").click();
    const tile = (text: string) => page.locator(".tile", { has: button(page, text) });
    // a phone shows one stack, and reads the others as they come into view
    await page.getByRole("region", { name: /^Romance \d/ }).scrollIntoViewIfNeeded();
    await tile("Friday Night").waitFor();
    await tile("Friday Night").scrollIntoViewIfNeeded();
    await button(page, "Move Friday Night to …").click();
    await dialogOf(page).getByLabel("Stack").selectOption("Comedy");
    await dialogOf(page).getByRole("button", { name: "Move" }).click();
    await page.getByText("Friday Night is in Comedy now").waitFor();
    // Ada sees it in her grid
    await show(ada.page, "Genre");
    await expect.poll(() => ada.page.locator(".cell .chip", { hasText: "Comedy" }).count()).toBe(2);
  });

  test("a form is made that asks for a picture, and a stranger fills it and adds one", async () => {
    const { page } = ada;
    await button(page, "Manage fields").click();
    await button(page, "New field").click();
    const dialog = page.getByRole("dialog", { name: "New field" });
    await dialog.getByLabel("Name").fill("Poster");
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await dialog.getByRole("combobox", { name: "Type" }).fill("files");
    await page.getByRole("option", { name: /^Files/ }).click();
    await button(page, "Create").click();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await button(page, "New view").click();
    await dialogOf(page).getByLabel("Name").fill("Suggest a movie");
    await dialogOf(page).getByLabel("Type").selectOption("Form");
    await button(page, "Create").click();
    await page.getByRole("heading", { name: "Questions" }).waitFor();
    await page.getByText("can send files").waitFor();
    await button(page, "Ask for Poster").click();
    await page.getByRole("button", { name: "Move Poster," }).waitFor();
    await button(page, "Share the view Suggest a movie").click();
    await button(page, "Share this view").click();
    const address = await dialogOf(page).getByLabel("Address", { exact: true }).inputValue();
    await page.keyboard.press("Escape");
    const stranger = await visit(options);
    await stranger.page.goto(address);
    await stranger.page.getByLabel("Title").fill("Orlando");
    await stranger.page.getByLabel("Year").fill("1992");
    // too large to go with the answers: it is sent before them
    const poster = { name: "orlando.png", mimeType: "image/png", buffer: Buffer.concat([pixel], 4_000_000) };
    await stranger.page.getByLabel("Poster").setInputFiles([{ ...poster, buffer: pixel }, poster]);
    expect(await axeFindings(stranger.page)).toEqual([]);
    await stranger.page.locator("button[type=submit]").click();
    await stranger.page.getByRole("heading", { name: "Thank you" }).waitFor();
    expect(stranger.wrong).toEqual([]);
    await stranger.close();
    await page.getByRole("link", { name: "Grid view, Grid" }).click();
    await cell(page, "Orlando").waitFor();
    await page.evaluate('document.querySelector(".grid").scrollTo({ left: 9999 })');
    await expect.poll(() => page.locator(".cell .file-picture, .cell .file-chip").count()).toBe(2);
    await page.evaluate('document.querySelector(".grid").scrollTo({ left: 0 })');
  });

  test("Ada goes on without the network, and what she wrote is sent when it is back", async () => {
    const { page, context } = ada;
    await context.setOffline(true);
    await cell(page, "Orlando").click();
    await page.keyboard.type("Orlando (1992)");
    await page.keyboard.press("Enter");
    // the client tries again for some seconds before it says so
    await page.getByText("1 change waits here").waitFor({ timeout: 45_000 });
    await context.setOffline(false);
    await page.getByText("1 change waits here").waitFor({ state: "hidden" });
    await page.reload();
    await cell(page, "Orlando (1992)").waitFor();
  });

  test("she deletes the table, and restores it from the trash", async () => {
    const { page } = ada;
    await page.locator(".up").click();
    await button(page, "More for Movies").last().click();
    await button(page, "Delete").click();
    await dialogOf(page).getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("link", { name: "Movies", exact: true }).waitFor({ state: "detached" });
    await button(page, "Trash").click();
    await button(page, "Restore Movies").click();
    await page.getByText("The trash is empty").waitFor();
    await button(page, "Close").click();
    await page.getByRole("link", { name: "Movies", exact: true }).last().click();
    await cell(page, "Orlando (1992)").waitFor();
  });

  test("she signs out; the browser asks, because a change was not sent, and keeps nothing of it", async () => {
    const { page, context } = ada;
    await context.route(/\/record\/rec/, (route) =>
      route.request().method() === "PATCH" ? route.abort("connectionfailed") : route.continue(),
    );
    await cell(page, "Orlando (1992)").click();
    await page.keyboard.type("Never sent");
    await page.keyboard.press("Enter");
    await page.getByText("1 change waits here").waitFor();
    const kept = () =>
      page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('gridless-kept ')).length");
    // before it is known who the person is, nothing is kept, and the browser asks before the page is left
    await expect.poll(kept).toBe(1);
    await page.goto(`${origin()}/app`);
    await button(page, "Sign out").click();
    await dialogOf(page).getByText("Changes of 1 record did not reach the server").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Cancel").click();
    expect(await kept()).toBe(1);
    await button(page, "Sign out").click();
    await dialogOf(page).getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/auth/sign-in**");
    expect(await kept()).toBe(0);
  });
});
