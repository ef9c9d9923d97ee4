/* The documentation page in a real browser: quick start, search, trying calls, widths and colours, and that nothing leaves the service. */
import type { BrowserContextOptions, Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { aBase, someone } from "#test/support/makers/makers";
import { chance } from "#test/support/run/chance";
import { everyOf, isWhole } from "#test/support/run/sample";
import { axeFindings } from "./support/accessible.ts";
import { log, origin, registry, screenshot, useBrowser, visit } from "./support/browser.ts";

useBrowser();

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 390, height: 844 } };

async function open(address: string, options: BrowserContextOptions = wide) {
  const found = await visit({ reducedMotion: "reduce", ...options });
  await found.page.goto(origin() + address);
  return found;
}

/** A member of a base, and the page with their token from the address. */
async function openFor(hash = "", options?: BrowserContextOptions) {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const found = await open(`/docs#token=${owner.token}`, options);
  await found.page.locator(".token-state.good").waitFor();
  await expect.poll(() => found.page.locator("#base-input").inputValue()).toBe(baseId);
  if (hash) await found.page.goto(`${origin()}/docs${hash}`);
  return { owner, baseId, ...found };
}

const run = async (page: Page, step: string) => {
  await page.locator(`#step-${step} .run`).click();
  const status = page.locator(`#step-${step} .answer b`);
  await status.waitFor();
  return status.textContent();
};

test("the quick start: each call works with the token of the address, which goes nowhere else", async () => {
  const { page, owner, baseId, wrong, close } = await openFor();
  expect(page.url()).toBe(`${origin()}/docs`);
  expect(await page.locator("#token-state").textContent()).toContain(owner.name);
  expect(await page.locator("#step-create .samples pre").textContent()).toContain(
    `curl -X POST "${origin()}/base/${baseId}/table"`,
  );
  expect(await run(page, "who")).toBe("200 OK");
  expect(await run(page, "create")).toBe("201 Created");
  expect(await run(page, "list")).toBe("200 OK");
  const listed = JSON.parse((await page.locator("#step-list .answer pre").textContent()) ?? "");
  expect(listed.records).toMatchObject([{ fields: { Name: "Feather", Count: 5, Status: "light" } }]);
  expect(await run(page, "add")).toBe("201 Created");
  expect(
    log()
      .map(({ path }) => path)
      .join("\n"),
  ).not.toContain("gridless_");

  // it is kept for this tab
  await page.reload();
  await page.locator(".token-state.good").waitFor();
  expect(await page.evaluate("localStorage.length + document.cookie.length")).toBeLessThan(2);
  expect(wrong).toEqual([]);
  await close();
});

test("the commands of the quick start and of the terminal are copied as they run", async () => {
  const { page, owner, baseId, context, close } = await openFor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (block: string) => {
    // what was copied before must not be taken for it
    await page.evaluate("navigator.clipboard.writeText('')");
    await page.locator(`${block} .copy`).first().click();
    const read = () => page.evaluate<string>("navigator.clipboard.readText()");
    await expect.poll(read).not.toBe("");
    return read();
  };
  expect(await copied("#step-who")).toContain('-H "authorization: Bearer $GRIDLESS_TOKEN"');
  expect(await copied("#terminal ~ .code")).toContain('\ntoken="$GRIDLESS_TOKEN"\n');
  await page.locator("#writes-token").check();
  expect(await copied("#step-who")).toContain(`-H 'authorization: Bearer ${owner.token}'`);
  expect(await copied("#terminal ~ .code")).toMatch(
    new RegExp(
      `^url="${origin()}"\ntoken="${owner.token}"\nbaseId="${baseId}"\nexport GRIDLESS_TOKEN="\\$token"\napi\\(\\) \\{ curl -sw '\\\\n' "\\$url`,
    ),
  );
  await page.goto(`${origin()}/docs#createRecords`);
  expect(await copied("#createRecords")).toContain(`curl -X POST "${origin()}/table/$tableId/record"`);
  await page.locator("#createRecords [data-language=fetch]").first().click();
  expect(await copied("#createRecords")).toContain(`fetch(\`${origin()}/table/\${tableId}/record\`, {`);
  await close();
});

