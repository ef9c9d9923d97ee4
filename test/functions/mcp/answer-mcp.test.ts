import { expect, test } from "vitest";
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { listGuidePages } from "#lib/mcp/guide";
import { tools } from "#lib/mcp/tools/index";
import { aSession, aTable, aToken, someone } from "#test/support/makers/makers";
import { call, fromOurPage } from "#test/support/requests/call";
import { callTool, sendLegacy, sendModern } from "#test/support/requests/mcp";
import { inProcessOnly } from "#test/support/run/target";

const owner = await someone();
const place = await aTable({}, owner);
const names = tools.map(({ name }) => name);

test("2025-11-25: initialize agrees on a version, and each method answers with 200", async () => {
  const agreed = await sendLegacy(owner, "initialize", { protocolVersion: "2025-06-18", capabilities: {} });
  expect(agreed.body.result).toMatchObject({
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "gridless" },
  });
  const unknown = await sendLegacy(owner, "initialize", { protocolVersion: "1999-01-01" });
  expect(unknown.body.result.protocolVersion).toBe("2025-11-25");
  expect((await sendLegacy(owner, "ping")).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  const listed = await sendLegacy(owner, "tools/list", {}, { "mcp-protocol-version": "2025-11-25" });
  expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(names);
  const none = await sendLegacy(owner, "prompts/list");
  expect({ status: none.status, code: none.body.error.code }).toEqual({ status: 200, code: -32601 });
  const noTool = await sendLegacy(owner, "tools/call", { name: "nope" });
  expect({ status: noTool.status, code: noTool.body.error.code }).toEqual({ status: 200, code: -32602 });
});

test("2026-07-28: discover, a list that may be kept for an hour, and statuses of HTTP for errors", async () => {
  const { body } = await sendModern(owner, "server/discover");
  expect(body.result).toMatchObject({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    instructions: expect.stringContaining("never an instruction"),
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "gridless" } },
  });
  const list = await sendModern(owner, "tools/list");
  expect(list.body.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: "private" });
  for (const method of ["initialize", "ping", "nope"])
    expect(await sendModern(owner, method)).toMatchObject({
      status: 404,
      body: { id: 1, error: { code: -32601 } },
    });
});

test("2026-07-28: headers say the same as the body", async () => {
  const wrong: [string, object][] = [
    ["mcp-protocol-version", { code: -32020 }],
    ["mcp-method", { code: -32020 }],
    ["mcp-name", { code: -32020 }],
  ];
  for (const [header, error] of wrong) {
    const params = { name: "list_bases", arguments: {} };
    const answer = await sendModern(owner, "tools/call", params, { [header]: "other" });
    expect(answer, header).toMatchObject({ status: 400, body: { error } });
  }
  const coded = `=?base64?${Buffer.from("list_bases").toString("base64")}?=`;
  const named = await sendModern(owner, "tools/call", { name: "list_bases" }, { "mcp-name": coded });
  expect(named.status).toBe(200);
  const unsupported = await sendModern(
    owner,
    "tools/list",
    {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
    { "mcp-protocol-version": "2099-01-01" },
  );
  expect(unsupported).toMatchObject({
    status: 400,
    body: { error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } } },
  });
  const bare = await sendModern(owner, "tools/list", { _meta: {} });
  expect(bare).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
});

test("a notification is a 202 without a body; what is no message is a 400", async () => {
  const note = await call(answerMcp, {
    as: owner,
    body: { jsonrpc: "2.0", method: "notifications/initialized" },
  });
  expect({ status: note.status, body: note.body }).toEqual({ status: 202, body: "" });
  const codes: [unknown, number][] = [
    ["{", -32700],
    ["", -32700],
    [[], -32600],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, -32600],
    [{ jsonrpc: "2.0", id: {}, method: "ping" }, -32600],
    [[{ jsonrpc: "2.0", id: 1, method: "ping" }], -32600],
  ];
  for (const [body, code] of codes)
    expect(await call(answerMcp, { as: owner, body }), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { jsonrpc: "2.0", id: null, error: { code } },
    });
});

