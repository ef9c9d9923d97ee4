/* Events of the stage `api` on AWS: their path begins with its name. What one machine does stands in test/local/gateway/gateway.test.ts. */
import { expect, test, vi } from "vitest";
import { handler as unknownPath } from "#functions/default/unknown-path";
import { handler as createTable } from "#functions/table/create-table";
import { handler as getTable } from "#functions/table/get-table";
import { cutPrefix } from "#lib/http/api-prefix";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import type { Handler } from "#lib/local/gateway/gateway";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("events of a stage are made here");

interface Sent {
  method?: string;
  path: string;
  routeKey: string;
  pathParameters?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

/** Calls a handler as the stage `api` does, or as `$default` does. */
async function callAtStage(handler: Handler, stage: "api" | "$default", sent: Sent) {
  const { method = "GET", path, routeKey, pathParameters = {}, headers = {}, body = "" } = sent;
  const url = stage === "api" ? `/api${path}` : path;
  const event = eventOf({ method, url, headers, body: Buffer.from(body) }, { routeKey, pathParameters });
  event.requestContext.stage = stage;
  const { statusCode, body: text = "", headers: answered } = await handler(event, contextOf("test", "test"));
  return { status: statusCode, body: text && JSON.parse(text), headers: answered };
}

test.each([
  ["/api/table/x", "/table/x"],
  ["/api/", "/"],
  ["/api", "/"],
  ["/api?a=/api", "/?a=/api"],
  ["/api/api/x", "/api/x"],
  ["http://host/api/x?y", "http://host/x?y"],
  ["/apiary", "/apiary"],
  ["/x/api/y", "/x/api/y"],
  ["/", "/"],
])("%s becomes %s", (sent, path) => expect(cutPrefix(sent)).toBe(path));

test("200: a path below /api", async () => {
  const owner = await someone();
  const { baseId, tableId } = await aTable({}, owner);
  const { status, body } = await callAtStage(getTable, "api", {
    path: `/base/${baseId}/table/${tableId}`,
    routeKey: "ANY /base/{baseId}/table/{tableId}",
    pathParameters: { baseId, tableId },
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(status).toBe(200);
  expect(body.id).toBe(tableId);
});

test("201: the same key below /api and without it is one request, also on the greedy route", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const sent = {
    method: "POST",
    path: `/base/${baseId}/table/`,
    routeKey: "POST /base/{proxy+}",
    pathParameters: { proxy: `${baseId}/table/` },
    headers: {
      authorization: `Bearer ${owner.token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: '{"name":"Plans"}',
  };
  const first = await callAtStage(createTable, "api", sent);
  const again = await callAtStage(createTable, "$default", sent);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
});

test("404, 405: messages have the plain path, and the log has none", async () => {
  vi.stubEnv("GRIDLESS_OPERATION", "unknownPath");
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const at = (method: string, path: string) =>
    callAtStage(unknownPath, "api", { method, path, routeKey: "$default" });
  const unknown = await at("GET", "/nowhere");
  const refused = await at("DELETE", "/space");
  const printed = JSON.stringify(write.mock.calls);
  write.mockRestore();
  vi.unstubAllEnvs();
  expect(unknown.body.message).toBe("No such route: GET /nowhere. The routes are listed at /docs");
  expect(refused.status).toBe(405);
  expect(refused.body.message).toContain("/space does not allow DELETE");
  expect(printed).not.toContain("/api");
});