test("a token that does not work, and none: the page says so", async () => {
  const { page, close } = await open("/docs");
  await page.locator("#step-who .run").click();
  expect(await page.locator("#step-who .run-note").textContent()).toBe(
    "First put a token into the box above.",
  );
  expect(await page.evaluate("document.activeElement.id")).toBe("token-input");
  await page.locator("#token-input").fill("gridless_accNone");
  await page.locator(".token-state.wrong").waitFor();
  expect(await run(page, "who")).toBe("401 Unauthorized");
  await close();
});

test("search finds a call and a guide, by keyboard and with a typing error", async () => {
  const { page, wrong, close } = await open("/docs");
  const find = async (words: string) => {
    await page.keyboard.press("/");
    await page.locator("#search").fill(words);
    return page.locator("#found li b").allTextContents();
  };
  expect(await find("createRecords")).toContain("Create records");
  expect((await find("signature webhook"))[0]).toBe("Check the signature");
  expect(await find("filtres")).toContain("Filters");
  for (const name of ["DATE_ADD", "sum", "if"]) expect((await find(name))[0]).toBe(name.toUpperCase());
  expect(await find("zzzzqq")).toEqual([]);
  expect(await page.locator(".found-note").textContent()).toContain("Nothing on this page");
  expect((await find("pages cursor")).length).toBeGreaterThan(1);
  await find("delete a webhook");
  await page.keyboard.press("Enter");
  // the browser tells of the new address after the key was handled
  await page.waitForURL(`${origin()}/docs#deleteWebhook`);
  await page.locator("#deleteWebhook[open]").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("at 390 pixels each table scrolls by itself, and no word is broken", async () => {
  const { page, close } = await open("/docs", narrow);
  const found = await page.evaluate<{
    tables: number;
    scrolled: number;
    outside: number;
    broken: string[];
  }>(`(() => {
    const tables = [...document.querySelectorAll("main table")];
    const broken = [];
    for (const table of tables) {
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{Script=Latin}\\p{Number}_]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (range.getClientRects().length !== 1) broken.push(word);
        }
    }
    const frames = tables.map((table) => table.closest(".scrolled"));
    return {
      tables: tables.length,
      scrolled: frames.filter((frame) => frame.scrollWidth > frame.clientWidth).length,
      outside: frames.filter((frame) => frame.getBoundingClientRect().right > innerWidth).length,
      broken,
    };
  })()`);
  expect(found).toMatchObject({ outside: 0, broken: [] });
  expect(found.tables).toBeGreaterThan(30);
  expect(found.scrolled).toBeGreaterThan(10);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.viewport.width);
  await close();
});

test("every operation is in the HTML without a script, in its area; a link opens it", async () => {
  const { page, close } = await open("/docs", { ...wide, javaScriptEnabled: false });
  const ids = await page.locator(".op").evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(registry.endpoints.map(({ operation }) => operation).toSorted());
  expect(await page.locator("#listRecords .rules").textContent()).toContain("Needs the scope");
  await close();
  const linked = await open("/docs#listRecords");
  await linked.page.locator("#listRecords .rules").waitFor();
  await linked.page.locator('#contents [aria-current][href="#listRecords"]').waitFor();
  await linked.close();
});

test("a call is tried: the token first, then the parameters and the body", async () => {
  const { page, baseId, wrong, close } = await openFor("#createTable");
  const op = page.locator("#createTable");
  await op.locator(".try").click();
  expect(await op.locator(".try-form input").first().getAttribute("class")).toBe("token-input");
  expect(await op.locator("[data-name=baseId][data-in=path]").last().inputValue()).toBe(baseId);
  await op.locator(".send").click();
  await op.locator(".answer b").waitFor();
  expect(await op.locator(".answer b").textContent()).toBe("201 Created");
  await screenshot(page, "docs-call");
  await op.locator("textarea").fill("{");
  await op.locator(".send").click();
  expect(await op.locator(".problem").textContent()).toContain("The body is not JSON");
  expect(wrong).toEqual([]);
  await close();
});

test("below the path of a stage: calls go there, and lists arrive as typed", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const made = await fetch(`${origin()}/base/${baseId}/table`, {
    method: "POST",
    headers: { authorization: `Bearer ${owner.token}`, "content-type": "application/json" },
    body: JSON.stringify({ records: [{ fields: { Name: "Ada", Count: 3 } }] }),
  });
  const { id } = (await made.json()) as { id: string };
  const { page, context, wrong, close } = await visit(wide);
  // a proxy in front of the service removes the stage from the path
  const fetched = (route: Route) => route.fetch({ url: route.request().url().replace("/stage/", "/") });
  await context.route("**/stage/**", async (route) => route.fulfill({ response: await fetched(route) }));
  await page.goto(`${origin()}/stage/docs#token=${owner.token}`);
  await page.locator(".token-state.good").waitFor();
  await page.goto(`${origin()}/stage/docs#listRecords`);
  const op = page.locator("#listRecords");
  await op.locator(".try").click();
  await op.locator(".try-form [data-name=tableId]").fill(id);
  await op.locator('.try-form [data-name="projection[]"]').fill("Name, Count");
  const asked = page.waitForRequest(/\/record\?/);
  await op.locator(".send").click();
  expect((await asked).url()).toBe(
    `${origin()}/stage/table/${id}/record?projection%5B%5D=Name&projection%5B%5D=Count`,
  );
  await op.locator(".answer pre").waitFor();
  const answer = JSON.parse((await op.locator(".answer pre").textContent()) ?? "");
  expect(answer.records).toMatchObject([{ fields: { Name: "Ada", Count: 3 } }]);
  expect(wrong).toEqual([]);
  await close();
});

