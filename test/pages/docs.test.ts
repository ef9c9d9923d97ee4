/* The documentation page as a person uses it, in a real browser. */
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { tagOf } from "#lib/openapi/operation";
import { aBase, someone } from "#test/support/makers/makers";
import { origin, phone, registry, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

/** The page with all there is, or with one area: the browser needs seconds for each time that it draws all of them. */
async function open(address: string, area?: string, options?: BrowserContextOptions) {
  const { context, page, ...rest } = await visit(options);
  // what stands before us takes the stage away
  const fetched = (route: Route) => route.fetch({ url: route.request().url().replace("/stage/", "/") });
  await context.route("**/stage/**", async (route) => route.fulfill({ response: await fetched(route) }));
  if (area)
    await context.route("**/openapi.json", async (route) => {
      const response = await fetched(route);
      const { paths, ...document } = (await response.json()) as OpenapiDocument;
      await route.fulfill({ response, json: { ...document, paths: inArea(paths, area) } });
    });
  await page.goto(origin() + address);
  await page.locator(".opblock").first().waitFor();
  return { page, ...rest };
}

interface OpenapiDocument {
  paths: Record<string, Record<string, { tags?: string[] }>>;
}
const inArea = (paths: OpenapiDocument["paths"], area: string) =>
  Object.fromEntries(
    Object.entries(paths).filter(([, methods]) =>
      Object.values(methods).some(({ tags }) => tags?.includes(area)),
    ),
  );

async function authorize(page: Page, token: string) {
  await page.locator(".btn.authorize").first().click();
  const scheme = page.locator(".modal-ux .auth-container").filter({ hasText: "bearer (http, Bearer)" });
  await scheme.locator("input").fill(token);
  await scheme.locator(".btn.authorize").click();
  await scheme.locator(".btn-done").click();
}

/** The page draws only what is in sight of a long list; who filters by an area sees all of it. */
async function filterBy(page: Page, area: string) {
  await page.locator(".operation-filter-input").fill(area);
  await page.locator(`#operations-tag-${area}`).waitFor();
}

test("every endpoint is shown, in its area, and nothing else", { timeout: 60_000 }, async () => {
  const { page, wrong, close } = await open("/docs?utm_source=mail");
  expect(await page.locator("html.dark-mode").count()).toBe(0);
  for (const [area, endpoints] of Map.groupBy(registry.endpoints, tagOf)) {
    await filterBy(page, area);
    const shown = page.locator(`.opblock[id^="operations-${area}-"]`);
    const wanted = endpoints.map(({ operation }) => `operations-${area}-${operation}`);
    await expect
      .poll(() => shown.evaluateAll((blocks) => blocks.map(({ id }) => id).sort()))
      .toEqual(wanted.sort());
  }
  await page.locator(".operation-filter-input").fill("");
  await page.locator("summary", { hasText: "Limits" }).click();
  await screenshot(page, "docs");
  await page.locator("summary", { hasText: "Limits" }).click();
  await page.locator("summary", { hasText: "Who may do what" }).click();
  await page.locator("td", { hasText: /^createTable$/ }).waitFor();
  await page.locator("td", { hasText: "table|create, view|share" }).waitFor();
  await screenshot(page, "docs-access");
  expect(wrong).toEqual([]);
  await close();
});

test("a call tried there succeeds, as it stands in the example", { timeout: 60_000 }, async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const { page, wrong, close } = await open("/docs#/table/createTable", "table");
  await authorize(page, owner.token);
  await filterBy(page, "table");
  const block = page.locator("#operations-table-createTable");
  await block.locator("input[placeholder=baseId]").fill(baseId);
  await block.locator(".btn.execute").click();
  const live = block.locator(".live-responses-table");
  await live.waitFor();
  expect(await live.locator(".response-col_status").last().textContent()).toContain("201");
  expect(await block.locator(".request-url pre").textContent()).toBe(`${origin()}/base/${baseId}/table`);
  const answer = JSON.parse((await live.locator(".highlight-code code").first().textContent()) ?? "");
  expect(answer).toMatchObject({ baseId, name: "Tasks", total: 1, fields: [{ name: "Task" }, {}, {}] });
  await live.scrollIntoViewIfNeeded();
  await screenshot(page, "docs-call");

  // the token is kept for the next visit
  await page.reload();
  await page.locator(".btn.authorize.locked").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("below the path of a stage: a list in the query and the other parameters arrive as they were filled in", {
  timeout: 60_000,
}, async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const made = await fetch(`${origin()}/base/${baseId}/table`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
    body: JSON.stringify({ records: [{ fields: { Name: "Ada", Count: 3 } }] }),
  });
  const { id } = (await made.json()) as { id: string };
  const { page, wrong, close } = await open("/stage/docs#/record/listRecords", "record");
  await authorize(page, owner.token);
  await filterBy(page, "record");
  const block = page.locator("#operations-record-listRecords");
  await block.locator("input[placeholder=tableId]").fill(id);
  const projection = block.locator('tr[data-param-name="projection[]"]');
  for (const [i, name] of ["Name", "Count"].entries()) {
    await projection.locator(".json-schema-form-item-add").click();
    await projection.locator("input").nth(i).fill(name);
  }
  await block.locator(".btn.execute").click();
  const live = block.locator(".live-responses-table");
  await live.waitFor();
  const answer = JSON.parse((await live.locator(".highlight-code code").first().textContent()) ?? "");
  expect(answer.records).toMatchObject([{ fields: { Name: "Ada", Count: 3 } }]);
  const asked = await block.locator(".request-url pre").textContent();
  expect(asked).toContain(`${origin()}/stage/table/${id}/record?`);
  expect(asked).toContain("projection%5B%5D=Name&projection%5B%5D=Count");
  expect(wrong).toEqual([]);
  await close();
});

test("on a phone in the dark: nothing runs out of the page, and the colours are the reader's", {
  timeout: 60_000,
}, async () => {
  const options = { ...phone, colorScheme: "dark" } as const;
  const { page, wrong, close } = await open("/docs#/record/createRecords", "record", options);
  const block = page.locator("#operations-record-createRecords");
  await block.locator(".execute").waitFor();
  await block.evaluate((element) => element.scrollIntoView());
  await screenshot(page, "docs-phone");
  for (const tab of await block.getByRole("tab", { name: "Schema" }).all()) await tab.click();
  await screenshot(page, "docs-phone-schema");
  const { width, isDark } = await page.locator("html").evaluate((html) => ({
    width: html.scrollWidth,
    isDark: html.classList.contains("dark-mode"),
  }));
  expect(width).toBe(options.viewport.width);
  expect(isDark).toBe(true);
  expect(wrong).toEqual([]);
  await close();
});
