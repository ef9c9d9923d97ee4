/*
 * The conformance suite of the protocol against a server, once for each era (absences.ts). The suite has no option for a token, and calls
 * tools and resources of its own: a proxy adds the token, and calls ours by names that the suite knows. All else goes through as it is.
 */
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Environment } from "../../test-deployed/folders.ts";
import { run } from "../../test-deployed/processes.ts";
import { type Given, makeTable } from "../base-document.ts";
import { absencesFile, conformanceEras } from "./absences.ts";

/** Where the suite runs, and against what. */
export interface Place {
  /** Where the packages are. */
  cwd: string;
  env: Environment;
  given: Given;
}

/** Gives a line for each era that is as expected. Throws with what the suite says if one is not. */
export async function driveConformance({ cwd, env, given }: Place): Promise<string> {
  // the check of templates looks for what it has filled in
  await makeTable(given, { name: "Table 123", fields: [{ name: "Name", type: "singleLineText" }] });
  const { proxyUrl, end } = await startProxy(given.server);
  try {
    const said: string[] = [];
    for (const [i, era] of conformanceEras.entries()) {
      const file = path.join(cwd, `absences-${era}.yml`);
      writeFileSync(file, absencesFile(era));
      const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
      const options = ["--requirements", era, "--expected-failures", file];
      const printed = await run(process.execPath, [program, "server", "--url", proxyUrl, ...options], {
        ...{ name: `mcp-conformance-${era}`, env, cwd },
      });
      const [, passed = "0"] = /^Total: (\d+) passed/m.exec(printed) ?? [];
      if (passed === "0") throw new Error(printed);
      said.push(`ok ${i + 1} conformance with ${era}: ${passed} checks, and only absences that are expected`);
    }
    return said.join("\n");
  } finally {
    end();
  }
}

async function startProxy(server: Environment): Promise<{ proxyUrl: string; end: () => void }> {
  const names = ourNames(server["BASE_ID"] ?? "");
  const target = new URL(server["GRIDLESS_URL"] ?? "");
  const proxy = createServer((asked, answer) => {
    pass(asked, answer).catch((error: Error) => answer.writeHead(502).end(error.message));
  });
  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = inOurNames((await buffer(asked)).toString(), names);
    const { "mcp-name": named, "content-length": _, ...others } = asked.headers;
    const headers = {
      ...others,
      ...(typeof named === "string" && { "mcp-name": names[named] ?? named }),
      authorization: `Bearer ${server["GRIDLESS_TOKEN"]}`,
    };
    const { hostname, port } = target;
    const sent = request({ hostname, port, path: asked.url, method: asked.method, headers });
    sent.on("response", (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    sent.on("error", (error) => answer.writeHead(502).end(error.message));
    sent.end(body);
  }
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    proxyUrl: `http://127.0.0.1:${port}/mcp`,
    end: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** The suite's name for a tool or resource → ours that does what the check asks: a text, an error, a page, a template that is filled in. */
const ourNames = (baseId: string): { readonly [name: string]: string } => ({
  test_simple_text: "list_bases",
  test_error_handling: "describe_base",
  "test://static-text": "gridless://docs/records",
  "test://template/123/data": `gridless://base/${baseId}/schema`,
});

const inOurNames = (body: string, names: { readonly [name: string]: string }): string =>
  Object.entries(names).reduce((text, [name, ours]) => text.replaceAll(`"${name}"`, `"${ours}"`), body);