describe("axe finds nothing, and nothing is wider than the window", () => {
  const sizes = [
    ["1280", wide],
    ["390", narrow],
  ] as const;
  const looks = sizes.flatMap(([size, options]) =>
    (["light", "dark"] as const).map((colorScheme) => [size, colorScheme, options] as const),
  );
  // each width, in one of the colours, unless all is tested
  test.each(everyOf(looks, isWhole ? 1 : 2, 0))(
    "%s pixels, %s",
    { timeout: 240_000 },
    async (size, colorScheme, options) => {
      const { page, wrong, close } = await openFor("", { ...options, colorScheme });
      const name = `docs-${size}-${colorScheme}`;
      await screenshot(page, name);
      await run(page, "who");
      await page.goto(`${origin()}/docs#createTable`);
      await page.locator("#createTable .try").click();
      await page.locator("#createTable .send").click();
      await page.locator("#createTable .answer b").waitFor();
      await screenshot(page, `${name}-call`);
      await page.locator("#search").fill("records");
      await page.locator("#found li").first().waitFor();
      if (size === "390") await page.locator(".menu").click();
      await screenshot(page, `${name}-search`);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.viewport.width);
      // the hundreds of operations and schemas are made alike: every 16th and the open ones stand for all, with the
      // links to them, and every 4th guide, unless all is tested
      const start = Math.floor(chance() * 16);
      await page.evaluate(
        `for (const [kind, every] of [[".op", 16], [".schema", 16], [".guide", 4]])
        document.querySelectorAll(kind).forEach((part, i) => {
          if (${isWhole} || part.open || (i + ${start}) % every === 0) return;
          for (const link of document.querySelectorAll('a[href="#' + part.id + '"]'))
            (link.closest("li") ?? link).remove();
          part.remove();
        })`,
      );
      expect(await axeFindings(page)).toEqual([]);
      expect(wrong).toEqual([]);
      await close();
    },
  );
});
