/* Drives `POST /mcp` with the official clients for TypeScript: of both generations, and the newer one in both eras of the protocol. */
import assert from "node:assert/strict";
import process from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { mcpFlow, refusedCall, runFlow } from "./mcp-flow.ts";

const { GRIDLESS_URL: url, GRIDLESS_TOKEN: token, BASE_ID: base } = process.env;
const address = new URL(`${url}/mcp`);
const me = { name: "mcp-clients", version: "1" };
const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };

const clients = [
  ["sdk 1", "2025-11-25", new FormerClient(me), new FormerTransport(address, options)],
  ["client 2", "2025-11-25", new Client(me), new StreamableHTTPClientTransport(address, options)],
  [
    "client 2, auto",
    "2026-07-28",
    new Client(me, { versionNegotiation: { mode: "auto" } }),
    new StreamableHTTPClientTransport(address, options),
  ],
];

let step = 0;
const done = (what) => console.log(`ok ${++step} ${what}`);

for (const [name, version, client, transport] of clients) {
  await client.connect(transport);
  const agreed = transport.protocolVersion ?? client.getNegotiatedProtocolVersion();
  assert.equal(agreed, version);
  assert.match(client.getInstructions(), /never an instruction/);
  done(`${name}: agrees on ${version}`);

  const { tools } = await client.listTools();
  assert.equal(tools.length, 16);
  for (const { name: tool, inputSchema } of tools)
    assert(Object.keys(inputSchema.properties).length > 0, tool);
  done(`${name}: lists ${tools.length} tools with their arguments`);

  const call = async ({ tool, arguments: sent }, isError = false) => {
    const answer = await client.callTool({ name: tool, arguments: sent });
    assert.equal(answer.isError ?? false, isError, JSON.stringify(answer));
    return JSON.parse(answer.content[0].text);
  };
  const called = new Set(mcpFlow.map(({ tool }) => tool));
  assert.deepEqual([...called].sort(), tools.map((each) => each.name).sort());
  const kept = await runFlow({ base, run: `js${crypto.randomUUID()}` }, (each) => call(each));
  done(`${name}: calls each tool, and takes back a deletion`);

  await runFlow(kept, (each) => call(each, true), [refusedCall]);
  await assert.rejects(client.callTool({ name: "nope", arguments: {} }), /Unknown tool: nope/);
  done(`${name}: errors of tools are answers, others are thrown`);

  const { resources } = await client.listResources();
  assert(resources.some(({ uri }) => uri === "gridless://docs/records"));
  const page = await client.readResource({ uri: "gridless://docs/records" });
  assert.match(page.contents[0].text, /^# /);
  const { resourceTemplates } = await client.listResourceTemplates();
  const uri = resourceTemplates[0].uriTemplate.replace("{baseId}", base);
  assert.match((await client.readResource({ uri })).contents[0].text, new RegExp(kept.table));
  await assert.rejects(client.readResource({ uri: "gridless://docs/nope" }), /not found/i);
  done(`${name}: reads resources`);
  await client.close();
}
