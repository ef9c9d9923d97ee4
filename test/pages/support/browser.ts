/*
 * A real browser and the whole service, for one test file. Warnings and errors of the console, responses that are errors, and requests to
 * other hosts are collected in `wrong`. Screenshots are in .bundle/pages, where all is tested (GRIDLESS_SAMPLE=all).
 */
import path from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Answered, type Handler, serve } from "#lib/local/gateway/gateway";
import type { Route } from "#lib/local/gateway/router";
import type { SocketHandlers } from "#lib/local/gateway/sockets";
import { projectFolder, readRegistry } from "#lib/registry";
import { routesIn } from "#test/support/requests/request";
import { isWhole } from "#test/support/run/sample";
import { findBrowser } from "./find-browser.ts";

const found = findBrowser();
const missing = "missing" in found ? found.missing : "";
if (missing && process.env["CI"] && process.env["CHROMIUM"] !== "none") throw new Error(missing);

const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
export const desk = { viewport: { width: 1200, height: 1000 } };
export const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 };
/** How a screen is looked at: both themes, wide and narrow. */
export const looks = [
  ["light", desk],
  ["dark", desk],
  ["light", phone],
  ["dark", phone],
] as const;

export const registry = await readRegistry();

interface Service {
  url: string;
  close(): Promise<unknown>;
}
let browser: Browser | undefined;
let service: Service | undefined;
const answered: Answered[] = [];

interface InProcess {
  more?: Route<Handler>[];
  corsOrigins?: string;
  sockets?: SocketHandlers;
}

/** The service in the process of the test, with additional routes. */
export function serveInProcess({ more = [], ...options }: InProcess) {
  const { routes, defaultHandler } = routesIn(registry);
  return serve({
    routes: [...routes, ...more],
    defaultHandler,
    host: "127.0.0.1",
    port: 0,
    onRequest: (each) => answered.push(each),
    ...options,
  });
}

/** Starts the service and the browser before the tests of the file, which are skipped if there is no browser. */
export function useBrowser({
  more = [],
  corsOrigins = "",
  start = () => serveInProcess({ more, corsOrigins }),
  switches = [],
}: {
  more?: Route<Handler>[];
  /** With *, pages of other origins meet the handlers, as on AWS, and not the gateway's own refusal. */
  corsOrigins?: string;
  start?: () => Promise<Service>;
  /** More switches for the browser. */
  switches?: string[];
} = {}): void {
  beforePages(async () => {
    if ("missing" in found) return;
    service = await start();
    const { executablePath, env } = found;
    browser = await chromium.launch({
      executablePath,
      env: { ...process.env, ...env },
      args: [...args, ...switches],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  beforeEach((context) => context.skip(missing !== "", `pages: ${missing}`));
}

/** Does something before the tests of a file or a group, unless they are skipped because there is no browser. */
export function beforePages(prepare: () => Promise<unknown>): void {
  beforeAll(async () => {
    if (!missing) await prepare();
  });
}

/** The address of the service. */
export function origin(): string {
  if (!service) throw new Error("useBrowser() comes first");
  return service.url;
}
/** The log entries of the gateway, one for each request. */
export const log = (): readonly Answered[] => answered;

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Console errors, error responses and requests to other hosts. */
  wrong: string[];
  close(): Promise<void>;
}

/** Chromium says so where a table is left before its socket is open. */
const leftEarly = "WebSocket is closed before the connection is established.";

/** A new browser context with an empty page. Requests may only go to the service and to origins in `others`. */
export async function visit(options: BrowserContextOptions = desk, others: string[] = []): Promise<Visit> {
  if (!browser) throw new Error("useBrowser() comes first");
  const context = await browser.newContext(options);
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const wrong: string[] = [];
  const ours = [origin(), "data:", ...others];
  page.on("console", (message) => {
    const isWrong = message.type() === "error" || message.type() === "warning";
    if (isWrong && !message.text().endsWith(leftEarly)) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => {
    if (!ours.some((start) => request.url().startsWith(start))) wrong.push(request.url());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return { page, context, wrong, close: () => context.close() };
}

/** Pastes a text at what has the focus, as the browser does it. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })()`,
  );
}

/** For people to look at: no test needs it. */
export async function screenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (!isWhole) return;
  await page.screenshot({ path: path.join(projectFolder, ".bundle/pages", `${name}.png`), fullPage });
}
