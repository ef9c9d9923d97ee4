/* Imports in a real browser: a file is dropped or chosen, looked into, and becomes a base, a table or records. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import type { BaseId, JobId, TableId } from "#lib/schemas/basics/ids";
import { runToEnd } from "#test/support/events/jobs";
import { aBase, aMember, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { aWorkbook, rowsOf } from "#test/support/workbooks";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fruit = "Name,Price,Ripe\nPear,1.20,2026-05-01\nPlum,cheap,2026-06-01\nFig,3.00,2026-07-01\n";

/** Drops a file on the page, as a person does it. */
async function drop(page: Page, name: string, text: string) {
  const data = await page.evaluateHandle(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      return data;
    })()`,
  );
  for (const type of ["dragover", "drop"]) await page.dispatchEvent("main", type, { dataTransfer: data });
}

/** Presses Import, and gives what the server began. */
async function begin(page: Page): Promise<{ tableId: TableId; jobId: JobId; baseId: BaseId }> {
  const answered = page.waitForResponse((each) => /\/import$/.test(each.url()));
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  const answer = await answered;
  expect(answer.status()).toBe(201);
  const [, baseId = ""] = /\/base\/(\w+)\//.exec(answer.url()) ?? [];
  return { ...(await answer.json()), baseId };
}

/** The names of the records. */
async function namesIn(as: Someone, tableId: TableId): Promise<string[]> {
  const { body } = await call(listRecords, { as, params: { tableId } });
  return body.records.map(({ name }: { name: string }) => name);
}

test("a file that is dropped on the first page becomes a base: types are proposed and changed, and what did not fit is listed", async () => {
  const owner = await someone("Ada");
  const { page, wrong, close } = await openAppAs(owner.userId, "/app");
  await page.getByText("You are in no space yet").waitFor();
  await drop(page, "Fruit.csv", fruit);
  const dialog = page.getByRole("dialog", { name: "Import Fruit.csv" });
  await dialog.getByText("3 rows").waitFor();
  expect(await dialog.getByLabel("Name of the base").inputValue()).toBe("Fruit");
  expect(await dialog.getByLabel("Type of Price").inputValue()).toBe("singleLineText");
  expect(await dialog.getByLabel("Type of Ripe").inputValue()).toBe("date");
  await dialog.getByRole("cell", { name: "cheap" }).waitFor();
  await dialog.getByLabel("Type of Price").selectOption("Number");
  await dialog.getByText("Row 3, Price").waitFor();
  await dialog.getByLabel("Name of the field for Name").fill("Fruit");
  await dialog.getByLabel("Import Ripe").uncheck();
  await dialog.getByLabel("Name of the base").fill("Shop");
  await dialog
    .getByLabel("A cell that does not fit")
    .selectOption("stays empty, the rest of its row comes in");
  const { baseId, tableId, jobId } = await begin(page);
  await dialog.getByText("You may close this").waitFor();
  await runToEnd(jobId, baseId);
  await dialog.getByText("3 records came in.").waitFor();
  await dialog.getByText("1 cell did not fit and stayed empty.").waitFor();
  await dialog.getByText('Row 3, Price: "cheap" is not a number').waitFor();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the rows that did not fit" }).click();
  const saved: Buffer[] = [];
  for await (const piece of await (await saving).createReadStream()) saved.push(piece);
  expect(Buffer.concat(saved).toString()).toContain("Plum,cheap");
  await dialog.getByRole("button", { name: "Open the table" }).click();
  await page.waitForURL(`**/app/${baseId}/${tableId}`);
  await page.getByRole("link", { name: "Shop" }).waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(
    expect.arrayContaining(["Fruit", "Price"]),
  );
  await page.getByRole("gridcell", { name: "1.20" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "Ripe" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("a workbook becomes a table of a base: the sheet and the first row are chosen", async () => {
  const owner = await someone("Ada");
  const { baseId } = await aBase(owner);
  const { page, wrong, close } = await openAppAs(owner.userId, `/app/${baseId}`);
  const workbook = await aWorkbook({
    sheets: [
      {
        name: "Fruit",
        xml: rowsOf([
          ["Name", "Price"],
          ["Pear", 1.5],
        ]),
      },
      {
        name: "Trees",
        xml: rowsOf([
          ["Oak", 300],
          ["Elm", 120],
        ]),
      },
    ],
  });
  await page.getByRole("button", { name: "Import a file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Up to 100 MB").waitFor();
  await dialog
    .getByLabel("CSV, TSV or XLSX file")
    .setInputFiles({ name: "Garden.xlsx", mimeType: "application/octet-stream", buffer: workbook });
  await dialog.getByRole("cell", { name: "Pear" }).waitFor();
  expect(await dialog.getByLabel("Delimiter").count()).toBe(0);
  await dialog.getByLabel("Sheet").selectOption("Trees");
  await dialog.getByText("1 row", { exact: true }).waitFor();
  await dialog.getByLabel("The first row has the names").uncheck();
  await dialog.getByText("2 rows").waitFor();
  expect(await dialog.getByLabel("Name of the table").inputValue()).toBe("Trees");
  expect(await dialog.getByLabel("Type of Column 2").inputValue()).toBe("number");
  const { tableId, jobId } = await begin(page);
  await runToEnd(jobId, baseId);
  await dialog.getByText("2 records came in.").waitFor();
  expect(await namesIn(owner, tableId)).toEqual(["Oak", "Elm"]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Trees" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a file that is dropped on a table adds records: columns go to the fields of their names; closed, it goes on and is found again", async () => {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const fields = ["Name", "Color", "Weight"].map((name) => ({ type: "singleLineText", name }));
  const { baseId, tableId } = await aTable({ name: "Fruit", fields }, owner, place);
  const { page, wrong, close } = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`);
  await page.getByRole("columnheader", { name: "Color" }).waitFor();
  await drop(page, "more.tsv", "color\tName\tWeight\tNote\ngreen\tPear\t9\tx\nblue\tPlum\t1\ty\n");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("2 rows").waitFor();
  const chosen = (column: string) =>
    dialog.getByLabel(`Field for ${column}`).locator("option:checked").textContent();
  expect(await Promise.all(["color", "Name", "Weight", "Note"].map(chosen))).toEqual([
    ...["Color", "Name", "Weight"],
    "Leave out",
  ]);
  expect(await dialog.getByLabel("Delimiter").inputValue()).toBe("\t");
  // a field has one column: the other one is left out
  await dialog.getByLabel("Field for Note").selectOption("Weight");
  expect(await chosen("Weight")).toBe("Leave out");
  const { jobId } = await begin(page);
  await dialog.getByText("You may close this").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("status").getByText("The import of more.tsv goes on.").waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Show" }).click();
  await runToEnd(jobId, baseId);
  await dialog.getByText("2 records came in.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await page.getByRole("button", { name: "Show" }).count()).toBe(0);
  await page.getByRole("gridcell", { name: "Plum" }).waitFor();
  await page.getByRole("gridcell", { name: "y", exact: true }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("an import that is stopped takes its table with it; one that was not begun leaves nothing", async () => {
  const owner = await someone("Ada");
  const { baseId } = await aBase(owner);
  const { page, wrong, close } = await openAppAs(owner.userId, `/app/${baseId}`);
  await page.getByText("No table yet").waitFor();
  await drop(page, "Fruit.csv", fruit);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("3 rows").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await drop(page, "Fruit.csv", fruit);
  await dialog.getByText("3 rows").waitFor();
  await begin(page);
  await dialog.getByRole("button", { name: "Stop, and delete what came in" }).click();
  await page.getByRole("status").getByText("The import was stopped").waitFor();
  await page.reload();
  await page.getByText("No table yet").waitFor();
  expect(await page.getByRole("button", { name: "Show" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("without a base one is made to look into the file; it goes if nothing is imported", async () => {
  const owner = await someone("Ada");
  const { page, wrong, close } = await openAppAs(owner.userId, "/app");
  await page.getByText("You are in no space yet").waitFor();
  await drop(page, "Fruit.csv", fruit);
  await page.getByRole("dialog").getByText("3 rows").waitFor();
  const gone = page.waitForResponse((each) => each.request().method() === "DELETE");
  await page.keyboard.press("Escape");
  expect((await gone).status()).toBe(200);
  await page.reload();
  await page.getByText("No base yet").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("files that cannot be imported are refused before they are sent, others with the reason of the server", async () => {
  const owner = await someone("Ada");
  const { baseId } = await aBase(owner);
  const { page, close } = await openAppAs(owner.userId, `/app/${baseId}`);
  await page.getByText("No table yet").waitFor();
  const dialog = page.getByRole("dialog");
  for (const [name, text, reason] of [
    ["old.xls", "x", "Save it as XLSX or CSV first"],
    ["empty.csv", "", "is empty"],
    ["photo.png", "x", "is no CSV, TSV or XLSX file"],
    ["base.zip", "x", "A backup becomes a new base"],
    ["broken.xlsx", "PK\x03\x04 no workbook", "It did not work"],
  ] as const) {
    await drop(page, name, text);
    await dialog.getByText(reason).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await close();
});

test("who may not make tables is offered no import", async () => {
  const { baseId, tableId } = await aTable({ name: "Fruit" });
  const { page, close } = await openAppAs(
    (await aMember(baseId, "editor")).userId,
    `/app/${baseId}/${tableId}`,
  );
  await page.getByRole("columnheader", { name: "Name" }).waitFor();
  expect(await page.getByRole("button", { name: "Import a file" }).count()).toBe(0);
  await close();
});

test("axe finds nothing, light and dark, wide and narrow", async () => {
  const owner = await someone("Ada");
  const { baseId, tableId } = await aTable({ name: "Fruit" }, owner);
  for (const [name, options] of [
    ["desk", desk],
    ["desk-dark", { ...desk, colorScheme: "dark" as const }],
    ["phone", phone],
    ["phone-dark", { ...phone, colorScheme: "dark" as const }],
  ] as const) {
    const { page, close } = await openAppAs(owner.userId, `/app/${baseId}`, options);
    await page.getByRole("button", { name: "Import a file" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Up to 100 MB").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await drop(page, "Fruit.csv", fruit);
    await dialog.getByText("3 rows").waitFor();
    await dialog.getByLabel("Type of Price").selectOption("Number");
    await dialog.getByText("Row 3, Price").waitFor();
    await screenshot(page, `import-preview-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    const { jobId } = await begin(page);
    await dialog.getByText("You may close this").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await runToEnd(jobId, baseId);
    await dialog.getByText("2 records came in.").waitFor();
    await screenshot(page, `import-ended-${name}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${new URL(page.url()).origin}/app/${baseId}/${tableId}`);
    await page.getByRole("columnheader", { name: "Name" }).waitFor();
    await drop(page, "Fruit.csv", fruit);
    await dialog.getByLabel("Field for Name").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await close();
  }
});
