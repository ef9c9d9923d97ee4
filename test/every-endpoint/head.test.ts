/* HEAD wherever GET is: the same status and headers, with the length of the body that is left out. */
import { expect, test } from "vitest";
import { handler as getOpenapi } from "#functions/docs/get-openapi";
import { handler as getBaseSchema } from "#functions/table/get-base-schema";
import { handler as listTables } from "#functions/table/list-tables";
import type { Endpoint } from "#lib/http/endpoint";
import { aTable, someone } from "#test/support/makers/makers";
import { aWorld, entering, paramsFor, queryFor } from "#test/support/makers/world";
import { type Answer, type Asking, call, send } from "#test/support/requests/call";
import { changingByGet } from "#test/support/requests/changing-by-get";
import { endpointsWith, registry } from "#test/support/requests/each-endpoint";
import { request, routesIn } from "#test/support/requests/request";

const all = endpointsWith(({ method }) => method === "GET");
const safe = all.filter(({ operation }) => !changingByGet.includes(operation));

const head = (endpoint: Endpoint, { params = {}, ...asking }: Asking) => {
  const path = endpoint.definition.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? `{${name}}`),
  );
  return send(endpoint, { ...asking, method: "HEAD", path });
};

/** What differs from answer to answer. Addresses of files are signed anew each time. */
const own = [
  ...["content-length", "transfer-encoding", "connection", "keep-alive"],
  ...["x-request-id", "date", "location", "server-timing", "ratelimit", "apigw-requestid"],
];
const shared = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));

function expectSame(short: Answer, full: Answer): void {
  expect({ status: short.status, headers: shared(short.headers), sent: short.bytes.length }).toEqual({
    status: full.status,
    headers: shared(full.headers),
    sent: 0,
  });
  expect(short.cookies.length).toBe(full.cookies.length);
  expect(Number(short.headers["content-length"])).toBe(full.bytes.length);
}

const statuses: number[] = [];

test.each(safe)("$title", async ({ handler }) => {
  const { definition } = handler;
  const world = await aWorld(handler);
  const asking = {
    params: paramsFor(definition, world),
    query: queryFor(definition, world),
    ...(await entering(handler, world.owner)),
  };
  let full = await call(handler, asking);
  let short = await head(handler, asking);
  // work after the answer may change what is shown, such as the deliveries of a webhook
  for (let again = await call(handler, asking); again.bytes.length !== full.bytes.length; ) {
    full = again;
    short = await head(handler, asking);
    again = await call(handler, asking);
  }
  expectSame(short, full);
  statuses.push(full.status);
});

test("most of these were successes", () => {
  expect(statuses.filter((status) => status < 400).length).toBeGreaterThan(0.8 * statuses.length);
});

test.each(all)("$title with a wrong token: the same refusal, without its body", async ({ handler }) => {
  const asking = { as: { token: "none" }, params: { file: "none" } };
  expectSame(await head(handler, asking), await call(handler, asking));
});

test("a body that is sent is ignored, and a compressed answer has the length of its bytes", async () => {
  const { owner: as, baseId } = await aTable();
  const asking = { as, params: { baseId } };
  expectSame(await head(listTables, { ...asking, body: "{" }), await call(listTables, asking));
  const zipped = { headers: { "accept-encoding": "gzip" } };
  expectSame(await head(getOpenapi, zipped), await call(getOpenapi, zipped));
});

test("304: If-None-Match names the tag, for GET and HEAD; any other tag, and one of a record, changes nothing", async () => {
  const { owner: as, baseId } = await aTable();
  const params = { baseId };
  const { headers, status } = await call(getBaseSchema, { as, params });
  const etag = headers["etag"] ?? "";
  expect({ status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^".+"$/) });
  for (const sent of [etag, `"other", W/${etag}`, "*"])
    for (const ask of [call, head]) {
      const answer = await ask(getBaseSchema, { as, params, headers: { "if-none-match": sent } });
      expect({ status: answer.status, etag: answer.headers["etag"], sent: answer.bytes.length }).toEqual({
        status: 304,
        etag,
        sent: 0,
      });
    }
  for (const sent of ['"other"', "nope", ""])
    for (const ask of [call, head])
      expect((await ask(getBaseSchema, { as, params, headers: { "if-none-match": sent } })).status).toBe(200);
});

test("404 and 405: an unknown path, a path without GET, for a person too", async () => {
  const at = (method: string, url: string, headers: Record<string, string> = {}) =>
    request({ method, url, headers, body: Buffer.alloc(0) }, routesIn(registry));
  for (const url of ["/nothing/here", "/base/duplicate/x/y/z", "/space/spc1/import"])
    for (const headers of [{}, { accept: "text/html" }])
      expectSame(await at("HEAD", url, headers), await at("GET", url, headers));
});

test("a HEAD needs no Origin where a GET needs none, and 401 without a session", async () => {
  const { handler } = all.find(({ operation }) => operation === "listAccessTokens") ?? {};
  if (!handler) throw new Error("listAccessTokens is missing");
  expectSame(await head(handler, {}), await call(handler, {}));
  const entered = await entering(handler, await someone());
  expectSame(await head(handler, entered), await call(handler, entered));
});
