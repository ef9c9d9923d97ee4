/* A web server of another origin, whose one page has @gridless/client as /client.js. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { build } from "esbuild";
import { projectFolder } from "#lib/registry";

export interface ClientPages {
  origin: string;
  close(): void;
}

/** Serves it; `html` is the page. */
export async function serveClientPages(html: string): Promise<ClientPages> {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectFolder, "lib/client/index.ts")],
    ...{ bundle: true, minify: true, format: "esm", platform: "neutral", write: false },
  });
  const web = createServer((request, answer) => {
    const isCode = request.url === "/client.js";
    answer.setHeader("content-type", isCode ? "text/javascript" : "text/html");
    answer.end(isCode ? outputFiles[0]?.text : html);
  });
  await new Promise<void>((listening) => web.listen(0, "127.0.0.1", listening));
  const { port } = web.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => web.close() };
}
