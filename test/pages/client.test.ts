/* @gridless/client in a browser: a page of another origin, which the server allows. */
import { createServer, type Server as WebServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { type Server, startServer } from "#test/support/requests/server";
import { desk, useBrowser, visit } from "./support/browser.ts";

const data = temporaryFolder();
let server: Server;
let web: WebServer;
let page = "";

useBrowser({
  async start() {
    const { outputFiles } = await build({
      entryPoints: [path.join(projectFolder, "lib/client/index.ts")],
      ...{ bundle: true, minify: true, format: "esm", platform: "neutral", write: false },
    });
    web = createServer((request, answer) => {
      const isCode = request.url === "/client.js";
      answer.setHeader("content-type", isCode ? "text/javascript" : "text/html");
      answer.end(isCode ? outputFiles[0]?.text : "<!doctype html><link rel=icon href=data:,><h1>Shop</h1>");
    });
    await new Promise<void>((listening) => web.listen(0, "127.0.0.1", listening));
    page = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    server = await startServer(data.folder, { GRIDLESS_CORS_ORIGINS: page });
    return { url: server.dev.url, close: () => server.stop("SIGTERM").finally(data.remove) };
  },
});
afterAll(() => web?.close());

test("a page lists, writes, undoes and uploads; errors have their id, and a signal ends a call", async () => {
  const tab = await visit(desk, [page]);
  await tab.page.goto(page);
  const { url, token, baseId } = server.dev;
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
