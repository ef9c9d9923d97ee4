import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "#functions/default/unknown-path";
import { contextOf } from "#lib/local/context";
import { eventOf } from "#lib/local/event";
import { readRegistry } from "#lib/registry";

/** As `$default` gets it: with whatever path, which API Gateway has decoded. */
async function ask(method: string, url: string): Promise<APIGatewayProxyStructuredResultV2> {
  const request = { method, url, headers: {}, body: Buffer.alloc(0) };
  const event = eventOf(request, { routeKey: "$default", pathParameters: {} }, "request-1");
  return handler(event, contextOf("request-1", "$default"));
}
const answered = async (method: string, url: string) => {
  const { statusCode, headers, body = "" } = await ask(method, url);
  return { status: statusCode, headers, body: JSON.parse(body) };
};

test.each([
  ...["/", "/nope", "/base/a/b/c/d/e", "//", "///", "/base//", "/base/x//", "//base/x/", "/base/x/table//"],
  ...["/%00", "/%", "/%ff%fe", "/%2F%2F", "/__proto__", "/constructor", "/base/x/constructor", "/{baseId}x"],
  ...[`/${"x".repeat(9000)}`, `/${"x/".repeat(4000)}`, "/🚀", "/table/{tableId}/views"],
])("404: GET %s", async (url) => {
  const { status, headers, body } = await answered("GET", url);
  expect({ status, code: body.code, same: body.status }).toEqual({
    status: 404,
    code: "not_found",
    same: 404,
  });
  expect(body.message).toMatch(/^There is nothing at GET \//);
  expect(headers).toMatchObject({
    "x-request-id": "request-1",
    "content-type": "application/json; charset=utf-8",
  });
});

const { endpoints } = await readRegistry();
const methodsOf = (path: string) =>
  endpoints
    .map(({ handler }) => handler.definition)
    .filter((each) => each.path === path)
    .map(({ method }) => method);

test.each([
  ["PUT", "/base", "/base"],
  ["HEAD", "/base/bse1/table", "/base/{baseId}/table"],
  ["OPTIONS", "/base/bse1", "/base/{baseId}"],
  ["BREW", "/table/tbl1/view/viw1", "/table/{tableId}/view/{viewId}"],
  ["PUT", "/base/bse1/", "/base/{baseId}"],
])("405: %s %s names the methods of %s", async (method, url, template) => {
  const { status, headers, body } = await answered(method, url);
  expect({ status, code: body.code }).toEqual({ status: 405, code: "method_not_allowed" });
  const allowed = String(headers?.["allow"]).split(", ");
  expect(allowed.sort()).toEqual(methodsOf(template).sort());
  expect(allowed.length).toBeGreaterThan(0);
  expect(body.message).toContain(`${method} is not for ${url.replace(/\/$/, "")}`);
});

test.each([
  ["/base/bse1/table/", "/base/bse1/table"],
  ["/base/bse1/table/?a=1&b=%20", "/base/bse1/table?a=1&b=%20"],
  ["/base/%F0%9F%9A%80/", "/base/%F0%9F%9A%80"],
  ["/base/a%3Fb%23c%25/", "/base/a%3Fb%23c%25"],
  ["/base/a%0d%0ab/", "/base/a%0D%0Ab"],
  ["/table/x/view/?x", "/table/x/view?x"],
])("308: %s is at %s", async (url, location) => {
  const { status, headers, body } = await answered("GET", url);
  expect({ status, code: body.code, location: headers?.["location"] }).toEqual({
    ...{ status: 308, code: "permanent_redirect", location },
  });
});
