/*
 * The app in Chromium, on npm start: how soon rows are there, what scrolling costs, how soon an edit is seen. Two runs on a busy machine differ
 * by a factor; without a browser nothing is measured.
 */
import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { findBrowser } from "#test/pages/support/find-browser";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../demo/client.ts";
import { type Measured, median, ms } from "./budget.ts";
import { endWithin } from "./end-within.ts";
import { twelveCellsOf, twelveFields } from "./records.ts";

const rows = 100_000;
const most = { firstRows: 600, frame: 12, jump: 150, megabytes: 60, edit: 1, elsewhere: 300 };
const rounds = 7;
const framesInBatch = 10;
/** Milliseconds: a base has one hint in a second. */
const apart = 1300;
/** Milliseconds that anything in a page may take: what is measured, and what leads to it. */
const longest = 60_000;
/** Milliseconds for filling the table, and for scrolling all of it. */
const longestOfAll = 5 * 60_000;

/** Twenty fields: the twelve, and eight texts. */
const more = Array.from({ length: 8 }, (_, i) => `Text ${i + 1}`);
const fields = [...twelveFields, ...more.map((name) => ({ type: "singleLineText", name }))];
const cellsOf = (i: number) => ({
  ...twelveCellsOf(i),
  ...Object.fromEntries(more.map((name, k) => [name, `${name} of ${i * (k + 3)}`])),
});

export async function appInBrowser(): Promise<Measured[]> {
  const found = findBrowser();
  if ("missing" in found) return [{ line: `not measured: ${found.missing}` }];
  const { folder, remove } = temporaryFolder();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"],
  });
  try {
    const first = await start(folder);
    try {
      const address = await endWithin(longestOfAll, "records are written", fillTable(first));
      // the app is built at the first request, and kept
      await (await fetch(`${first.dev.url}/app`, { signal: AbortSignal.timeout(longest) })).text();
      await first.stop("SIGTERM");
      return await measure(await start(folder), browser, address);
    } finally {
      await first.stop("SIGKILL");
    }
  } finally {
    await browser.close();
    remove();
  }
}

const start = (folder: string) => endWithin(longest, "the server starts", startServer(folder));

/** A table with 100,000 records; gives its path in the app. */
async function fillTable({ dev }: Server): Promise<string> {
  const table = { name: "Large", fields, records: [] };
  const { id } = await request<{ id: string }>(dev, "POST", `/base/${dev.baseId}/table`, table);
  for (let at = 0; at < rows; at += 1000) {
    const records = Array.from({ length: 1000 }, (_, i) => ({ fields: cellsOf(at + i) }));
    await request(dev, "POST", `/table/${id}/record`, { records });
  }
  return `/app/${dev.baseId}/${id}`;
}

/** What one part measures; a part that fails or takes too long does not keep the others from being measured. */
async function attempt(part: string, measure: () => Promise<Measured[]>): Promise<Measured[]> {
  try {
    return await measure();
  } catch (error) {
    return [{ line: `${part}: ${error instanceof Error ? error.message : String(error)}`, holds: false }];
  }
}

async function measure(server: Server, browser: Browser, address: string): Promise<Measured[]> {
  try {
    const context = await signIn(server, browser);
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send("Performance.enable");
    const url = server.dev.url + address;
    return [
      ...(await attempt("first rows", () => firstRows(page, url))),
      ...(await attempt("scrolling", () => scrolling(page, tools))),
      ...(await attempt("edits", async () => {
        await timeToRows(page, url);
        return editing(page, browser, url);
      })),
    ];
  } finally {
    await server.stop("SIGTERM");
  }
}

async function firstRows(page: Page, url: string): Promise<Measured[]> {
  const first = await timeToRows(page, url);
  const again: number[] = [];
  for (let round = 0; round < 3; round++) again.push(await timeToRows(page, url));
  return [
    measured("first rows after a cold start of the server", first, most.firstRows, ms),
    { line: `first rows, opened again: ${ms(median(again))}` },
  ];
}

async function scrolling(page: Page, tools: CDPSession): Promise<Measured[]> {
  const frame = await frameTime(page, tools);
  const jumps = await jumpTimes(page);
  const megabytes = await heapAfterAll(page, tools);
  return [
    measured(`main thread for a frame, scrolling ${rows} × 20`, frame, most.frame, ms),
    measured("until a jump shows its rows", median(jumps), most.jump, ms),
    { line: `the slowest of ${jumps.length} jumps: ${ms(Math.max(...jumps))}` },
    measured("heap after scrolling all", megabytes, most.megabytes, (each) => `${each.toFixed(0)} MB`),
  ];
}

async function editing(page: Page, browser: Browser, url: string): Promise<Measured[]> {
  const { frames, elsewhere } = await editTimes(page, browser, url);
  return [
    measured("frames until an edit is painted", frames, most.edit, String),
    measured("until another window shows it", elsewhere, most.elsewhere, ms),
  ];
}

const measured = (
  what: string,
  found: number,
  budget: number,
  show: (found: number) => string,
): Measured => ({
  line: `${what}: ${show(found)} (≤ ${show(budget)})`,
  holds: found <= budget,
});

