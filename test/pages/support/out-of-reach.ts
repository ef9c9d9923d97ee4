/* A server that is out of reach for writes, while the pages themselves load; and what pages keep meanwhile. */
import type { BrowserContext, Page, Request } from "playwright-core";

export const isWrite = (method: string): boolean => method === "POST" || method === "PATCH";

// nothing answers a page that was closed meanwhile
const ignore = () => undefined;

/** Writes to these addresses do not reach the server. `context.unroute(at)` ends it. */
export const cutWrites = (context: BrowserContext, at: RegExp): Promise<unknown> =>
  context.route(at, (route) =>
    (isWrite(route.request().method()) ? route.abort("connectionfailed") : route.continue()).catch(ignore),
  );

/** The server does what these addresses are asked to do, and no page hears of it. */
export const loseAnswers = (context: BrowserContext, at: RegExp): Promise<unknown> =>
  context.route(at, async (route) => {
    if (!isWrite(route.request().method())) return route.continue().catch(ignore);
    await route.fetch().catch(ignore);
    return route.abort("connectionfailed").catch(ignore);
  });

/**
 * The writes to these addresses that pages begin from now on. The server may get more: what a page sends while it is closed, and another one
 * sends again with the same key.
 */
export function watchWrites(context: BrowserContext, at: RegExp): readonly Request[] {
  const begun: Request[] = [];
  context.on("request", (request) => {
    if (isWrite(request.method()) && at.test(new URL(request.url()).pathname)) begun.push(request);
  });
  return begun;
}

/** The names of what this browser keeps. */
export const keptItems = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('gridless-kept '))");
