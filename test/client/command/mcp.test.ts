/* gridless mcp, started by the official client of the protocol, and by hand. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandWorld, commandWorld, valuesIn } from "#test/client/support/command-world";
import { blocksOf, readDocument } from "#test/docs/support/documents";
import { mcpFlow, refusedCall, runFlow } from "#test/support/requests/mcp-flow";

let world: CommandWorld;
beforeAll(async () => {
  world = await commandWorld();
});
afterAll(() => world.end());

const message = (id: unknown, method: string, params?: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

/** Sends lines, and gives what is answered until the end. */
const answersTo = async (input: string, env: Record<string, string | undefined> = {}) => {
  const { code, stdout, stderr } = await world.run(["mcp"], { input, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return valuesIn(stdout);
};

test.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", "auto"],
] as const)("%s: the official client starts it, and goes through every tool", async (version, mode) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const { PATH = "", ...env } = Object.fromEntries(
    Object.entries(world.own).map(([name, value]) => [name, value ?? ""]),
  );
  const started = { command: process.execPath, args: [world.program, "mcp"], env: { ...env, PATH } };
  await client.connect(new StdioClientTransport(started));
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect((await client.listTools()).tools).toHaveLength(16);
  const use = async (tool: string, sent: Record<string, unknown>) => {
    const { content } = await client.callTool({ name: tool, arguments: sent });
    const [first] = content;
    return first?.type === "text" ? (JSON.parse(first.text) as unknown) : undefined;
  };
  const flow = (list: typeof mcpFlow, kept: { [name: string]: string }) =>
    runFlow(kept, ({ tool, arguments: sent }) => use(tool, sent), list);
  const kept = await flow(mcpFlow, { base: world.baseId, run: `stdio-${mode}` });
  await flow([refusedCall], kept);
  await expect(client.callTool({ name: "ünknown", arguments: {} })).rejects.toThrow("Unknown tool: ünknown");
  const page = await client.readResource({ uri: "gridless://docs/records" });
  expect(page.contents[0]).toMatchObject({ mimeType: "text/markdown" });
  await client.close();
});

test("lines in, lines out: each request one answer, notifications none, and the end of the input ends it", async () => {
  const text = "line\u2028separator “ü” \\n";
  const call = message(3, "tools/call", { name: "query_records", arguments: { table: text } });
  expect(call).toContain("\u2028");
  const answers = await answersTo(
    [
      ...[
        "\n",
        "{\n",
        "[]\n",
        '{"jsonrpc": "2.0", "id": 9}\n',
        '{"jsonrpc": "2.0", "id": 8, "result": {}}\r\n',
      ],
      ...[message(undefined, "notifications/initialized"), message("a", "ping"), call],
      // without a line feed
      message(4, "nope").trim(),
    ].join(""),
  );
  const short = answers.map((each) => {
    const { id, result, error } = each as { id: unknown; result?: object; error?: { code: number } };
    return [id, error?.code ?? Object.keys(result ?? {}).length];
  });
  expect(short.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
    [3, 2],
    [4, -32601],
    [9, -32600],
    ["a", 0],
    [null, -32700],
    [null, -32600],
  ]);
});

test("a wrong token, a server that is away, and an answer that is no message are errors of the request", async () => {
  const refused = await answersTo(message(1, "tools/list"), { GRIDLESS_TOKEN: "gridless_nope" });
  expect(refused).toEqual([{ jsonrpc: "2.0", id: 1, error: expect.objectContaining({ code: -32000 }) }]);
  const away = await answersTo(message("x", "tools/list"), { GRIDLESS_URL: "http://127.0.0.1:1" });
  expect(away).toEqual([
    {
      ...{ jsonrpc: "2.0", id: "x" },
      error: { code: -32603, message: expect.stringContaining("http://127.0.0.1:1 does not answer") },
    },
  ]);
  let asked = 0;
  const page = createServer((_, answer) => {
    asked++;
    answer.writeHead(asked === 1 ? 429 : 502, { "retry-after": "0" }).end("<p>Bad gateway</p>");
  });
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  const { port } = page.address() as AddressInfo;
  const [bad] = await answersTo(message(2, "tools/list"), { GRIDLESS_URL: `http://127.0.0.1:${port}` });
  page.close();
  expect(bad).toMatchObject({ id: 2, error: { code: -32603, message: expect.stringContaining("502") } });
  expect(asked).toBe(2);
});

test("a request that its client takes back is ended, and not answered", async () => {
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const { port } = hanging.address() as AddressInfo;
  const cancel = message(undefined, "notifications/cancelled", { requestId: 1 });
  expect(
    await answersTo(message(1, "tools/list") + cancel, { GRIDLESS_URL: `http://127.0.0.1:${port}` }),
  ).toEqual([]);
  hanging.closeAllConnections();
  hanging.close();
});

test("without a token it says how to sign in, on the standard error only", async () => {
  const { code, stdout, stderr } = await world.run(["mcp"], { env: { GRIDLESS_TOKEN: undefined } });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("gridless login");
  expect(await world.out(["mcp", "--help"])).toContain("Usage: gridless mcp");
});

interface ClientEntry {
  type?: "http";
  url?: string;
  httpUrl?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
}

const entries = blocksOf(readDocument("docs/guide/agents.md"))
  .filter(({ language }) => language === "jsonc")
  .map(({ code }) => code);

test("the guide has the configuration of five clients", () => expect(entries).toHaveLength(5));

test.each(entries)("the tools are listed with the configuration of the guide: %s", async (code) => {
  const own = code.replaceAll("https://tables.example.org", world.url).replace(/\bTOKEN\b/, world.token);
  const [servers] = Object.values(JSON.parse(own) as object);
  const { gridless } = servers as { gridless: ClientEntry };
  const { url = gridless.httpUrl, headers = {}, command, args = [], env = {} } = gridless;
  const client = new Client({ name: "test", version: "1" });
  if (command) {
    expect(command).toBe("gridless");
    const { PATH = "", HOME = "" } = world.own;
    const started = {
      command: process.execPath,
      args: [world.program, ...args],
      env: { PATH, HOME, ...env },
    };
    await client.connect(new StdioClientTransport(started));
  } else
    await client.connect(new StreamableHTTPClientTransport(new URL(url ?? ""), { requestInit: { headers } }));
  expect((await client.listTools()).tools).toHaveLength(16);
  await client.close();
});
