/* npm run screenshots: a picture of every screen of the app, on a server of its own with believable data, for people to look at. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { findBrowser } from "#test/pages/support/find-browser";
import { startServer } from "#test/support/requests/server";
import { type Scene, scenes } from "./screenshots/scenes.ts";
import { makeWorld, type World } from "./screenshots/world.ts";

const command = {
  run: "npm run screenshots",
  does: "Starts a server of its own, fills a base with movies, and makes a picture of every screen of the app: at a desk, in the dark, and on a phone. Needs Chromium.",
  words: {
    shown: "[part]",
    does: "only the screens whose names have this part, for example kanban",
    most: 1,
  },
  options: {
    out: { value: "<folder>", does: "where to write them", default: ".bundle/screenshots" },
    look: { value: "<look>", does: "only one of desk, dark, phone" },
  },
  examples: ["npm run screenshots", "npm run screenshots -- kanban --look phone --out /tmp/pictures"],
} as const;

const looks = {
  desk: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} as const;

await runCommand(command, async ({ words: [part = ""], options: { out, look } }) => {
  const chosen = scenes.filter(({ name }) => name.includes(part));
  if (chosen.length === 0) throw new StartError(`no screen has ${part} in its name`);
  const wanted = Object.entries(looks).filter(([name]) => look === undefined || name === look);
  if (wanted.length === 0) throw new StartError(`--look must be one of ${Object.keys(looks).join(", ")}`);
  const found = findBrowser();
  if ("missing" in found) throw new StartError(found.missing);
  mkdirSync(out, { recursive: true });
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const world = await makeWorld(server, browser);
    for (const [name, options] of wanted)
      for (const scene of chosen)
        await takePicture(browser, world, scene, options, path.join(out, `${scene.name}-${name}.png`));
  } finally {
    await browser.close();
    await server.stop("SIGTERM");
    remove();
  }
});

/** A scene that fails is said, and pictured as it was. */
async function takePicture(
  browser: Browser,
  world: World,
  scene: Scene,
  options: (typeof looks)[keyof typeof looks],
  file: string,
): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(10_000);
  if (!scene.isStranger) await context.addCookies(world.cookies);
  const page = await context.newPage();
  try {
    await page.goto(world.url + scene.path(world));
    await page.waitForLoadState("networkidle");
    await scene.prepare?.(page, world);
    await page.waitForTimeout(400);
    say(file);
  } catch (error) {
    say(`${file}: ${error instanceof Error ? error.message.split("\n", 3).join(" ") : error}`);
  }
  await page.screenshot({ path: file });
  await context.close();
}
