/* A shared table and a shared form in a real browser: on a phone, in dark mode, with the keyboard, without scripts. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { somePeople } from "#test/functions/share/people";
import { aShare } from "#test/functions/share/support";
import { call } from "#test/support/requests/call";
import { lacks } from "./support/accessible.ts";
import { desk, origin, phone, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const dark = { ...phone, viewport: { width: 320, height: 568 }, colorScheme: "dark" } as const;
const looks = { desk, phone, dark };

test("with the keyboard: a password, then the table page by page", async () => {
  const { shareId, owner, params } = await somePeople({ password: "correct horse" });
  const long = {
    City: "Rome",
    Age: 2,
    Name: "a name that is as long as a name can get in practice ".repeat(4),
  };
  const records = Array.from({ length: 60 }, (_, i) => ({ fields: { ...long, Age: 60 - i, Size: i } }));
  await call(createRecords, { as: owner, params, body: { records } });
  const { page, wrong, context, close } = await visit(dark);
  await page.goto(`${origin()}/share/${shareId}`);
  expect(await heading(page).textContent()).toBe("This page is protected by a password");
  expect(await lacks(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin()}/share/${shareId}`);
  await expect.poll(() => heading(page).textContent()).toBe("Shared");
  const cookies = (await context.cookies()).toSorted((a, b) => a.path.localeCompare(b.path));
  expect(cookies).toMatchObject(
    [`/api/share/${shareId}`, `/share/${shareId}`].map((path) => ({
      ...{ name: "share_session", path, httpOnly: true, sameSite: "Lax" },
    })),
  );
  const entered = await context.request.get(`${origin()}/api/share/${shareId}/view`);
  expect(entered.status()).toBe(200);
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(["Name", "Size", "City"]);
  expect(await page.getByRole("rowheader").count()).toBe(50);
  expect(await lacks(page)).toEqual([]);
  await screenshot(page, "share-grid-dark");
  // the table can get the focus, so arrow keys scroll it
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").getAttribute("role")).toBe("region");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/cursor=/);
  await expect.poll(() => page.getByRole("rowheader").count()).toBe(12);
  expect(await page.getByRole("link", { name: "Next page" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("a form: filled in, corrected after an error, and accepted", async () => {
  const { shareId, list } = await aShare({
    fields: [
      { type: "singleLineText", name: "Name", description: "As it stands in your passport." },
      { type: "longText", name: "Notes" },
      { type: "number", name: "Guests" },
      { type: "date", name: "Day" },
      { type: "checkbox", name: "I come by train" },
      { type: "rating", name: "Mood", options: { icon: "star", color: "redBright", max: 5 } },
      { type: "singleSelect", name: "City", options: { choices: [{ name: "Rome" }, { name: "Oslo" }] } },
      { type: "multipleSelect", name: "Meals", options: { choices: [{ name: "fish" }, { name: "soup" }] } },
    ],
    view: (idOf) => ({
      type: "form",
      name: "Join us",
      description: "One form for each of you.",
      columnMeta: { [idOf("Name")]: { order: 0, required: true } },
    }),
    shareMeta: { submit: { allow: true } },
  });
  for (const [look, options] of Object.entries(looks)) {
    const { page, wrong, close } = await visit(options);
    await page.goto(`${origin()}/share/${shareId}`);
    expect({ look, lacks: await lacks(page) }).toEqual({ look, lacks: [] });
    await screenshot(page, `share-form-${look}`, true);
    expect(wrong).toEqual([]);
    await close();
  }

  const { page, wrong, close } = await visit(phone);
  await page.goto(`${origin()}/share/${shareId}`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Notes").fill("one\ntwo");
  await page.getByLabel("Guests").fill("many");
  await page.getByLabel("Day").fill("2026-12-24");
  await page.getByLabel("I come by train").check();
  await page.getByRole("radio", { name: "4" }).check();
  await page.getByRole("radio", { name: "Oslo" }).check();
  await page.getByLabel("soup").check();
  await page.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  expect(await page.locator(":focus").inputValue()).toBe("many");
  expect(await page.getByLabel("Guests").getAttribute("aria-invalid")).toBe("true");
  expect(await lacks(page)).toEqual([]);
  await screenshot(page, "share-form-wrong", true);
  expect(wrong.splice(0).every((each) => each.includes("400"))).toBe(true);

  await page.getByLabel("Guests").fill("2");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${origin()}/share/${shareId}?done`);
  expect(await heading(page).textContent()).toBe("Thank you");
  expect(await lacks(page)).toEqual([]);
  expect((await list()).body.records).toMatchObject([
    {
      createdBy: "usrAnonymousVisitor",
      fields: {
        Name: "Ada",
        Notes: "one\ntwo",
        Guests: 2,
        Day: "2026-12-24T00:00:00.000Z",
        "I come by train": true,
        Mood: 4,
        City: "Oslo",
        Meals: ["soup"],
      },
    },
  ]);
  expect(wrong).toEqual([]);
  await close();
});
