/* The app with sockets: the whole service in this process, and what tells its sockets of changes. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { postBy } from "#lib/socket/poster";
import { aSession } from "#test/support/makers/makers";
import { startPump } from "#test/support/sockets/pump";
import { socketHandlers } from "#test/support/sockets/socket-server";
import { desk, origin, serveInProcess, useBrowser, type Visit, visit } from "./browser.ts";

/** For one test file: the browser, and a service whose pages hear of changes by a socket. */
export function useLiveApp(): void {
  useBrowser({
    async start() {
      const { url, poster, close } = await serveInProcess({ sockets: socketHandlers });
      if (poster) postBy(poster);
      const before = process.env["GRIDLESS_ORIGIN"];
      process.env["GRIDLESS_ORIGIN"] = url;
      const pump = startPump();
      return {
        url,
        async close() {
          await close();
          await pump.stop();
          if (before === undefined) delete process.env["GRIDLESS_ORIGIN"];
          else process.env["GRIDLESS_ORIGIN"] = before;
        },
      };
    },
  });
}

/** A browser in which a person is signed in, at an address of the app. */
export async function openAppAs(
  userId: Parameters<typeof aSession>[0],
  path: string,
  options: BrowserContextOptions = desk,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Visit> {
  const visited = await visit(options, [origin().replace("http", "ws")]);
  const { cookie } = await aSession(userId);
  await visited.context.addCookies([{ name: "auth_session", value: cookie, url: origin(), httpOnly: true }]);
  await prepare(visited.page);
  await visited.page.goto(origin() + path);
  return visited;
}
