/* Calendars of the app in a real browser: days in the zone of the field, moving records, full days, changes of others. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { handler as updateRecord } from "#functions/record/update-record";
import { call } from "#test/support/requests/call";
import { desk, screenshot } from "../../support/browser.ts";
import { aTableWithView, axeOfView } from "../../support/cards.ts";
import { useLiveApp } from "../../support/live-app.ts";

useLiveApp();

const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "America/New_York" };
const fields = [
  { name: "Title", type: "singleLineText" },
  { name: "Begins", type: "date", options: { formatting } },
  { name: "Ends", type: "date", options: { formatting } },
];
const options = { startDateFieldId: "Begins", endDateFieldId: "Ends" };

/** The clock of every browser says March 11, 2026 in New York; there clocks are put forward on March 8. */
const now = new Date("2026-03-11T15:00:00.000Z");
const german = { ...desk, locale: "de-DE" };

const trips = [
  // 23:30 on March 3 in New York is March 4 in UTC
  { Title: "Night", Begins: "2026-03-04T04:30:00.000Z" },
  { Title: "Trip", Begins: "2026-03-05T14:00:00.000Z", Ends: "2026-03-10T20:00:00.000Z" },
  { Title: "Talk", Begins: "2026-03-18T13:00:00.000Z" },
];

const aCalendar = (records: object[] = trips, view: object = {}) =>
  aTableWithView({ fields, records, view: { type: "calendar", options, ...view } });

const openAt = async (made: Awaited<ReturnType<typeof aCalendar>>, how: object = german) => {
  const visited = await made.open(how, (page) => page.clock.setFixedTime(now));
  await visited.page.getByRole("grid", { name: "March 2026" }).waitFor();
  return visited;
};

const day = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`, ${name}, 2026`) });
const bar = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const daysWith = async (page: Page, name: string) =>
  page
    .getByRole("gridcell")
    .filter({ has: bar(page, name) })
    .evaluateAll((cells) =>
      cells.map((cell) => cell.querySelector(".hidden-name")?.textContent?.split(", ")[1]),
    );
const focused = (page: Page) =>
  page.evaluate<string>(
    "(document.activeElement.querySelector('.hidden-name')?.textContent ?? document.activeElement.ariaLabel ?? '').split(', ').slice(0, 2).join(', ')",
  );

test("records are on their days in the zone of the field, long ones in each week; weeks begin by the locale", async () => {
  const made = await aCalendar();
  const { page, wrong, close } = await openAt(made);
  await bar(page, "Talk").waitFor();
  expect(await daysWith(page, "Night")).toEqual(["March 3"]);
  expect(await daysWith(page, "Trip")).toEqual(["March 5", "March 9"]);
  expect((await page.getByRole("columnheader").allTextContents())[0]).toBe("Mon");
  expect(await day(page, "March 11").getAttribute("aria-current")).toBe("date");
  expect(await day(page, "March 7").textContent()).toContain("March 7, 2026, 1 record");
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("grid", { name: "April 2026" }).waitFor();
  await expect.poll(() => bar(page, "Talk").count()).toBe(0);
  await page.getByRole("button", { name: "Today" }).click();
  await bar(page, "Talk").waitFor();
  await page.getByRole("combobox", { name: "Show" }).selectOption("Week");
  await page.getByRole("grid", { name: /March 9, 2026 to/ }).waitFor();
  expect(await page.getByRole("gridcell").count()).toBe(7);
  await bar(page, "Trip").click();
  await page.getByRole("dialog").getByRole("heading", { name: "Trip" }).waitFor();
  expect(wrong).toEqual([]);
  await close();

  const american = await openAt(made, { ...desk, locale: "en-US" });
  expect((await american.page.getByRole("columnheader").allTextContents())[0]).toBe("Sun");
  await screenshot(american.page, "app-calendar");
  await american.close();
});

