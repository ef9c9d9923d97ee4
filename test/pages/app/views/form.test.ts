/* The form builder in a real browser: questions, their words and their order; what is said; what others see of it. */
import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { aMember, aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { axeFindings } from "../../support/accessible.ts";
import { desk, phone, screenshot } from "../../support/browser.ts";
import { openAppAs, useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "longText", name: "Notes" },
  { type: "singleSelect", name: "City", options: { choices: [{ name: "Rome" }, { name: "Oslo" }] } },
  { type: "user", name: "Host" },
  { type: "attachment", name: "Scan" },
  { type: "autoNumber", name: "Number" },
];

async function aForm() {
  const made = await aTable({ name: "Guests", fields });
  const { owner: as, baseId, tableId, table } = made;
  const { body } = await call(createView, { as, params: { tableId }, body: { type: "form", name: "Join" } });
  const params = { tableId, viewId: body.id };
  const idOf = (name: string) => table.fields.find((field: { name: string }) => field.name === name).id;
  const read = async () => (await call(getView, { as, params })).body;
  const column = async (name: string) => (await read()).columnMeta[idOf(name)];
  return { ...made, read, column, address: `/app/${baseId}/${tableId}/${body.id}` };
}

async function openForm(...[userId, path, options]: Parameters<typeof openAppAs>) {
  const visited = await openAppAs(userId, path, options);
  const { page } = visited;
  await page.getByRole("heading", { name: "Questions" }).waitFor();
  const handle = (name: string) => page.getByRole("button", { name: `Move ${name},` });
  const questions = () =>
    page
      .locator(".questions .handle")
      .evaluateAll((all) =>
        all.map((each) => /^Move (.*), question/.exec(each.getAttribute("aria-label") ?? "")?.[1]),
      );
  return { ...visited, handle, questions };
}

test("questions are moved by keyboard and pointer, asked and not asked; it says what a form cannot ask", async () => {
  const { owner, address, column } = await aForm();
  const { page, handle, questions, wrong, close } = await openForm(owner.userId, address);
  await expect.poll(questions).toEqual(["Name", "Notes", "City"]);
  await page.getByText("can send files").waitFor();
  await page.getByText("It is computed").waitFor();
  expect(await page.getByRole("button", { name: "Ask for Number" }).count()).toBe(0);

  await handle("City").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(questions).toEqual(["City", "Name", "Notes"]);
  await page.getByRole("status").filter({ hasText: "City is question 1 of 3" }).waitFor();
  expect(await handle("City").evaluate((button) => button.matches(":focus"))).toBe(true);
  await expect.poll(async () => (await column("City")).order).toBe(0);

  const [from, to] = [await handle("City").boundingBox(), await handle("Notes").boundingBox()];
  if (!from || !to) throw new Error("no handle");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(questions).toEqual(["Name", "Notes", "City"]);
  await expect.poll(async () => (await column("City")).order).toBe(2);

  await page.getByText("the names of all people of this base").waitFor();
  await page.getByRole("button", { name: "Ask for Host" }).click();
  await expect.poll(questions).toEqual(["Name", "Notes", "City", "Host"]);
  await page.getByRole("button", { name: "Do not ask for Notes" }).click();
  await expect.poll(questions).toEqual(["Name", "City", "Host"]);
  expect([await column("Host"), await column("Notes")]).toMatchObject([
    { visible: true },
    { visible: false },
  ]);
  expect(wrong).toEqual([]);
  await close();
});

test("words are saved when they are left, and shown in the preview; what is refused stays", async () => {
  const { owner, address, column, read } = await aForm();
  const { page, wrong, close } = await openForm(owner.userId, address);
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByLabel(label, { exact: true }).blur();
  };
  await type("Question for Name", "Who are you?");
  await type("Help for Name", "As in your passport.");
  await page.getByRole("checkbox", { name: "Required: Name" }).check();
  await type("Title", "Come to us");
  await type("Description", "On the first of May.");
  await type("Text of the button", "I come");
  await type("What the form says once it was sent", "See you!");
  await expect
    .poll(async () => (await read()).options)
    .toEqual({ submitLabel: "I come", thanks: "See you!" });
  expect(await column("Name")).toMatchObject({
    question: "Who are you?",
    help: "As in your passport.",
    required: true,
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("heading", { name: "Come to us" }).waitFor();
  for (const text of ["On the first of May.", "Who are you?", "As in your passport.", "I come"])
    await page.getByText(text, { exact: true }).waitFor();
  expect(await page.getByRole("radio", { name: "Oslo" }).count()).toBe(1);
  await page.getByRole("button", { name: "Preview" }).click();
  await type("Question for Name", "");
  await expect.poll(async () => (await column("Name")).question).toBeUndefined();
  expect(wrong).toEqual([]);

  await page.route("**/name", (route) => route.fulfill({ status: 400, body: "{}" }));
  await type("Title", "Refused");
  await page.getByRole("status").filter({ hasText: "It did not work" }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Refused");
  expect(await page.getByLabel("Title", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  await close();
});

test("readers see the form as visitors do", async () => {
  const { baseId, address } = await aForm();
  const viewer = await aMember(baseId, "viewer");
  const { page, wrong, close } = await openAppAs(viewer.userId, address);
  await page.getByText("You may not change this form.").waitFor();
  await page.getByRole("radio", { name: "Oslo" }).waitFor();
  expect(await page.getByRole("button", { name: /^Move/ }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test.each([
  ["light", desk],
  ["dark", { ...phone, colorScheme: "dark" }],
] as const)("builder and preview are accessible, %s", async (look, options) => {
  const { owner, address } = await aForm();
  const { page, wrong, close } = await openForm(owner.userId, address, options);
  for (const state of ["builder", "preview"]) {
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await screenshot(page, `app-form-${state}-${look}`);
    await page.getByRole("button", { name: "Preview" }).click();
  }
  expect(wrong).toEqual([]);
  await close();
});