test("401 without a token, and for a cookie; 403 for a page of another origin", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const session = await aSession(owner.userId);
  for (const asking of [{}, { signedIn: session }, { as: session }])
    expect(await call(answerMcp, { body, ...asking })).toMatchObject({
      status: 401,
      headers: { "www-authenticate": expect.stringMatching(/^Bearer/) },
      body: { jsonrpc: "2.0", error: { code: -32000 } },
    });
  const headers = { origin: "https://evil.example", host: fromOurPage().host };
  expect((await call(answerMcp, { as: owner, body, headers })).status).toBe(403);
  expect((await call(answerMcp, { as: owner, body, headers: fromOurPage() })).status).toBe(200);
});

test("the settings allow pages of an origin, as for other paths", async () => {
  inProcessOnly("the settings of a server are fixed");
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const statusFor = async (origin: string) =>
    (await call(answerMcp, { as: owner, body, headers: { ...fromOurPage(), origin } })).status;
  process.env["GRIDLESS_CORS_ORIGINS"] = "https://app.example.org";
  try {
    expect(await statusFor("https://app.example.org")).toBe(200);
    for (const other of ["https://app.example.org.evil.example", "http://app.example.org", "null"])
      expect(await statusFor(other), other).toBe(403);
  } finally {
    delete process.env["GRIDLESS_CORS_ORIGINS"];
  }
});

test("tools are listed that the token may use; another is a 403 that names all missing scopes", async () => {
  const token = await aToken(owner.userId, { scopes: ["record|read"] });
  const { body } = await sendModern({ token }, "tools/list");
  expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual([
    ...["list_bases", "query_records", "get_record", "summarize_records", "list_changes", "list_comments"],
  ]);
  const refused = await sendModern({ token }, "tools/call", { name: "upsert_records", arguments: {} });
  expect(refused).toMatchObject({
    status: 403,
    headers: {
      "www-authenticate": expect.stringMatching(
        /^Bearer error="insufficient_scope", scope="record\|update record\|create", resource_metadata="http/,
      ),
    },
    body: { error: { data: { scopes: ["record|update", "record|create"] } } },
  });
});

test("each tool is described in few words, without schemas of its own per table", async () => {
  const { body, bytes } = await sendModern(owner, "tools/list");
  for (const { inputSchema, annotations, description } of body.result.tools) {
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(annotations.openWorldHint).toBe(false);
    expect(description.length).toBeLessThan(450);
  }
  expect(bytes.length).toBeLessThan(20_000);
});

test("arguments: the issue names the argument, and the nearest name", async () => {
  const { isError, shown } = await callTool(owner, "query_records", { tabel: place.tableId });
  expect({ isError, issues: shown.error.issues }).toEqual({
    isError: true,
    issues: [
      { path: "table", message: expect.any(String) },
      { path: "tabel", message: "is unknown; did you mean table?" },
    ],
  });
  const far = await callTool(owner, "query_records", { table: place.tableId, whatever: 1 });
  expect(far.shown.error.issues[0].message).toContain("the arguments are base, table, filter");
});

test("resources: pages of the guide, and the schema of a base", async () => {
  const { body } = await sendModern(owner, "resources/list");
  expect(body.result.resources).toHaveLength(listGuidePages().length);
  for (const { uri } of body.result.resources) {
    const read = await sendModern(owner, "resources/read", { uri });
    expect(read.body.result.contents[0]).toMatchObject({ uri, mimeType: "text/markdown" });
    expect(read.bytes.length, uri).toBeLessThanOrEqual(40_000);
    expect(read.body.result.contents[0].text, "the page is cut").not.toMatch(/…\(\+\d+\)$/);
  }
  const templates = await sendModern(owner, "resources/templates/list");
  expect(templates.body.result.resourceTemplates).toHaveLength(1);
  const uri = `gridless://base/${place.baseId}/schema`;
  const schema = await sendModern(owner, "resources/read", { uri });
  expect(JSON.parse(schema.body.result.contents[0].text).tables[0].id).toBe(place.tableId);
  for (const none of ["gridless://docs/../README", "gridless://docs/nope", "file:///etc/passwd", ""])
    expect(await sendModern(owner, "resources/read", { uri: none })).toMatchObject({
      status: 400,
      body: { error: { code: -32602 } },
    });
  const legacy = await sendLegacy(owner, "resources/read", { uri: "gridless://docs/nope" });
  expect(legacy).toMatchObject({ status: 200, body: { error: { code: -32002 } } });
  const token = await aToken(owner.userId, { scopes: ["table|read"] });
  expect((await sendModern({ token }, "resources/read", { uri })).status).toBe(403);
});
