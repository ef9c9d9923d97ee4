/* The official client of the protocol, in both eras. `npm run test:clients -- mcp` runs other official clients and the conformance suite. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { tools } from "#lib/mcp/tools/index";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import { type Asker, call } from "#test/support/requests/call";
import { type FlowCall, mcpFlow, refusedCall, runFlow } from "#test/support/requests/mcp-flow";
import { baseUrl } from "#test/support/run/target";
import { tellNews } from "#test/support/store/record-images";

const owner = await someone();
const { baseId: base } = await aBase(owner);

/** The endpoint, as the client's `fetch`: wherever the calls of tests go. No other method than POST is answered, which the client must bear. */
const fetchFrom =
  (as: Asker) =>
  async (_: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    if (method !== "POST") return new Response(null, { status: 405 });
    const sent = Object.fromEntries(new Headers(headers));
    const { status, headers: got, bytes } = await call(answerMcp, { as, body: String(body), headers: sent });
    return new Response(status === 202 ? null : new Uint8Array(bytes), { status, headers: got });
  };

const eras = [
  ["2025-11-25", "legacy"],
  ["2026-07-28", "auto"],
] as const;

async function connected(as: Asker, mode: "legacy" | "auto"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL("http://server.test/mcp"), {
    fetch: fetchFrom(as),
  });
  await client.connect(transport);
  return client;
}

const useIn =
  (client: Client) =>
  async ({ tool, arguments: sent }: FlowCall): Promise<unknown> => {
    // in process, no stream brings what was deleted to the trash
    if (tool === "undo" && !baseUrl()) await tellNews();
    const { content } = await client.callTool({ name: tool, arguments: sent });
    const [first] = content;
    if (first?.type !== "text") throw new Error(`${tool} answered no text`);
    return JSON.parse(first.text);
  };

test.each(eras)("%s: every tool, an undo, an error and resources", async (version, mode) => {
  const client = await connected(owner, mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(new Set(mcpFlow.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
  const kept = await runFlow({ base, run: `t${crypto.randomUUID()}` }, useIn(client));
  await runFlow(kept, useIn(client), [refusedCall]);
  await expect(client.callTool({ name: "nope", arguments: {} })).rejects.toThrow("Unknown tool: nope");
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toContain("gridless://docs/records");
  const { contents } = await client.readResource({ uri: `gridless://base/${base}/schema` });
  expect(JSON.stringify(contents)).toContain(kept["table"]);
  await client.close();
});

test.each(eras)("%s: a token that may only read lists the tools that read", async (_, mode) => {
  const token = await aToken(owner.userId, { scopes: ["record|read", "table|read", "field|read"] });
  const client = await connected({ token }, mode);
  const { tools: listed } = await client.listTools();
  expect(listed.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  await expect(client.callTool({ name: "delete_records", arguments: {} })).rejects.toThrow();
});

test.each(eras)("%s: without a token the client says that it is not signed in", async (_, mode) => {
  await expect(connected({ token: "gridless_nope" }, mode)).rejects.toThrow();
});
