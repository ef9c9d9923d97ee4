/* @gridless/client in a browser: a page of another origin, which the server allows. */
import { afterAll, expect, test } from "vitest";
import { type ClientWorld, clientWorld } from "#test/client/support/client-world";
import { desk, useBrowser, visit } from "./support/browser.ts";
import { type ClientPages, serveClientPages } from "./support/client-pages.ts";

let world: ClientWorld;
let web: ClientPages;

useBrowser({
  async start() {
    web = await serveClientPages("<!doctype html><link rel=icon href=data:,><h1>Shop</h1>");
    world = await clientWorld({ GRIDLESS_CORS_ORIGINS: web.origin });
    return { url: world.url, close: world.end };
  },
});
afterAll(() => web?.close());

test("a page lists, writes, undoes and uploads; errors have their id, and a signal ends a call", async () => {
  const tab = await visit(desk, [web.origin]);
  await tab.page.goto(web.origin);
  const { url, token, baseId } = world;
  const work = `(async () => {
    const { gridless, GridlessError } = await import("/client.js");
    const client = gridless({ url: "${url}", token: "${token}" });
    const fields = [{ type: "singleLineText", name: "Name" }, { type: "number", name: "Age" }, { type: "attachment", name: "Files" }];
    await client.request("POST", "/base/${baseId}/table", { body: { name: "Shop", fields, records: [] } });
    const table = client.base("${baseId}").table("Shop");
    await table.create(Array.from({ length: 1200 }, (_, i) => ({ Name: "Row " + i, Age: i })));
    const file = await client.upload(new File(["Hello"], "hello.txt", { type: "text/plain" }));
    const { fields: made } = await table.create({ Name: "Papers", Files: [file] });
    const names = [];
    for await (const { name } of table.list({ take: 500 })) names.push(name);
    const ended = await table.list({ signal: AbortSignal.abort() }).all().catch(({ code }) => code);
    return {
      names: names.length,
      file: [file.name, file.size, made.Files.length],
      ended,
      undone: [await table.undo(), await table.undo(), await table.list().count()],
    };
  })()`;
  expect(await tab.page.evaluate(work)).toEqual({
    names: 1201,
    file: ["hello.txt", 5, 1],
    ended: "aborted",
    undone: [true, true, 0],
  });
  expect(tab.wrong).toEqual([]);

  const refused = `(async () => {
    const { gridless, GridlessError } = await import("/client.js");
    const table = gridless({ url: "${url}", token: "${token}" }).base("${baseId}").table("Shop");
    const error = await table.create([{ Age: "old" }]).catch((error) => error);
    return [error instanceof GridlessError, error.status, error.issues[0].path, typeof error.requestId];
  })()`;
  expect(await tab.page.evaluate(refused)).toEqual([true, 400, "records[0].fields.Age", "string"]);
  await tab.close();
});
