/* The documentation page as a person uses it, in a real browser. Screenshots lie in .bundle/pages. */
import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Handler, serve } from "#lib/local/gateway";
import { projectFolder, readRegistry, routesOf } from "#lib/registry";
import { aBase, someone } from "#test/support/makers";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const missing = existsSync(executablePath)
  ? ""
  : `no browser at ${executablePath}: apt-get install -y chromium, or set CHROMIUM to one`;
if (missing && process.env["CI"]) throw new Error(missing);
if (missing) console.warn(`test/pages/docs.test.ts is skipped: ${missing}`);

const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
const desk = { viewport: { width: 1200, height: 1000 } };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };

const registry = await readRegistry();
let gateway: Awaited<ReturnType<typeof serve>>;
let browser: Browser;

beforeAll(async () => {
  if (missing) return;
  gateway = await serve({
    routes: routesOf(registry).map(({ method, path, endpoint: { handler } }) => ({ method, path, handler })),
    defaultHandler: registry.fallback.handler as Handler,
    host: "127.0.0.1",
    port: 0,
  });
  browser = await chromium.launch({ executablePath, args });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await gateway?.close();
});
beforeEach((context) => context.skip(missing !== "", missing));

/** Opens the page, and collects what must not be: complaints of the browser, requests to somebody else. */
async function open(address: string, options: BrowserContextOptions = desk) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(15_000);
  // what stands before us takes the stage away
  await context.route("**/stage/**", async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("/stage/", "/") });
    await route.fulfill({ response });
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(gateway.url) && !request.url().startsWith("data:"))
      wrong.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(gateway.url + address);
  await page.locator(".opblock").first().waitFor();
  return { page, wrong, close: () => context.close() };
}

const screenshot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(projectFolder, ".bundle/pages", `${name}.png`) });

async function authorize(page: Page, token: string) {
  await page.locator(".btn.authorize").click();
  await page.locator(".modal-ux input").fill(token);
  await page.locator(".modal-ux .btn.authorize").click();
  await page.locator(".modal-ux .btn-done").click();
}

test("every endpoint is shown, in its area, and nothing else", { timeout: 60_000 }, async () => {
  const { page, wrong, close } = await open("/docs?utm_source=mail");
  const shown = await page.locator(".opblock").evaluateAll((blocks) => blocks.map(({ id }) => id));
  const wanted = registry.endpoints.map(({ area, operation }) => `operations-${area}-${operation}`);
  expect(shown.toSorted()).toEqual(wanted.toSorted());
  await page.locator("summary", { hasText: "Limits" }).click();
  await screenshot(page, "docs");
  expect(wrong).toEqual([]);
  await close();
});

test("a call tried there succeeds, as it stands in the example", { timeout: 60_000 }, async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const { page, wrong, close } = await open("/docs#/table/createTable");
  await authorize(page, owner.token);
  const block = page.locator("#operations-table-createTable");
  await block.locator("input[placeholder=baseId]").fill(baseId);
  await block.locator(".btn.execute").click();
  const live = block.locator(".live-responses-table");
  await live.waitFor();
  expect(await live.locator(".response-col_status").last().textContent()).toContain("201");
  expect(await block.locator(".request-url pre").textContent()).toBe(`${gateway.url}/base/${baseId}/table`);
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

test("a list in the query and the other parameters arrive as they were filled in", {
  timeout: 60_000,
}, async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const made = await fetch(`${gateway.url}/base/${baseId}/table`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
    body: JSON.stringify({ records: [{ fields: { Name: "Ada", Count: 3 } }] }),
  });
  const { id } = (await made.json()) as { id: string };
  const { page, wrong, close } = await open("/docs#/record/listRecords");
  await authorize(page, owner.token);
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
  expect(await block.locator(".request-url pre").textContent()).toContain(
    "projection%5B%5D=Name&projection%5B%5D=Count",
  );
  expect(wrong).toEqual([]);
  await close();
});

test("it works below the path of a stage too", { timeout: 60_000 }, async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const { page, wrong, close } = await open("/stage/docs#/base/getBase");
  await authorize(page, owner.token);
  const block = page.locator("#operations-base-getBase");
  await block.locator("input[placeholder=baseId]").fill(baseId);
  await block.locator(".btn.execute").click();
  await block.locator(".live-responses-table").waitFor();
  expect(await block.locator(".request-url pre").textContent()).toBe(`${gateway.url}/stage/base/${baseId}`);
  expect(wrong).toEqual([]);
  await close();
});

test.each([
  ["phone", phone],
  ["dark", { ...desk, colorScheme: "dark" }],
] as const)(
  "%s: nothing runs out of the page, and the colours are the reader's",
  { timeout: 60_000 },
  async (name, options) => {
    const { page, wrong, close } = await open("/docs#/record/createRecords", options);
    const block = page.locator("#operations-record-createRecords");
    await block.locator(".execute").waitFor();
    await block.evaluate((element) => element.scrollIntoView());
    await screenshot(page, `docs-${name}`);
    for (const tab of await block.getByRole("tab", { name: "Schema" }).all()) await tab.click();
    await screenshot(page, `docs-${name}-schema`);
    const { width, isDark } = await page.locator("html").evaluate((html) => ({
      width: html.scrollWidth,
      isDark: html.classList.contains("dark-mode"),
    }));
    expect(width).toBe(options.viewport.width);
    expect(isDark).toBe("colorScheme" in options);
    expect(wrong).toEqual([]);
    await close();
  },
);
