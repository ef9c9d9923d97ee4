/* Files in the app, in a real browser: on their way to a cell, in it, and in large. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import type { RecordId } from "#lib/schemas/basics/ids";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../support/accessible.ts";
import { desk, looks, screenshot } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const uploadAddress = "**/attachments/upload/**";

interface Opening {
  options?: BrowserContextOptions;
  /** Names of files that the first record has. */
  held?: string[];
  role?: "editor" | "viewer";
  /** Opens the first record. */
  isRecord?: boolean;
}

/** A table of things of which the first may have files. */
async function openThings({ options = desk, held = [], role = "editor", isRecord = false }: Opening = {}) {
  const owner = await someone("Ada");
  const place = await aBase(owner);
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "attachment", name: "Papers" },
  ];
  const { tableId } = await aTable({ name: "Things", fields }, owner, place);
  const items: object[] = [];
  for (const name of held) {
    const isPicture = name.endsWith(".png");
    const file = isPicture
      ? { bytes: pixel, type: "image/png" }
      : { bytes: `Text of ${name}`, type: typeOf(name) };
    items.push((await aFile(owner, { name, ...file })).item);
  }
  const records = [
    { fields: { Name: "Chair", ...(items.length > 0 && { Papers: items }) } },
    { fields: { Name: "Lamp" } },
  ];
  const { body } = await call(createRecords, { as: owner, params: { tableId }, body: { records } });
  const ids: RecordId[] = body.records.map(({ id }: { id: RecordId }) => id);
  const member = await aMember(place.baseId, role);
  const path = `/app/${place.baseId}/${tableId}${isRecord ? `?record=${ids[0]}` : ""}`;
  const visited = await openAppAs(member.userId, path, options);
  const cell = (row: number) => visited.page.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="3"]`);
  /** The names of the files that a record has. */
  const names = async (row = 0): Promise<string[]> => {
    const { body } = await call(getRecord, { as: owner, params: { tableId, recordId: ids[row] ?? "" } });
    return (body.fields.Papers ?? []).map(({ name }: { name: string }) => name);
  };
  return { ...visited, ids, tableId, cell, names };
}

const types: Record<string, string> = {
  ...{
    txt: "text/plain",
    zip: "application/zip",
    pdf: "application/pdf",
    mp4: "video/mp4",
    ogg: "audio/ogg",
  },
};
const typeOf = (name: string) => types[name.slice(-3)] ?? "application/octet-stream";

/** Gives files to what a selector finds, as an event of the browser. */
const give = (page: Page, how: "drop" | "paste", selector: string, files: Record<string, string>) =>
  page.evaluate(
    `(() => {
      const data = new DataTransfer();
      for (const [name, content] of Object.entries(${JSON.stringify(files)})) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: name.endsWith(".png") ? "image/png" : "text/plain" }));
      }
      const target = document.querySelector(${JSON.stringify(selector)});
      const options = { bubbles: true, cancelable: true };
      if (${JSON.stringify(how)} === "paste")
        return target.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
      for (const type of ["dragenter", "dragover", "drop"])
        target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    })()`,
  );
const cellOf = (row: number) => `[aria-rowindex="${row + 2}"] [aria-colindex="3"]`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const picture = { "red.png": pixel.toString("base64") };

test("files that are dropped on a cell are in it, as a picture or by their type; one undo takes them out", async () => {
  const { page, cell, names, wrong, close } = await openThings();
  await cell(0).waitFor();
  await give(page, "drop", cellOf(0), { ...picture, "notes.txt": base64("Hello") });
  await cell(0).getByRole("img", { name: "red.png" }).waitFor();
  await expect.poll(() => cell(0).textContent()).toBe("notes.txt");
  await expect.poll(() => names()).toEqual(["red.png", "notes.txt"]);
  await expect
    .poll(() => page.evaluate<number>('document.querySelector(".cell .file-picture").naturalWidth'))
    .toBe(1);
  await expect.poll(() => page.locator("aside.uploads").count()).toBe(0);
  await cell(0).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => names()).toEqual([]);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => names()).toEqual(["red.png", "notes.txt"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a picture of the clipboard is pasted into the cell with the focus, and no other cell takes it", async () => {
  const { page, cell, names, wrong, close } = await openThings();
  await cell(1).click();
  await give(page, "paste", cellOf(1), picture);
  await cell(1).getByRole("img", { name: "red.png" }).waitFor();
  await expect.poll(() => names(1)).toEqual(["red.png"]);
  const first = '[aria-rowindex="3"] [aria-colindex="2"]';
  await give(page, "paste", first, picture);
  expect(await page.locator(first).textContent()).toBe("Lamp");
  expect(wrong).toEqual([]);
  await close();
});

test("in a record several files are chosen at once; one that fails says why and is tried again, one is cancelled", async () => {
  const { page, names, close } = await openThings({ isRecord: true });
  const dialog = page.getByRole("dialog");
  const add = dialog.getByRole("button", { name: "Add files to Papers" });
  await add.waitFor();
  await dialog.getByText("A file has at most 100 MB").waitFor();
  let left = 1;
  await page.route(uploadAddress, async (route) => {
    const body = route.request().postData() ?? "";
    if (body === "slow") return;
    if (body === "bad" && left-- > 0) await route.abort();
    else await route.continue();
  });
  const chosen = page.waitForEvent("filechooser");
  await add.press("Enter");
  const file = (name: string) => ({ name: `${name}.txt`, mimeType: "text/plain", buffer: Buffer.from(name) });
  await (await chosen).setFiles([file("good"), file("bad"), file("slow")]);
  await dialog.getByText("The connection was lost.").waitFor();
  await dialog.getByRole("progressbar", { name: "slow.txt" }).waitFor();
  // the page asks before it is left
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await dialog.getByRole("button", { name: "Cancel slow.txt" }).click();
  await dialog.getByRole("button", { name: "Open good.txt" }).waitFor();
  await expect.poll(() => names()).toEqual(["good.txt"]);
  await dialog.getByRole("button", { name: "Try bad.txt again" }).click();
  await dialog.getByRole("button", { name: "Open bad.txt" }).waitFor();
  await expect.poll(() => names()).toEqual(["good.txt", "bad.txt"]);
  await close();
});

test("the editor of the cell adds, moves and takes out by keys alone", async () => {
  const { page, cell, names, wrong, close } = await openThings({ held: ["a.png", "b.txt"] });
  await cell(0).getByRole("img", { name: "a.png" }).waitFor();
  await cell(0).focus();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("group", { name: "Papers" }).first();
  await editor.getByRole("button", { name: "Add files to Papers" }).waitFor();
  await editor.getByRole("button", { name: "Open a.png" }).press("Control+ArrowRight");
  await expect.poll(() => names()).toEqual(["b.txt", "a.png"]);
  await editor.getByRole("button", { name: "Open b.txt" }).press("Delete");
  await expect.poll(() => names()).toEqual(["a.png"]);
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await expect.poll(() => names()).toEqual(["b.txt", "a.png"]);
  expect(wrong).toEqual([]);
  await close();
});

test("the large view leads through the files, shows a text, gives another name and takes out", async () => {
  const { page, names, wrong, close } = await openThings({
    held: ["a.png", "b.txt", "c.zip"],
    isRecord: true,
  });
  await page.getByRole("button", { name: "Open a.png" }).click();
  const view = page.locator("dialog.file-view");
  await view.getByRole("img", { name: "a.png" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => view.getByRole("textbox", { name: "b.txt" }).inputValue()).toBe("Text of b.txt");
  await page.keyboard.press("ArrowRight");
  await view.getByText("The browser cannot show this file").waitFor();
  await view.getByText("3 of 3, 13 bytes").waitFor();
  const saved = page.waitForEvent("download");
  await view.getByRole("link", { name: "Download" }).click();
  expect((await saved).suggestedFilename()).toBe("c.zip");
  await view.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("d.zip");
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).press("Enter");
  await view.getByRole("heading", { name: "d.zip" }).waitFor();
  await expect.poll(() => names()).toEqual(["a.png", "b.txt", "d.zip"]);
  await view.getByRole("button", { name: "Take out" }).click();
  await expect.poll(() => names()).toEqual(["a.png", "b.txt"]);
  await view.getByRole("heading", { name: "b.txt" }).waitFor();
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Open b.txt" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("the policy lets a PDF, a video and a sound be asked for, in large", async () => {
  const { page, wrong, close } = await openThings({ held: ["a.pdf", "b.mp4", "c.ogg"], isRecord: true });
  const asked: string[] = [];
  await page.route("**/attachments/read/**", async (route) => {
    asked.push(route.request().resourceType());
    await route.fulfill({ status: 200, contentType: "text/plain", body: "it was asked for" });
  });
  await page.getByRole("button", { name: "Open a.pdf" }).click();
  const view = page.locator("dialog.file-view");
  await view.frameLocator("iframe").getByText("it was asked for").waitFor();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => asked).toContain("media");
  await view.getByText("The browser cannot show this file").waitFor();
  await page.keyboard.press("ArrowRight");
  await view.getByText("3 of 3").waitFor();
  await view.getByText("The browser cannot show this file").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a file is dragged to another place in an open record", async () => {
  const { page, names, wrong, close } = await openThings({
    held: ["a.png", "b.txt", "c.zip"],
    isRecord: true,
  });
  const item = (name: string) => page.locator(".files li").filter({ hasText: name });
  await item("c.zip").dragTo(item("a.png"));
  await expect.poll(() => names()).toEqual(["c.zip", "a.png", "b.txt"]);
  expect(wrong).toEqual([]);
  await close();
});

test("readers open files, and are offered nothing else", async () => {
  const { page, cell, wrong, close } = await openThings({ held: ["a.png"], role: "viewer" });
  await cell(0).getByRole("img", { name: "a.png" }).dblclick();
  const view = page.locator("dialog.file-view");
  await view.getByRole("img", { name: "a.png" }).waitFor();
  expect(await view.getByRole("button").allTextContents()).toEqual(["", "", ""]);
  await page.keyboard.press("Escape");
  await view.waitFor({ state: "detached" });
  await cell(0).focus();
  await page.keyboard.press("Enter");
  await view.waitFor();
  await page.keyboard.press("Escape");
  await give(page, "drop", cellOf(0), picture);
  expect(await page.locator("aside").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test.each(looks)(
  "in %s, %o: grid, editor, uploads and the large view are accessible",
  async (colorScheme, size) => {
    const { page, cell, wrong, close } = await openThings({
      options: { ...size, colorScheme },
      held: ["a.png", "b.txt"],
    });
    await cell(0).getByRole("img", { name: "a.png" }).waitFor();
    await page.route(uploadAddress, () => undefined);
    await give(page, "drop", cellOf(1), { "slow.txt": base64("slow") });
    await page.getByRole("progressbar", { name: "slow.txt" }).waitFor();
    const name = `attachments-${colorScheme}-${size.viewport.width}`;
    await screenshot(page, `${name}-grid`);
    expect(await axeFindings(page)).toEqual([]);
    await cell(0).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add files to Papers" }).waitFor();
    await screenshot(page, `${name}-editor`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Open a.png" }).click();
    await page.locator("dialog.file-view").getByRole("img", { name: "a.png" }).waitFor();
    await screenshot(page, `${name}-large`);
    expect(await axeFindings(page)).toEqual([]);
    expect(wrong).toEqual([]);
    await close();
  },
);
