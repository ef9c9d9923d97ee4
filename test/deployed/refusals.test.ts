/* Errors outside of endpoints have the common error format too. */
import { expect, test } from "vitest";
import { aBase, someone } from "#test/support/makers/makers";
import { ask, json } from "./support.ts";

const owner = await someone();
const { baseId } = await aBase(owner);

test.each([
  ["GET", "/nothing/here?x=%20", 404, "not_found", "No such route: GET /nothing/here"],
  ["POST", `/base/${baseId}/table//`, 404, "not_found", "No such route: POST"],
  ["POST", `/base/${baseId}/unknown/deep/down`, 404, "not_found", "No such route: POST"],
  ["PUT", "/base", 405, "method_not_allowed", "/base does not allow PUT; use "],
  ["DELETE", "/docs", 405, "method_not_allowed", "/docs does not allow DELETE; use GET"],
  ["GET", `/base/${baseId}/?x=%2B`, 308, "permanent_redirect", `Moved to /base/${baseId}`],
])("%s %s: %d", async (method, url, status, code, message) => {
  const { headers, body, ...answer } = await ask(method, url, { as: owner });
  expect({ status: answer.status, body }).toEqual({
    status,
    body: { status, code, message: expect.stringContaining(message) },
  });
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-request-id": expect.stringMatching(/^[\w-]+$/),
  });
});

test("405: Allow lists the methods of the path", async () => {
  const { status, headers } = await ask("POST", `/base/${baseId}`, { as: owner });
  const allowed = headers["allow"]?.split(", ").sort();
  expect({ status, allowed }).toEqual({ status: 405, allowed: ["DELETE", "GET", "HEAD", "PATCH"] });
});

test.each([
  [`/base/${baseId}/`, `/base/${baseId}`],
  ["/base/%F0%9F%9A%80%20%25%3F/?a=1&a=%20", "/base/%F0%9F%9A%80%20%25%3F?a=1&a=%20"],
])("308: %s redirects to %s", async (url, location) => {
  const { status, headers } = await ask("GET", url);
  expect({ status, location: headers["location"] }).toEqual({ status: 308, location });
});

test("413: a body of more than 4 MB, as text and as base64", async () => {
  const body = `{"name":"${"x".repeat(4 * 1024 * 1024)}"}`;
  for (const type of ["application/json", "application/merge-patch+json"]) {
    const headers = { "content-type": type };
    const answer = await ask("POST", `/base/${baseId}/table/`, { as: owner, headers, body });
    expect(answer).toMatchObject({ status: 413, body: { status: 413, code: "payload_too_large" } });
  }
});

test.each(["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", undefined])(
  "415: a body of type %s",
  async (type) => {
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    const answer = await ask("POST", `/base/${baseId}/table/`, { as: owner, headers, body: "{}" });
    expect(answer).toMatchObject({ status: 415, body: { status: 415, code: "unsupported_media_type" } });
  },
);

test.each([
  ["no bytes", ""],
  ["invalid JSON", "{"],
  ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
])("400: a body of %s", async (_, body) => {
  const answer = await ask("POST", `/base/${baseId}/table/`, { as: owner, headers: json, body });
  expect(answer).toMatchObject({ status: 400, body: { data: { issues: [{ path: "" }] } } });
});
