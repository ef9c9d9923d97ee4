import { expect, test } from "vitest";
import { router } from "#lib/local/gateway/router";

const paths = [
  "ANY /{proxy+}",
  "POST /base/{proxy+}",
  "GET /base/{baseId}/{proxy+}",
  "POST /base/{baseId}/table",
  "GET /base/{baseId}",
  "GET /base/shared",
  "ANY /base/{baseId}/anything",
  "GET /base/{baseId}/anything",
  "GET /table/{tableId}/view/{viewId}",
  "GET /table/{tableId}/view/first",
  "GET /table/mine/view/{viewId}",
  "GET /.well-known/openid",
];

const routes = paths.map((key) => {
  const [method = "", path = ""] = key.split(" ");
  return { method, path, handler: key };
});
const match = router(routes, "default");

test.each([
  ["a full match", "POST", "/base/bse1/table", "POST /base/{baseId}/table", { baseId: "bse1" }],
  ["a slash too many", "POST", "/base/bse1/table/", "POST /base/{proxy+}", { proxy: "bse1/table/" }],
  ["a literal before a parameter", "GET", "/base/shared", "GET /base/shared", {}],
  [
    "the longer greedy path",
    "GET",
    "/base/b/x/y",
    "GET /base/{baseId}/{proxy+}",
    { baseId: "b", proxy: "x/y" },
  ],
  ["a verb before ANY", "GET", "/base/b/anything", "GET /base/{baseId}/anything", { baseId: "b" }],
  ["ANY", "PUT", "/base/b/anything", "ANY /base/{baseId}/anything", { baseId: "b" }],
  [
    "the earlier literal",
    "GET",
    "/table/mine/view/first",
    "GET /table/mine/view/{viewId}",
    { viewId: "first" },
  ],
  ["a later literal", "GET", "/table/t/view/first", "GET /table/{tableId}/view/first", { tableId: "t" }],
  ["a dot that is a dot", "GET", "/xwell-known/openid", "ANY /{proxy+}", { proxy: "xwell-known/openid" }],
  ["another case", "GET", "/Base/shared", "ANY /{proxy+}", { proxy: "Base/shared" }],
  ["no remainder", "POST", "/base/", "ANY /{proxy+}", { proxy: "base/" }],
  ["an empty segment", "GET", "/table//view/v", "ANY /{proxy+}", { proxy: "table//view/v" }],
  ["an encoded slash", "GET", "/base/a%2Fb", "GET /base/{baseId}", { baseId: "a/b" }],
  ["letters beyond ASCII", "GET", "/base/%C3%BC%F0%9F%8C%8D", "GET /base/{baseId}", { baseId: "ü🌍" }],
  ["a broken percent", "GET", "/base/100%", "GET /base/{baseId}", { baseId: "100%" }],
  ["an encoded line feed", "GET", "/base/a%0Ab", "GET /base/{baseId}", { baseId: "a\nb" }],
])("%s", (_, method, path, routeKey, pathParameters) => {
  expect(match(method, path)).toEqual({ routeKey, handler: routeKey, pathParameters });
});

test.each([
  ["the root", "GET", "/"],
  ["OPTIONS of no path", "OPTIONS", "*"],
])("$default: %s", (_, method, path) => {
  expect(match(method, path)).toEqual({ routeKey: "$default", handler: "default", pathParameters: {} });
});

test("$default: HEAD has no route of its own", () => {
  const only = router([{ method: "GET", path: "/base/{baseId}", handler: "get" }], "default");
  expect(only("HEAD", "/base/b").routeKey).toBe("$default");
});