async function signIn({ dev }: Server, browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${dev.url}/auth/sign-in`);
  await page.locator('input[type="email"]').fill(dev.email);
  await page.locator('input[type="password"]').fill(dev.password ?? "");
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL(/\/app|\/account/);
  await page.close();
  return context;
}

const areRowsThere = `(() => {
  const lines = [...document.querySelectorAll(".grid .line[aria-busy]")].filter((line) => line.checkVisibility());
  return lines.length > 5 && lines.every((line) => line.getAttribute("aria-busy") === "false");
})()`;

/** What a script in the page gives. Not by waitForFunction, which the policy of the page refuses; `evaluate` alone waits for ever. */
const evaluate = <Value = unknown>(page: Page, what: string, script: string, most = longest) =>
  endWithin(most, what, page.evaluate<Value>(script));

/** Milliseconds from the address until all rows in view have their cells. */
async function timeToRows(page: Page, url: string): Promise<number> {
  await page.goto("about:blank");
  const begun = performance.now();
  await page.goto(url, { waitUntil: "domcontentloaded" });
  const script = `new Promise((resolve) => {
    const look = () => (${areRowsThere} ? resolve() : requestAnimationFrame(look));
    look();
  })`;
  await evaluate(page, "rows are shown", script);
  return performance.now() - begun;
}

/** The median of the milliseconds that the main thread works for a frame, while 100 pixels are scrolled in each. */
async function frameTime(page: Page, tools: CDPSession): Promise<number> {
  const worked = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  const times: number[] = [];
  for (let batch = 0; batch < 40; batch++) {
    const before = await worked();
    const script = `new Promise((resolve) => {
      const grid = document.querySelector(".grid");
      let left = ${framesInBatch};
      const step = () => {
        if (left-- === 0) return resolve();
        grid.scrollTop += 100;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`;
    await evaluate(page, `${framesInBatch} frames are drawn`, script);
    times.push(((await worked()) - before) / framesInBatch);
  }
  return median(times);
}

const places = [0.02, 0.5, 0.9, 0.1, 0.7, 0.3, 0.99, 0.63, 0.01, 0.4];

/** Milliseconds until the rows are there after each jump. */
async function jumpTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const share of places) {
    const script = `new Promise((resolve) => {
      const grid = document.querySelector(".grid");
      const begun = performance.now();
      grid.scrollTop = ${share} * grid.scrollHeight;
      let frames = 0;
      const look = () =>
        ++frames > 2 && ${areRowsThere} ? resolve(performance.now() - begun) : requestAnimationFrame(look);
      requestAnimationFrame(look);
    })`;
    times.push(await evaluate<number>(page, `the rows are shown after a jump to ${share}`, script));
  }
  return times;
}

/** Megabytes of the heap, cleaned, when the grid was scrolled from its first to its last row. */
async function heapAfterAll(page: Page, tools: CDPSession): Promise<number> {
  const script = `new Promise((resolve) => {
    const grid = document.querySelector(".grid");
    grid.scrollTop = 0;
    let frames = 0;
    const step = () => {
      const isLast = grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 2;
      // rows are waited for, so that all of them are read
      if (${areRowsThere} || ++frames > 120) {
        if (isLast) return resolve();
        frames = 0;
        grid.scrollTop += 14_000;
      }
      requestAnimationFrame(step);
    };
    step();
  })`;
  await evaluate(page, "all rows were scrolled through", script, longestOfAll);
  await tools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

const firstCell = '.grid .line[aria-busy="false"] .cell.first';

/** Frames until an edit is painted here, and milliseconds until another window shows it: medians. */
async function editTimes(page: Page, browser: Browser, url: string) {
  // a window of its own: one behind another draws no frames
  const elsewhereToo = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    storageState: await page.context().storageState(),
  });
  const other = await elsewhereToo.newPage();
  await timeToRows(other, url);
  await wait(2000);
  const frames: number[] = [];
  const elsewhere: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await wait(apart);
    const text = `Edit ${round} ${Date.now()}`;
    const isShown = `document.querySelector(".grid").textContent.includes(${JSON.stringify(text)})`;
    // a key may be there before a script that was sent before it: what looks for the edit is in both pages first
    await evaluate(other, "the other window looks", `void (globalThis.seen = ${timeOfText(isShown)})`);
    await page.locator(firstCell).first().click();
    await page.keyboard.press("Enter");
    await page.locator(".grid .editor").waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(text);
    await evaluate(page, "the page looks", `void (globalThis.painted = ${framesToText(isShown)})`);
    await page.keyboard.press("Enter");
    const [count, begun] = await evaluate<[number, number]>(page, "an edit is painted", "painted");
    frames.push(count);
    elsewhere.push((await evaluate<number>(other, "the other window shows an edit", "seen")) - begun);
  }
  await elsewhereToo.close();
  return { frames: median(frames), elsewhere: median(elsewhere) };
}

/** A script: the time at which a text is shown. */
const timeOfText = (isShown: string) => `new Promise((resolve) => {
  const look = () => (${isShown} ? resolve(Date.now()) : requestAnimationFrame(look));
  look();
})`;

/** A script: how many frames after the next key a text is shown and no editor is open, and the time of that key. */
const framesToText = (isShown: string) => `new Promise((resolve) => {
  addEventListener("keydown", () => {
    const begun = Date.now();
    let frames = 0;
    const look = () => {
      frames++;
      const editor = document.querySelector(".grid .editor");
      if (!editor && ${isShown}) resolve([frames, begun]);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true });
})`;
