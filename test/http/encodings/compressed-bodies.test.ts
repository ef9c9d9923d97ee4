/* Bodies of requests with a Content-Encoding: the same as plain, within the same limits. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import { limits } from "#lib/schemas/basics/limits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

const body = (name: string) => JSON.stringify({ records: [{ fields: { Name: name } }] });

async function create(encoding: string, bytes: Buffer | string, headers: Record<string, string> = {}) {
  const { owner: as, tableId } = await table;
  return call(createRecords, {
    ...{ as, params: { tableId }, body: bytes },
    headers: { "content-encoding": encoding, ...headers },
  });
}
const table = aTable();

test.each([
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["br", brotliCompressSync],
  ["identity", Buffer.from],
  ["", Buffer.from],
])("201: %j", async (encoding, packed) => {
  const answer = await create(encoding, packed(body("Größe") as never) as Buffer);
  expect({ status: answer.status, name: answer.body.records[0].name }).toEqual({
    status: 201,
    name: "Größe",
  });
});

test("415: another coding, or two of them; the answer names those that are taken", async () => {
  for (const encoding of ["deflate", "zstd", "gzip, gzip", "constructor"]) {
    const answer = await create(encoding, deflateSync(body("x")));
    expect(answer).toMatchObject({
      status: 415,
      headers: { "accept-encoding": "gzip, br" },
      body: { message: expect.stringContaining("gzip or br") },
    });
  }
});

test("400: a body that is not what its header says, is cut off, or holds no JSON", async () => {
  const bytes = gzipSync(body("x"));
  for (const [encoding, sent] of [
    ["gzip", Buffer.from(body("x"))],
    ["br", bytes],
    ["gzip", bytes.subarray(0, -9)],
    ["gzip", gzipSync("{")],
    ["gzip", gzipSync(Buffer.from([0x22, 0xff, 0x22]))],
    ["br", Buffer.from([0x06])],
  ] as const)
    expect(await create(encoding, sent)).toMatchObject({ status: 400, body: { code: "validation_error" } });
});

test("413: what is larger when it is unpacked than a body may be", async () => {
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const large = Buffer.alloc(64 * 1024 * 1024, " ");
  for (const [encoding, bytes] of [
    ["gzip", gzipSync(large)],
    ["br", brotliCompressSync(large, quick)],
    ["gzip", gzipSync(Buffer.alloc(limits.bodyBytes + 1, " "))],
  ] as const)
    expect(await create(encoding, bytes)).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining(`${limits.bodyBytes} bytes`) },
    });
  const fits = Buffer.concat([
    Buffer.from(body("x")),
    Buffer.alloc(limits.bodyBytes - body("x").length, " "),
  ]);
  expect((await create("gzip", gzipSync(fits))).status).toBe(201);
});

test("a request with a key may be compressed anew: the body is the same, not its bytes", async () => {
  const key = { "idempotency-key": crypto.randomUUID() };
  const first = await create("gzip", gzipSync(body("once"), { level: 9 }), key);
  const again = await create("gzip", gzipSync(body("once"), { level: 1 }), key);
  const plain = await create("identity", body("once"), key);
  expect([again.body, plain.body]).toEqual([first.body, first.body]);
  expect((await create("gzip", gzipSync(body("other")), key)).status).toBe(422);
  expect((await create("gzip", Buffer.from("x"), { "idempotency-key": crypto.randomUUID() })).status).toBe(
    400,
  );
});

test("a text is taken as it is: API Gateway unpacks some bodies itself, and leaves the header", async () => {
  inProcessOnly("the local gateway gives compressed bodies as bytes");
  const { owner, tableId } = await table;
  const headers = { authorization: `Bearer ${owner.token}`, "content-type": "application/json" };
  const url = `/table/${tableId}/record`;
  const route = { routeKey: "POST /table/{tableId}/record", pathParameters: { tableId } };
  const event = eventOf({ method: "POST", url, headers, body: Buffer.from(body("unpacked")) }, route);
  event.headers["content-encoding"] = "gzip";
  expect((await createRecords(event, contextOf("r", route.routeKey))).statusCode).toBe(201);
});
