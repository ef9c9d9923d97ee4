import { beforeAll, describe, expect, test } from "vitest";
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import { tools } from "#lib/mcp/tools/index";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { bundled, lambdaEnvironment, runNode } from "./support/bundled.ts";

let made: Awaited<ReturnType<typeof bundled>>;
beforeAll(async () => {
  made = await bundled("plain");
}, 900_000);

describe("importing a function", () => {
  /** Variables that the SDK reads while it loads. */
  const ofTheSdk = ["AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA", "AWS_LAMBDA_BENCHMARK_MODE"];

  test("has no effects: it reads no environment, leaves nothing running, and exports only the handler", async () => {
    for (const [folder, functions] of Map.groupBy(made.functions, (each) => each.folder)) {
      // one process for each area: shared modules are checked when the first function imports them
      const script = `
        let read = [];
        // Node itself reads some variables: only reads by code of the bundle count
        const note = (_, name) => {
          if (new Error().stack.split("\\n")[2].includes(".mjs")) read.push(name);
        };
        process.env = new Proxy({}, { get: note, has: note });
        const found = {};
        for (const [operation, url] of ${JSON.stringify(functions.map(({ operation, url }) => [operation, url]))}) {
          read = [];
          const module = await import(url);
          // all except the standard streams
          const running = process.getActiveResourcesInfo().filter((each) => each !== "PipeWrap");
          // what its late imports need of it has a number before its name (lib/build/merge-chunks.ts)
          const exports = Object.keys(module).filter((name) => !/^m[0-9]+_/.test(name));
          found[operation] = { exports, running, read };
        }
        console.log(JSON.stringify(found));`;
      const found = (await runNode(script, {}, folder)) as Record<string, { read: string[] }>;
      const names = Object.entries(found).map(([operation, { read, ...rest }]) => {
        expect(read.filter((name) => !ofTheSdk.includes(name))).toEqual([]);
        expect({ operation, ...rest }).toEqual({ operation, exports: ["handler"], running: [] });
        return operation;
      });
      expect(names).toEqual(functions.map(({ operation }) => operation));
    }
  }, 900_000);
});

describe("a bundled function", () => {
  /** Its response in a new process, as Lambda would start it. */
  async function answerOf(
    operation: string,
    request: Parameters<typeof eventOf>[0],
    route: Parameters<typeof eventOf>[1],
  ) {
    const { url, folder = "" } = made.functions.find(({ members }) => members.includes(operation)) ?? {};
    const event = eventOf(request, route);
    const script = `const { handler } = await import(${JSON.stringify(url)});
      console.log(JSON.stringify(await handler(${JSON.stringify(event)}, ${JSON.stringify(contextOf("test", operation))})));`;
    const answer = (await runNode(script, await lambdaEnvironment(), folder)) as {
      statusCode: number;
      body: string;
      isBase64Encoded?: boolean;
    };
    const text = answer.isBase64Encoded ? Buffer.from(answer.body, "base64").toString() : answer.body;
    return { status: answer.statusCode, text };
  }
  const request = (method: string, url: string, token?: string, body?: object) => ({
    method,
    url,
    headers: {
      ...(token && { authorization: [`Bearer ${token}`] }),
      ...(body && { "content-type": ["application/json"] }),
    },
    body: Buffer.from(body ? JSON.stringify(body) : ""),
  });

  test("401: without a token", async () => {
    const { status, text } = await answerOf("listRecords", request("GET", "/table/tblNone/record"), {
      routeKey: "ANY /table/{tableId}/record",
      pathParameters: { tableId: "tblNone" },
    });
    expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test("201, 200: creates a table and lists its records, with the credentials of its environment", async () => {
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const created = await answerOf("createTable", request("POST", `/base/${baseId}/table`, owner.token, {}), {
      routeKey: "POST /base/{baseId}/table",
      pathParameters: { baseId },
    });
    expect(created.status).toBe(201);
    const tableId: string = JSON.parse(created.text).id;
    const listed = await answerOf("listRecords", request("GET", `/table/${tableId}/record`, owner.token), {
      routeKey: "ANY /table/{tableId}/record",
      pathParameters: { tableId },
    });
    expect(listed.status).toBe(200);
    expect(JSON.parse(listed.text).records).toHaveLength(3);
  });

  test("200: the tools are listed with their arguments, which other bundles cannot write", async () => {
    const owner = await someone();
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { status, text } = await answerOf("answerMcp", request("POST", "/mcp", owner.token, message), {
      routeKey: "POST /mcp",
      pathParameters: {},
    });
    expect(status).toBe(200);
    const listed: { name: string; inputSchema: { properties: object } }[] = JSON.parse(text).result.tools;
    expect(listed.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)])).toEqual(
      tools.map(({ name, input }) => [name, Object.keys(input.shape)]),
    );
    // and with all that is said of these
    const inProcess = await call(answerMcp, { as: owner, body: message });
    expect(listed).toEqual(inProcess.body.result.tools);
  });

  test("404: the fallback knows the routes", async () => {
    const route = { routeKey: "$default", pathParameters: {} };
    const unknown = await answerOf("unknownPath", request("GET", "/nowhere"), route);
    expect(unknown.status).toBe(404);
    const wrong = await answerOf("unknownPath", request("DELETE", "/openapi.json"), route);
    expect(wrong.status).toBe(405);
  });

  test("200: the documentation page has its files beside it", async () => {
    const { status, text } = await answerOf("getDocsFile", request("GET", "/docs/start.js"), {
      routeKey: "ANY /docs/{file}",
      pathParameters: { file: "start.js" },
    });
    expect(status).toBe(200);
    expect(text).toContain("startSearch()");
    const page = await answerOf("getDocs", request("GET", "/docs"), {
      routeKey: "ANY /docs",
      pathParameters: {},
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain('id="createRecords"');
  });

  test("200: the app is beside its function", async () => {
    const route = { routeKey: "ANY /app", pathParameters: {} };
    const page = await answerOf("getApp", request("GET", "/app"), route);
    expect(page.status).toBe(200);
    const [, path = "", below = ""] = /src="(\/app\/(assets\/main-[^"]+))"/.exec(page.text) ?? [];
    const script = await answerOf("getApp", request("GET", path), {
      routeKey: "ANY /app/{below+}",
      pathParameters: { below },
    });
    expect(script.status).toBe(200);
    // its later parts are files of their own
    expect(script.text).toMatch(/import\("\.\/table-/);
  });

  test("HEAD and other methods arrive by the route of a GET: no body, and 405", async () => {
    const route = { routeKey: "ANY /table/{tableId}/record", pathParameters: { tableId: "tblNone" } };
    const url = "/table/tblNone/record";
    expect(await answerOf("listRecords", request("HEAD", url), route)).toEqual({
      status: 401,
      text: undefined,
    });
    const other = await answerOf("listRecords", request("PUT", url), route);
    expect({ status: other.status, ...JSON.parse(other.text) }).toMatchObject({
      status: 405,
      message: expect.stringContaining("does not allow PUT; use GET, "),
    });
    const docs = { routeKey: "ANY /docs", pathParameters: {} };
    expect(await answerOf("getDocs", request("HEAD", "/docs"), docs)).toEqual({
      status: 200,
      text: undefined,
    });
    const unknown = { routeKey: "$default", pathParameters: {} };
    const nowhere = await answerOf("unknownPath", request("HEAD", "/nowhere"), unknown);
    expect(nowhere).toEqual({ status: 404, text: undefined });
  });
});
