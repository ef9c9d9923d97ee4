/*
 * The picture in the README: the documentation page with a table of the reader. It is taken as it is now each time, and written with
 *
 *   GRIDLESS_PICTURES=1 npm test -- test/pages/picture.test.ts
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import Vips from "wasm-vips";
import { handler as createBase } from "#functions/base/create-base";
import { handler as changeName } from "#functions/user/change-name";
import { projectFolder } from "#lib/registry";
import { aBase, aSession, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { origin, useBrowser, visit } from "./support/browser.ts";

useBrowser();

const file = path.join(projectFolder, "docs/pictures/reference.png");
const width = 1200;
const mostBytes = 100_000;

/** Width and height of a PNG: the first numbers in it. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

/** The browser of the tests has no font with letters of one width. */
const mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf";
const fontStyle = () =>
  existsSync(mono)
    ? `@font-face { font-family: "DejaVu Sans Mono"; src: url(data:font/ttf;base64,${readFileSync(mono, "base64")}); }`
    : "";

/** The same with a palette: a third of the size. */
async function inFewColors(png: Buffer): Promise<Uint8Array> {
  const vips = await Vips({ dynamicLibraries: [] });
  return vips.Image.newFromBuffer(png).pngsaveBuffer({ palette: true });
}

const shown = "https://tables.example.org";

test("the README's picture is a page of 1,200 pixels and at most 100 kB, and can be taken again", async () => {
  const owner = await someone();
  await call(changeName, { signedIn: await aSession(owner.userId), body: { name: "Ada" } });
  const { spaceId } = await aBase(owner);
  const made = await call(createBase, { as: owner, body: { spaceId, name: "Bakery" } });
  const choices = [{ name: "open" }, { name: "delivered" }];
  const { tableId } = await aTable(
    {
      name: "Orders",
      fields: [
        { type: "singleLineText", name: "Customer" },
        { type: "number", name: "Loaves" },
        { type: "singleSelect", name: "State", options: { choices } },
        { type: "date", name: "Due" },
      ],
      records: [{ fields: { Customer: "Grace", Loaves: 12, State: "open" } }],
    },
    owner,
    { baseId: made.body.id, spaceId },
  );
  const { page, context, close } = await visit(
    { reducedMotion: "reduce", colorScheme: "light", viewport: { width, height: 760 }, bypassCSP: true },
    [shown],
  );
  await context.route(`${shown}/**`, async (route) => {
    const request = route.request();
    // the server is at another origin than the page says
    const { origin: _, ...headers } = request.headers();
    const url = request.url().replace(shown, origin());
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  await page.goto(`${shown}/docs#token=${owner.token}`);
  await page.locator("#base-input").selectOption(made.body.id);
  await page.locator("#table-input").selectOption(tableId);
  await page.locator("#table-state", { hasText: "use the table Orders" }).waitFor();
  await page.addStyleTag({ content: fontStyle() });
  await page.evaluate('location.hash = "#createRecords"');
  const op = page.locator("#createRecords");
  await op.locator("[data-language=ts]").click();
  await op.locator("code", { hasText: tableId }).first().waitFor();
  await page.evaluate("document.fonts.ready");
  const png = await page.screenshot();
  expect(sizeOf(png)).toEqual([width, 760]);
  if (process.env["GRIDLESS_PICTURES"]) writeFileSync(file, await inFewColors(png));
  await close();
  const kept = readFileSync(file);
  expect(sizeOf(kept)).toEqual([width, 760]);
  expect(kept.length).toBeLessThanOrEqual(mostBytes);
});
