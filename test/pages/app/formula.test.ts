/* The editor of formulas in a real browser: completion, brackets, errors at their place, the result, and the list of functions. */
import { expect, test } from "vitest";
import { aTable } from "#test/support/makers/makers";
import { axeFindings } from "../support/accessible.ts";
import { desk, phone } from "../support/browser.ts";
import { openAppAs, useLiveApp } from "../support/live-app.ts";

useLiveApp();

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Price" },
  { type: "number", name: "Amount" },
];
const records = [{ fields: { Name: "r0", Price: 2.5, Amount: 4 } }];

async function openNewFormula(options: object = desk) {
  const { owner, baseId, tableId } = await aTable({ name: "Orders", fields, records });
  const visited = await openAppAs(owner.userId, `/app/${baseId}/${tableId}`, options);
  const { page } = visited;
  await page.getByRole("gridcell", { name: "r0" }).waitFor();
  await page.getByRole("button", { name: "Manage fields" }).click();
  await page.getByRole("button", { name: "New field" }).click();
  await page.getByRole("combobox", { name: "Type" }).fill("calculation");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Formula" }).waitFor();
  return visited;
}

test("a formula is written by keys alone, with names that become ids, and outlives a renamed field", async () => {
  const { page, wrong, close } = await openNewFormula();
  const text = page.getByRole("textbox", { name: "Formula" });
  const press = (key: string) => page.keyboard.press(key);
  await text.focus();
  await page.keyboard.type("rou");
  // the functions that begin with it, and a sentence about each
  await page.getByRole("option", { name: /^ROUND\(/ }).waitFor();
  await press("Enter");
  expect(await text.inputValue()).toBe("ROUND()");
  await page.keyboard.type("{pri");
  await press("Tab");
  await page.keyboard.type(" * am");
  await page.getByRole("option", { name: /Amount.*Number/ }).waitFor();
  await press("Enter");
  await page.keyboard.type(")");
  // the bracket that is there is not doubled
  expect(await text.inputValue()).toBe("ROUND({Price} * {Amount})");
  await page.getByText("The result is a number.").waitFor();
  // the value of the first record, as it will be shown
  await page.getByText("For the first record:").waitFor();
  await page.getByRole("listitem").filter({ hasText: "r0: 10" }).waitFor();
  await page.getByLabel("Decimals").selectOption("1");
  await page.getByRole("listitem").filter({ hasText: "r0: 10.0" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Total");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("gridcell", { name: "10.0" }).waitFor();

  // another name of a field: the formula shows it
  await page.getByRole("button", { name: "More for the field Price" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("dialog", { name: "Change the field Price" }).getByLabel("Name").fill("Cost");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "More for the field Total" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await text.waitFor();
  expect(await text.inputValue()).toBe("ROUND({Cost} * {Amount})");
  expect(wrong).toEqual([]);
  await close();
});

test("an error is the compiler's own, and its place is one key away", async () => {
  const { page, wrong, close } = await openNewFormula();
  const text = page.getByRole("textbox", { name: "Formula" });
  await text.fill("1 +\n{Prise} + NOPE(1)");
  const issue = page.getByRole("button", { name: /^line 2, column 1: no field .* did you mean \{Price\}/ });
  await issue.press("Enter");
  expect(await text.evaluate((area) => Reflect.get(area, "selectionStart"))).toBe(4);
  await page.getByRole("button", { name: /^line 2, column 11: no function is called NOPE/ }).waitFor();
  // the list of functions: what is found there goes to the caret
  await text.fill("");
  await page.getByText("Functions", { exact: true }).press("Enter");
  await page.getByLabel("Find a function").fill("regular expression");
  await page.getByRole("button", { name: "Insert REGEXP_REPLACE" }).click();
  expect(await text.inputValue()).toBe("REGEXP_REPLACE()");
  // an expression is checked by the engine of the server, which is loaded for it
  await text.fill('REGEXP_REPLACE({Name}, "(", "")');
  await page.getByRole("button", { name: /the regular expression is invalid/ }).waitFor();
  // what the server refuses is said at the input
  await page.getByRole("button", { name: "Create" }).click();
  await page.locator("[data-path='options.expression'][aria-invalid=true]").waitFor();
  expect(wrong.splice(0)).toHaveLength(2);
  await close();
});

test.each([
  ["light", desk],
  ["dark", phone],
] as const)("axe finds nothing in the editor of formulas: %s, %o", async (colorScheme, size) => {
  const { page, wrong, close } = await openNewFormula({ ...size, colorScheme });
  await page.getByRole("textbox", { name: "Formula" }).pressSequentially("date");
  await page.getByRole("option", { name: /^DATE_ADD/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^line 1/ }).waitFor();
  await page.getByText("Functions", { exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});