test("a record is dragged to another day: it keeps the time of the day and its days; its end is dragged too; one step undoes", async () => {
  const made = await aCalendar();
  const { page, wrong, close } = await openAt(made);
  await bar(page, "Talk").waitFor();
  const middleOf = async (name: string) => {
    const box = await day(page, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 42 };
  };
  async function drag(from: { x: number; y: number }, to: string) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    const end = await middleOf(to);
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
  }
  // taken at its second day: March 6 to March 13 is a week
  await drag(await middleOf("March 6"), "March 13");
  await expect.poll(() => daysWith(page, "Trip")).toEqual(["March 12", "March 16"]);
  // an hour earlier in UTC: the clocks in New York were put forward
  await expect.poll(() => made.cellsOf("Begins")).toContain("2026-03-12T13:00:00.000Z");
  expect(await made.cellsOf("Ends")).toContain("2026-03-17T20:00:00.000Z");
  await page.getByRole("button", { name: "Undo the last change" }).click();
  await expect.poll(() => daysWith(page, "Trip")).toEqual(["March 5", "March 9"]);
  expect(await made.cellsOf("Begins")).toContain("2026-03-05T14:00:00.000Z");

  const handle = await bar(page, "Talk").locator(".handle").boundingBox();
  await drag({ x: (handle?.x ?? 0) + 4, y: (handle?.y ?? 0) + 10 }, "March 20");
  await expect.poll(() => made.cellsOf("Ends")).toContain("2026-03-20T13:00:00.000Z");
  expect(await daysWith(page, "Talk")).toEqual(["March 18"]);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("the keyboard goes from day to day, moves records and their ends, and makes one on an empty day", async () => {
  const made = await aCalendar();
  const { page, wrong, close } = await openAt(made);
  // the day is the active one already, and no answer is to come that draws it again
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Today" }).click();
  await expect.poll(() => focused(page)).toBe("Wednesday, March 11");
  await bar(page, "Talk").focus();
  await page.keyboard.press("Control+ArrowRight");
  await expect.poll(() => made.cellsOf("Begins")).toContain("2026-03-19T13:00:00.000Z");
  await expect.poll(() => daysWith(page, "Talk")).toEqual(["March 19"]);
  expect(await focused(page)).toBe("Talk");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => made.cellsOf("Ends")).toContain("2026-03-20T13:00:00.000Z");

  await page.getByRole("button", { name: "Today" }).click();
  await expect.poll(() => focused(page)).toBe("Wednesday, March 11");
  const steps = [
    ["ArrowRight", "Thursday, March 12"],
    ["ArrowDown", "Thursday, March 19"],
    ["Home", "Monday, March 16"],
    ["PageDown", "Thursday, April 16"],
    ["PageUp", "Monday, March 16"],
  ] as const;
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(name);
    // the policy of the page allows no text as a function, which waiting for one would be
    await page.locator('[aria-busy="false"]').first().waitFor();
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading", { name: "Unnamed record" }).waitFor();
  // midnight in New York
  expect(await made.cellsOf("Begins")).toContain("2026-03-16T04:00:00.000Z");
  await page.keyboard.press("Escape");
  await expect.poll(() => daysWith(page, "Unnamed record")).toEqual(["March 16"]);
  expect(wrong).toEqual([]);
  await close();
});

test("a full day says how many more it has, and lists them all", async () => {
  const many = Array.from({ length: 14 }, (_, i) => ({
    Title: `Call ${i + 1}`,
    Begins: `2026-03-18T${10 + Math.floor(i / 2)}:00:00.000Z`,
  }));
  const made = await aCalendar([...trips.slice(0, 2), ...many]);
  const { page, wrong, close } = await openAt(made);
  await page.getByRole("button", { name: /^\+11 more on Wednesday, March 18/ }).click();
  const list = page.getByRole("dialog").getByRole("list", { name: /Records on Wednesday, March 18/ });
  await expect.poll(() => list.getByRole("listitem").first().getAttribute("aria-setsize")).toBe("14");
  await list.getByRole("button", { name: "Call 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("heading", { name: "Call 1" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("what others change is shown, filter and search hold, and a move that is refused is put back with its reason", async () => {
  const made = await aCalendar();
  const { page, close } = await openAt(made);
  const { owner, tableId, ids, idOf } = made;
  await bar(page, "Talk").waitFor();
  await page.locator(".sign").getByText("Live").waitFor();
  await call(updateRecord, {
    as: owner,
    params: { tableId, recordId: ids[2] ?? "" },
    body: { record: { fields: { Begins: "2026-03-24T13:00:00.000Z" } } },
  });
  await expect.poll(() => daysWith(page, "Talk")).toEqual(["March 24"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("Night");
  await expect.poll(() => page.locator(".bar-of-record").allTextContents()).toEqual(["Night"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await bar(page, "Talk").waitFor();

  const reason = "must be in spring";
  const issues = [{ path: `record.fields.${idOf("Begins")}`, message: reason }];
  await page.route(`**/table/${tableId}/record/rec*`, (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 400, json: { message: "no", code: "validation_error", data: { issues } } })
      : route.continue(),
  );
  await bar(page, "Talk").focus();
  await page.keyboard.press("Control+ArrowDown");
  const refused = bar(page, `Talk. Not saved: ${reason}`);
  await refused.waitFor();
  expect(await daysWith(page, `Talk. Not saved: ${reason}`)).toEqual(["March 24"]);
  await refused.focus();
  await page.keyboard.press("Escape");
  await bar(page, "Talk").waitFor();
  await close();
});

test("without a date field it is chosen; who only reads changes nothing", async () => {
  const made = await aTableWithView({
    fields,
    records: trips,
    view: { type: "calendar", options: { startDateFieldId: "Begins" } },
    role: "viewer",
  });
  const { page, close } = await openAt(made);
  await bar(page, "Talk").focus();
  await page.keyboard.press("Control+ArrowRight");
  await day(page, "March 25").click();
  expect(await daysWith(page, "Talk")).toEqual(["March 18"]);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^(New record|Options|Undo)/ }).count()).toBe(0);
  await close();

  const bare = await aTableWithView({
    fields: [...fields.slice(0, 1), { name: "Due", type: "date" }],
    records: [],
    view: { type: "calendar", options: { startDateFieldId: null } },
  });
  const editor = await bare.open();
  await editor.page.getByRole("button", { name: "Choose fields" }).click();
  await editor.page.getByRole("dialog").getByLabel("Start").selectOption("Due");
  await editor.page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
  await editor.page.getByRole("grid").waitFor();
  await editor.close();
});

test("axe finds nothing, light and dark, wide and narrow", async () => {
  const many = Array.from({ length: 5 }, (_, i) => ({
    Title: `Call ${i}`,
    Begins: "2026-03-12T15:00:00.000Z",
  }));
  const made = await aCalendar([...trips, ...many]);
  const ready = (page: Page) => page.locator("[aria-busy=false]").waitFor();
  expect(await axeOfView((how) => openAt(made, how), ready)).toEqual([]);
});
