/* How a person begins in a real browser: a base of a template, a backup that is downloaded and restored, bases that were opened lately. */
import { expect, test } from "vitest";
import { handler as listSpaces } from "#functions/space/list-spaces";
import type { BaseId, JobId } from "#lib/schemas/basics/ids";
import { runToEnd } from "#test/support/events/jobs";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, origin, phone, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

test("a new person makes a base of a template: its tables are there, linked, with rows", async () => {
  const owner = await someone("Ada");
  const { page, wrong, close } = await openAppAs(owner.userId, "/app");
  await page.getByRole("heading", { name: "Your first table" }).waitFor();
  await page.getByRole("button", { name: "New base" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Customers and deals/ }).check();
  await dialog.getByRole("radio", { name: /Project tracker/ }).check();
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Project tracker");
  await dialog.getByRole("img", { name: "Tables: People, Projects, Tasks" }).waitFor();
  await dialog.getByLabel("Name").fill("Spring");
  await dialog.getByRole("radio", { name: /An empty base/ }).check();
  await dialog.getByRole("radio", { name: /Project tracker/ }).check();
  // a name that was written stays
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Spring");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { level: 1, name: "Spring" }).waitFor();
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("gridcell", { name: "New website" }).waitFor();
  await page.getByRole("gridcell", { name: "34", exact: true }).waitFor();
  await page.getByRole("link", { name: "Deadlines, Calendar" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("what a template is refused for stays in the dialog, and no base is left", async () => {
  const owner = await someone("Ada");
  const { page, close } = await openAppAs(owner.userId, "/app");
  await page.getByRole("button", { name: "New base" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Stock and orders/ }).check();
  await page.route("**/field", (route) =>
    route.fulfill({
      status: 400,
      json: { status: 400, code: "validation_error", message: "no more fields" },
    }),
  );
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("no more fields").waitFor();
  // the second try has the space that the first one made
  const isTried = page.waitForResponse((each) => each.url().endsWith("/field"));
  await dialog.getByRole("button", { name: "Create" }).click();
  await isTried;
  expect((await call(listSpaces, { as: owner })).body).toHaveLength(1);
  await dialog.getByText("no more fields").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("heading", { name: "Your first table" }).waitFor();
  await close();
});

test("a backup is downloaded, and becomes a base again where it is dropped", async () => {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const { baseId } = place;
  await aTable({ name: "Fruit", records: [{ fields: { Name: "Pear" } }] }, owner, place);
  const { page, wrong, close } = await openAppAs(owner.userId, `/app/${baseId}`);
  const started = async (path: RegExp, act: () => Promise<unknown>) => {
    const answered = page.waitForResponse(
      (each) => path.test(each.url()) && each.request().method() === "POST",
    );
    await act();
    const { jobId, baseId: made } = await (await answered).json();
    return { jobId: jobId as JobId, made: made as BaseId };
  };
  await page.getByRole("button", { name: "More for Base", exact: true }).click();
  await page.getByRole("button", { name: "Download a backup" }).click();
  const dialog = page.getByRole("dialog");
  expect(await axeFindings(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  const { jobId } = await started(/\/export$/, () =>
    dialog.getByRole("button", { name: "Download" }).click(),
  );
  await dialog.getByText("Writing the backup").waitFor();
  await runToEnd(jobId, baseId);
  const pieces: Buffer[] = [];
  for await (const piece of await (await saving).createReadStream()) pieces.push(piece);
  await dialog.getByText("1 table, 1 record").waitFor();
  await dialog.getByRole("button", { name: "Download again" }).waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Bases" }).click();
  await page.getByRole("button", { name: "Import a file" }).click();
  const chosen = { name: "Base.zip", mimeType: "application/zip", buffer: Buffer.concat(pieces) };
  await dialog.getByLabel("or a backup of a base").setInputFiles(chosen);
  await dialog.getByLabel("Name of the base").fill("Base again");
  expect(await axeFindings(page)).toEqual([]);
  const { jobId: restoring, made } = await started(/\/space\/\w+\/import$/, () =>
    dialog.getByRole("button", { name: "Restore" }).click(),
  );
  await dialog.getByText("You may close this").waitFor();
  await runToEnd(restoring, made);
  await dialog.getByText("The base is there: 1 table, 1 record.").waitFor();
  await dialog.getByRole("button", { name: "Open the base" }).click();
  await page.getByRole("heading", { level: 1, name: "Base again" }).waitFor();
  await page.getByRole("link", { name: "Fruit" }).waitFor();
  // while the job works, the base is not there for a question about it
  expect(wrong.filter((each) => !each.includes(made))).toEqual([]);
  await close();
});

test("a file that is no backup is refused with the reason", async () => {
  const owner = await someone("Ada");
  await aBase(owner);
  const { page, close } = await openAppAs(owner.userId, "/app");
  await page.getByRole("button", { name: "Import a file" }).click();
  const dialog = page.getByRole("dialog");
  const chosen = { name: "other.zip", mimeType: "application/zip", buffer: Buffer.from("PK no zip") };
  await dialog.getByLabel("or a backup of a base").setInputFiles(chosen);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect.poll(() => dialog.getByRole("alert").textContent()).toMatch(/^It did not work: .+/);
  await close();
});

test("bases that were opened lately come first, if there are many; the spaces are read only to move one", async () => {
  const owner = await someone("Ada");
  const bases = [];
  for (let i = 0; i < 4; i++) bases.push(await aBase(owner));
  const { page, wrong, close } = await openAppAs(owner.userId, "/app");
  await page.getByRole("button", { name: "Import a file" }).waitFor();
  expect(await page.getByRole("heading", { name: "Opened lately" }).count()).toBe(0);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${origin()}/app/${bases[2]?.baseId}`);
  await page.getByText("No table yet").waitFor();
  expect(asked).not.toContain("/space");
  await page.getByRole("button", { name: "More for Base", exact: true }).click();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Space").waitFor();
  expect(asked).toContain("/space");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Bases" }).click();
  const lately = page.locator("section", { has: page.getByRole("heading", { name: "Opened lately" }) });
  await lately.locator(`a[href="/app/${bases[2]?.baseId}"]`).waitFor();
  expect(await lately.getByRole("link").count()).toBe(1);
  expect(wrong).toEqual([]);
  await close();
});

test("axe finds nothing in the dialog of a new base, light and dark, wide and narrow", async () => {
  const owner = await someone("Ada");
  for (const [name, options] of [
    ["desk", desk],
    ["desk-dark", { ...desk, colorScheme: "dark" as const }],
    ["phone", phone],
    ["phone-dark", { ...phone, colorScheme: "dark" as const }],
  ] as const) {
    const { page, close } = await openAppAs(owner.userId, "/app", options);
    await page.getByRole("button", { name: "New base" }).click();
    await page.getByRole("radio", { name: /Customers and deals/ }).check();
    await screenshot(page, `new-base-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    await close();
  }
});

test("an editor takes a backup too, because it shows only what the role reads", async () => {
  const { baseId } = await aBase(await someone("Ada"));
  const { page, close } = await openAppAs((await aMember(baseId, "editor")).userId, `/app/${baseId}`);
  await page.getByRole("button", { name: "More for Base", exact: true }).click();
  await page.getByRole("button", { name: "Download a backup" }).waitFor();
  expect(await page.getByRole("button", { name: "Move", exact: true }).count()).toBe(0);
  await close();
});
