import { expect, test } from "vitest";
import { eventOf, type HttpRequest } from "#lib/local/gateway/event";

const route = { routeKey: "POST /base/{baseId}", pathParameters: { baseId: "b" } };
const event = (request: Partial<HttpRequest>) =>
  eventOf({ method: "POST", url: "/base/b", headers: {}, body: Buffer.alloc(0), ...request }, route);

test("the least there can be", () => {
  const { requestContext, ...rest } = event({});
  expect(rest).toEqual({
    version: "2.0",
    routeKey: "POST /base/{baseId}",
    rawPath: "/base/b",
    rawQueryString: "",
    headers: { "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" },
    pathParameters: { baseId: "b" },
    isBase64Encoded: false,
  });
  expect(requestContext).toMatchObject({
    routeKey: "POST /base/{baseId}",
    stage: "$default",
    domainName: "localhost",
    http: { method: "POST", path: "/base/b", sourceIp: "127.0.0.1", userAgent: "" },
    time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    timeEpoch: expect.any(Number),
  });
  expect(requestContext.requestId).not.toBe(event({}).requestContext.requestId);
});

test.each([
  ["the path decoded", { url: "/base/%C3%BC%20%2F" }, { rawPath: "/base/ü /" }],
  ["the path decoded but for a percent", { url: "/base/100%25%20%2525" }, { rawPath: "/base/100%25 %2525" }],
  ["a broken percent as sent", { url: "/base/100%?x=%" }, { rawPath: "/base/100%", rawQueryString: "x=%" }],
  [
    "a proxy's absolute target",
    { url: "http://host:1/base/b?x" },
    { rawPath: "/base/b", rawQueryString: "x" },
  ],
  [
    "the query as sent, and decoded",
    { url: "/b?a=1&b=%C3%BC+%2B&a=2&c&d=x?y" },
    {
      rawQueryString: "a=1&b=%C3%BC+%2B&a=2&c&d=x?y",
      queryStringParameters: { a: "1,2", b: "ü +", c: "", d: "x?y" },
    },
  ],
  [
    "header names in lower case, values joined",
    { headers: { "X-Tag": ["a", "b"], Accept: "*/*" } },
    { headers: { "x-tag": "a,b", accept: "*/*" } },
  ],
  [
    "cookies out of the headers",
    { headers: { cookie: ["a=1; b=x,y;", "c=3"] } },
    { cookies: ["a=1", "b=x,y", "c=3"], headers: expect.not.objectContaining({ cookie: expect.anything() }) },
  ],
  [
    "who called, as the last of those who passed it on",
    { sourceIp: "10.0.0.9", headers: { "x-forwarded-for": "1.2.3.4", "x-forwarded-proto": "https" } },
    { headers: { "x-forwarded-for": "1.2.3.4, 10.0.0.9", "x-forwarded-proto": "http" } },
  ],
  [
    "the host without its port",
    { headers: { host: "table.example:3000", "user-agent": "curl" } },
    { requestContext: { domainName: "table.example", domainPrefix: "table", http: { userAgent: "curl" } } },
  ],
])("%s", (_, request, expected) => {
  expect(event(request)).toMatchObject(expected);
});

test.each([
  ["application/json", false],
  ["application/json; charset=utf-8", false],
  ["Text/Plain", false],
  ["application/x-www-form-urlencoded", true],
  ["application/jsonx", true],
  ["image/png", true],
  [undefined, true],
])("a body of type %s: base64 is %s", (type, isBase64Encoded) => {
  const text = '{"name":"ü🌍"}';
  const { body = "", ...rest } = event({ headers: { "content-type": type }, body: Buffer.from(text) });
  expect(rest.isBase64Encoded).toBe(isBase64Encoded);
  expect(isBase64Encoded ? Buffer.from(body, "base64").toString() : body).toBe(text);
});

test("a body that says it is text and is not UTF-8 arrives as its bytes", () => {
  const sent = Buffer.from([0x22, 0xff, 0x22]);
  const { body, isBase64Encoded } = event({ headers: { "content-type": "application/json" }, body: sent });
  expect([body, isBase64Encoded]).toEqual([sent.toString("base64"), true]);
});
