import { expect, test } from "vitest";
import { readRegistry } from "#lib/registry";
import { titleOf } from "#test/support/requests/form";
import { request, routesIn } from "#test/support/requests/request";
import { isDeployed, reaches } from "#test/support/run/target";

const registry = await readRegistry();
const answered = (method: string, url: string) =>
  request({ method, url, headers: {}, body: Buffer.alloc(0) }, routesIn(registry));

test.for([
  ...["/nope", "/base/a/b/c/d/e", "///", "/base//", "/base/x//", "//base/x/", "/base/x/table//"],
  ...["/%00", "/%", "/%ff%fe", "/%2F%2F", "/__proto__", "/constructor", "/base/x/constructor", "/{baseId}x"],
  ...[`/${"x".repeat(9000)}`, `/${"x/".repeat(4000)}`, "/🚀", "/table/{tableId}/views"],
])("404: GET %s", async (url, { skip }) => {
  skip(isDeployed() && /^(\/|%2F)+$/.test(url), "API Gateway merges leading slashes, so this is a page");
  const { status, headers, body } = await answered("GET", url);
  expect({ status, code: body.code, same: body.status }).toEqual({
    status: 404,
    code: "not_found",
    same: 404,
  });
  expect(body.message).toMatch(/^No such route: GET \//);
  expect(headers).toMatchObject({
    "x-request-id": expect.stringMatching(/^[\w-]+$/),
    "content-type": "application/json; charset=utf-8",
  });
});

test.each([
  ["GET", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", 404, "text/html; charset=utf-8"],
  ["GET", "*/*", 404, "application/json; charset=utf-8"],
  ["POST", "text/html", 404, "application/json; charset=utf-8"],
] as const)(
  "404: a browser gets a page, programs get JSON: %s with Accept %s",
  async (method, accept, status, type) => {
    const url = "/auth/verif?link=<b>";
    const answer = await request(
      { method, url, headers: { accept }, body: Buffer.alloc(0) },
      routesIn(registry),
    );
    expect({ status: answer.status, type: answer.headers["content-type"] }).toEqual({ status, type });
    if (type.startsWith("text/html")) expect(titleOf(answer)).toBe("Not found");
    expect(String(answer.body)).not.toContain("<b>");
  },
);

const methodsOf = (path: string) =>
  registry.endpoints
    .map(({ handler }) => handler.definition)
    .filter((each) => [each.path, each.alsoAt].includes(path))
    .flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

test.for([
  ["PUT", "/base", "/base"],
  ["HEAD", "/space/spc1/import", "/space/{spaceId}/import"],
  ["OPTIONS", "/base/bse1", "/base/{baseId}"],
  ["BREW", "/table/tbl1/view/viw1", "/table/{tableId}/view/{viewId}"],
  ["PUT", "/base/bse1/", "/base/{baseId}"],
] as const)("405: %s %s names the methods of %s", async ([method, url, template], { skip }) => {
  skip(!reaches(method), `${method} is answered before it gets to us`);
  const { status, headers, body } = await answered(method, url);
  expect(status).toBe(405);
  const allowed = String(headers?.["allow"]).split(", ");
  expect(allowed.sort()).toEqual(methodsOf(template).sort());
  expect(allowed.length).toBeGreaterThan(0);
  // over HTTP a response to HEAD has no body
  if (method === "HEAD") return;
  expect(body.code).toBe("method_not_allowed");
  expect(body.message).toContain(`${url.replace(/\/$/, "")} does not allow ${method}`);
});

test.each([
  ["/base/bse1/table/", "/base/bse1/table"],
  ["/base/bse1/table/?a=1&b=%20", "/base/bse1/table?a=1&b=%20"],
  ["/base/%F0%9F%9A%80/", "/base/%F0%9F%9A%80"],
  ["/base/a%3Fb%23c%25/", "/base/a%3Fb%23c%25"],
  ["/base/a%0d%0ab/", "/base/a%0D%0Ab"],
  ["/table/x/view/?x", "/table/x/view?x"],
])("308: %s redirects to %s", async (url, location) => {
  const { status, headers, body } = await answered("GET", url);
  expect({ status, code: body.code, location: headers?.["location"] }).toEqual({
    status: 308,
    code: "permanent_redirect",
    location,
  });
});
