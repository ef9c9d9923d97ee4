/* Who gets an answer of the endpoint: requests as they come over the wire, each changed in one way. */
import { request as send } from "node:http";
import { crc32 } from "node:zlib";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { expect, onTestFinished, test } from "vitest";
import { type Allowed, checkAllowed } from "#lib/local/endpoint/allowed-operations";
import { serveEngine } from "#lib/local/endpoint/serve-engine";
import { anEngine } from "#test/local/embedded/support";

const key = { accessKeyId: "GRIDLESSTEST", secretAccessKey: "secret" };

interface Asked {
  operation?: string;
  body?: string;
  headers?: Record<string, string>;
  signedHeaders?: Record<string, string>;
  /** A header that is sent and not signed. */
  unsigned?: string;
  date?: Date;
  secret?: string;
  service?: string;
  applyChecksum?: boolean;
}

async function anEndpoint(allowed: Allowed = "all") {
  const { engine } = anEngine();
  const endpoint = await serveEngine({ engine, key, allowed, port: 0, log: () => {} });
  onTestFinished(() => endpoint.close());
  const { host, port } = new URL(endpoint.url);

  async function sign(asked: Asked): Promise<Record<string, string>> {
    const { operation = "ListTables", body = "{}", date = new Date(), signedHeaders } = asked;
    const signer = new SignatureV4({
      credentials: { ...key, secretAccessKey: asked.secret ?? key.secretAccessKey },
      region: "us-east-1",
      service: asked.service ?? "dynamodb",
      sha256: Sha256,
      applyChecksum: asked.applyChecksum ?? true,
    });
    const headers = {
      host,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
      ...signedHeaders,
    };
    const signed = await signer.sign(
      { method: "POST", protocol: "http:", hostname: "127.0.0.1", path: "/", headers, body },
      { signingDate: date, unsignableHeaders: new Set([asked.unsigned ?? ""]) },
    );
    return signed.headers;
  }

  function ask(body: string | Buffer, headers: Record<string, string>, method = "POST", path = "/") {
    return new Promise<Answer>((resolve, reject) => {
      const request = send({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      request.on("error", reject);
      request.end(body);
    });
  }

  const askSigned = async (asked: Asked = {}) =>
    ask(asked.body ?? "{}", { ...(await sign(asked)), ...asked.headers });
  return { ask, askSigned, sign };
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const typeOf = ({ status, text }: Answer) =>
  `${status} ${String(JSON.parse(text).__type).replace(/.*#/, "")}`;

test("a signed request is answered, with a request id and a checksum, and nothing for other origins", async () => {
  const { askSigned } = await anEndpoint();
  const { status, headers, text } = await askSigned();
  expect([status, JSON.parse(text)]).toEqual([200, { TableNames: ["things"] }]);
  expect(headers["x-amz-crc32"]).toBe(String(crc32(text)));
  expect(headers["x-amzn-requestid"]).toMatch(/^[\w-]{36}$/);
  expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a signature without the hash of the body as a header counts too, and headers that signers seldom sign", async () => {
  const { askSigned } = await anEndpoint();
  expect((await askSigned({ applyChecksum: false })).status).toBe(200);
  expect((await askSigned({ signedHeaders: { "x-amz-user-agent": "a  b  c" } })).status).toBe(200);
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test.each<[string, Asked, string]>([
  ["another secret", { secret: "other" }, "400 InvalidSignatureException"],
  ["a time 16 minutes ago", { date: minutes(-16) }, "400 InvalidSignatureException"],
  ["a time in 16 minutes", { date: minutes(16) }, "400 InvalidSignatureException"],
  ["another service", { service: "s3" }, "400 InvalidSignatureException"],
  [
    "another operation than signed",
    { headers: { "x-amz-target": "DynamoDB_20120810.Scan" } },
    "400 InvalidSignatureException",
  ],
  ["no signature", { headers: { authorization: "" } }, "400 MissingAuthenticationTokenException"],
  [
    "half a signature",
    { headers: { authorization: "AWS4-HMAC-SHA256 Credential=GRIDLESSTEST" } },
    "400 IncompleteSignatureException",
  ],
  ["another algorithm", { headers: { authorization: "Bearer x" } }, "400 IncompleteSignatureException"],
  ["an operation that is none", { operation: "Nothing" }, "400 UnknownOperationException"],
  ["a body that is no JSON", { body: "{" }, "400 SerializationException"],
  ["a body that is no object", { body: "[]" }, "400 SerializationException"],
  [
    "a table named by what is no text",
    { operation: "Scan", body: `{"TableName":${"[".repeat(100_000)}${"]".repeat(100_000)}}` },
    "400 SerializationException",
  ],
])("%s is refused", async (_, asked, type) => {
  const { askSigned } = await anEndpoint();
  expect(typeOf(await askSigned(asked))).toBe(type);
});

test.each([true, false])(
  "a body that was changed on its way is refused (its hash a header: %s)",
  async (applyChecksum) => {
    const { ask, sign } = await anEndpoint();
    const headers = await sign({ body: '{"Limit":1}', applyChecksum });
    expect(typeOf(await ask('{"Limit":2}', headers))).toBe("400 InvalidSignatureException");
  },
);

test("a signature that leaves the operation open is refused, also for the operation that was meant", async () => {
  const { ask, sign } = await anEndpoint();
  const { "x-amz-target": target = "", ...headers } = await sign({ unsigned: "x-amz-target" });
  for (const operation of ["DynamoDB_20120810.Scan", target])
    expect(typeOf(await ask("{}", { ...headers, "x-amz-target": operation }))).toBe(
      "400 IncompleteSignatureException",
    );
});

test("a signature that leaves the body open is refused", async () => {
  const { askSigned } = await anEndpoint();
  const asked = { signedHeaders: { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" } };
  expect(typeOf(await askSigned(asked))).toBe("400 InvalidSignatureException");
});

test("a signed request of a page, or to another name, gets no answer of the store", async () => {
  const { ask, askSigned } = await anEndpoint();
  for (const origin of ["https://example.org", "null", "http://localhost:3000"]) {
    const { status, headers, text } = await askSigned({ headers: { origin } });
    expect([status, text.includes("things")]).toEqual([403, false]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
  for (const host of ["example.org", "example.org:8000", "127.0.0.1.example.org", "localhost.example.org"])
    expect((await askSigned({ headers: { host } })).status).toBe(421);
  const preflight = { origin: "https://example.org", "access-control-request-method": "POST" };
  expect((await ask("", preflight, "OPTIONS")).status).toBe(403);
});

test("only POST / is there", async () => {
  const { ask } = await anEndpoint();
  expect(typeOf(await ask("", {}, "GET"))).toBe("404 UnknownOperationException");
  expect(typeOf(await ask("{}", {}, "POST", "/shell"))).toBe("404 UnknownOperationException");
});

test("a body above 16 MB is refused", async () => {
  const { ask, sign } = await anEndpoint();
  const body = " ".repeat(16 * 1024 * 1024 + 1);
  expect(typeOf(await ask(body, await sign({ body })))).toBe("413 RequestEntityTooLargeException");
});

test("bytes that are not UTF-8 are refused", async () => {
  const { ask, sign } = await anEndpoint();
  const body = Buffer.from([0x7b, 0xff, 0x7d]);
  const headers = await sign({ body: body as unknown as string });
  expect(typeOf(await ask(body, headers))).toBe("400 SerializationException");
});

test("what may be done to which store", () => {
  const refusals = (allowed: Allowed) =>
    ["Scan", "PutItem", "TransactWriteItems", "CreateTable", "DeleteTable"].filter((operation) => {
      try {
        checkAllowed(operation, allowed);
        return false;
      } catch {
        return true;
      }
    });
  expect(refusals("read")).toEqual(["PutItem", "TransactWriteItems", "CreateTable", "DeleteTable"]);
  expect(refusals("write")).toEqual(["CreateTable", "DeleteTable"]);
  expect(refusals("all")).toEqual([]);
});
