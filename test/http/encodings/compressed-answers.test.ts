/* Answers are compressed for callers who accept it; their content is the same. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { handler as listAccessTokens } from "#functions/access-token/list-access-tokens";
import { handler as getDocs } from "#functions/docs/get-docs";
import { handler as getOpenapi } from "#functions/docs/get-openapi";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as getBaseSchema } from "#functions/table/get-base-schema";
import { handler as describeView } from "#functions/view/describe-view";
import { aSession, aTable } from "#test/support/makers/makers";
import { type Asking, call, send } from "#test/support/requests/call";
import { registry } from "#test/support/requests/each-endpoint";
import { request, routesIn } from "#test/support/requests/request";

const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
const accepting = (accepted: string) => ({ headers: { "accept-encoding": accepted } });

let made: Awaited<ReturnType<typeof aTable>>;
let list: Asking;
beforeAll(async () => {
  const records = Array.from({ length: 40 }, (_, i) => ({ fields: { Name: `Größe ${i}`, Count: i } }));
  made = await aTable({ records });
  list = { as: made.owner, params: { tableId: made.tableId } };
});

const recordOf = (at: number) => ({
  as: made.owner,
  params: { tableId: made.tableId, recordId: made.table.records[at].id as string },
});

test.each(["gzip", "br"] as const)("%s: the same list in fewer bytes", async (coding) => {
  const plain = await call(listRecords, list);
  const packed = await call(listRecords, { ...list, ...accepting(coding) });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding" });
  expect(unpack[coding](packed.bytes).equals(plain.bytes)).toBe(true);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
});

test("Vary is there too where the answer is plain", async () => {
  expect((await call(listRecords, list)).headers["vary"]).toBe("accept-encoding");
});

test("a short answer stays plain, unless that is refused; an empty one has no coding", async () => {
  const short = await call(getRecord, { ...recordOf(0), ...accepting("gzip, br") });
  expect(short.headers["content-encoding"]).toBeUndefined();
  const packed = await call(getRecord, { ...recordOf(0), ...accepting("gzip, identity;q=0") });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.body).toEqual(short.body);
  const { tableId, viewId } = { ...made, viewId: made.table.defaultViewId as string };
  const empty = await call(describeView, {
    ...{ as: made.owner, params: { tableId, viewId }, body: { description: "of a view" } },
    ...accepting("gzip, identity;q=0"),
  });
  expect({ sent: empty.bytes.length, coding: empty.headers["content-encoding"] }).toEqual({ sent: 0 });
});

test("where every coding is refused, the answer is plain rather than missing", async () => {
  const { status, headers } = await call(listRecords, { ...list, ...accepting("*;q=0") });
  expect({ status, coding: headers["content-encoding"] }).toEqual({ status: 200 });
});

test("HEAD has the headers of GET, and the length of the compressed bytes", async () => {
  const full = await call(listRecords, { ...list, ...accepting("br") });
  const path = `/table/${made.tableId}/record`;
  const short = await send(listRecords, { ...list, ...accepting("br"), method: "HEAD", path });
  expect(short.headers).toMatchObject({
    "content-encoding": "br",
    "content-length": expect.anything(),
    vary: "accept-encoding",
  });
  expect(Number(short.headers["content-length"])).toBe(full.bytes.length);
  expect(short.bytes.length).toBe(0);
});

test("304: the ETag of a compressed answer, which is weak, names the same state; no body, no coding", async () => {
  const asking = { as: made.owner, params: { baseId: made.baseId } };
  const plain = await call(getBaseSchema, asking);
  const packed = await call(getBaseSchema, { ...asking, ...accepting("gzip") });
  const { etag = "" } = packed.headers;
  expect({ coding: packed.headers["content-encoding"], etag }).toEqual({
    coding: "gzip",
    etag: `W/${plain.headers["etag"]}`,
  });
  for (const sent of [etag, plain.headers["etag"] ?? ""]) {
    const headers = { "accept-encoding": "gzip, identity;q=0", "if-none-match": sent };
    const answer = await call(getBaseSchema, { ...asking, headers });
    expect({ status: answer.status, sent: answer.bytes.length, vary: answer.headers["vary"] }).toEqual({
      status: 304,
      sent: 0,
      vary: "accept-encoding",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  }
});

test("If-Match takes the weak ETag of a compressed record", async () => {
  const long = { as: made.owner, params: { tableId: made.tableId } };
  const body = { records: [{ fields: { Name: "x".repeat(3000) } }] };
  const { body: created } = await call(createRecords, { ...long, body });
  const one = { as: made.owner, params: { tableId: made.tableId, recordId: created.records[0].id } };
  const { etag = "" } = (await call(getRecord, { ...one, ...accepting("gzip") })).headers;
  expect(etag).toMatch(/^W\/"/);
  const change = (fields: object) =>
    call(updateRecord, { ...one, headers: { "if-match": etag }, body: { record: { fields } } });
  expect((await change({ Count: 1 })).status).toBe(200);
  expect((await change({ Count: 2 })).status).toBe(412);
});

test("errors and pages too: many issues, an unknown path for a person", async () => {
  const records = Array.from({ length: 40 }, () => ({ fields: { Count: "many" } }));
  const refused = await call(createRecords, { ...list, ...accepting("br"), body: { records } });
  expect({ status: refused.status, coding: refused.headers["content-encoding"] }).toEqual({
    status: 400,
    coding: "br",
  });
  expect(refused.body.data.issues).toHaveLength(40);
  const page = await request(
    {
      method: "GET",
      url: "/nothing/here",
      headers: { accept: "text/html", "accept-encoding": "gzip, identity;q=0" },
      body: Buffer.alloc(0),
    },
    routesIn(registry),
  );
  expect({ status: page.status, coding: page.headers["content-encoding"] }).toEqual({
    status: 404,
    coding: "gzip",
  });
});

test.each([
  ["the documentation", getDocs],
  ["the OpenAPI document", getOpenapi],
])("files: %s", async (_, endpoint) => {
  const plain = await call(endpoint);
  const packed = await call(endpoint, accepting("gzip, deflate, br, zstd"));
  expect(packed.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
  expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
});

test("what a cookie opens is not compressed: another page can make a browser send it, and see the length", async () => {
  const { owner } = made;
  const asked = { ...accepting("br, identity;q=0"), signedIn: await aSession(owner.userId) };
  const answer = await call(listAccessTokens, asked);
  expect({ status: answer.status, coding: answer.headers["content-encoding"] }).toEqual({ status: 200 });
  // a cookie that opens nothing here does not matter
  const { headers } = await call(listRecords, { ...list, ...asked });
  expect(headers["content-encoding"]).toBe("br");
});
