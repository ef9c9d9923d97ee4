/* API Gateway passes each part of a request unchanged to the function. */
import { describe, expect, test } from "vitest";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { baseUrl } from "#test/support/run/target";
import { ask, json } from "./support.ts";

const owner = await someone();
const { baseId } = await aBase(owner);

describe("path", () => {
  test.each([
    [`/base/${baseId}/table/`, "the documented path"],
    [`/base/${baseId}/table`, "without the slash at the end"],
  ])("201: POST %s, %s", async (url) => {
    const { status, body } = await ask("POST", url, { as: owner, headers: json, body: "{}" });
    expect(status).toBe(201);
    const { body: table } = await ask("GET", `/base/${baseId}/table/${body.id}`, { as: owner });
    expect(table.name).toBe(body.name);
  });

  test.each([
    ["%F0%9F%9A%80", "🚀"],
    ["%c3%bc", "ü"],
    ["a+b", "a+b"],
    ["a%2Bb", "a+b"],
    ["a%20b", "a b"],
    ["a%3Fb%23c%26d", "a?b#c&d"],
    ["100%25", "100%"],
    ["a%2526b", "a%26b"],
    ["a%252Fb", "a%2Fb"],
    ["~!$'()*,;=:@", "~!$'()*,;=:@"],
  ])("404: /base/%s is decoded to %s", async (sent, id) => {
    const { status, body } = await ask("GET", `/base/${sent}`, { as: owner });
    const message = `There is no base ${id}, or you have no access to it`;
    expect({ status, message: body.message }).toEqual({ status: 404, message });
  });

  test("404: %2F in a name, whether or not the gateway treats it as a separator", async () => {
    const { status, body } = await ask("GET", `/base/${baseId}%2Ftable%2Fx%2Fy`, { as: owner });
    expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
  });
});

test("200: the stage api serves the same routes below /api", async () => {
  const root = baseUrl()?.replace(/\$default$/, "api");
  const response = await fetch(`${root}/base/${baseId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: baseId });
});

describe("query", async () => {
  const names = ["Name", "ü 🚀", "a+b", "a,b", "a", "b", "p%2Fq", "&=", "[]"];
  const { tableId } = await aTable(
    {
      fields: names.map((name) => ({ name, type: "singleLineText" })),
      records: [{ fields: Object.fromEntries(names.map((name) => [name, "x"])) }],
    },
    owner,
  );

  test.each([
    ["projection=a&projection=b", ["a", "b"]],
    ["projection[]=a&projection[]=b", ["a", "b"]],
    ["projection%5B%5D=a&projection%5B%5D=b", ["a", "b"]],
    ["projection[]=a%2Cb", ["a,b"]],
    ["projection[]=a,b&projection[]=a", ["a,b", "a"]],
    ["projection[]=a%2Bb", ["a+b"]],
    ["projection[]=%C3%BC+%F0%9F%9A%80", ["ü 🚀"]],
    ["projection[]=%C3%BC%20%F0%9F%9A%80&fieldKeyType=name", ["ü 🚀"]],
    ["projection[]=p%252Fq&projection[]=%26%3D&projection[]=%5B%5D", ["p%2Fq", "&=", "[]"]],
  ])("200: ?%s", async (query, shown) => {
    const { status, body } = await ask("GET", `/table/${tableId}/record?${query}`, { as: owner });
    expect(status).toBe(200);
    expect(Object.keys(body.records[0].fields).sort()).toEqual(shown.sort());
  });
});

describe("headers", () => {
  test.each([
    ["authorization", `Bearer ${owner.token}`],
    ["AUTHORIZATION", `bearer   ${owner.token}  `],
  ])("200: %s: %s", async (name, value) => {
    const { status, headers } = await ask("GET", `/base/${baseId}`, { headers: { [name]: value } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-request-id": expect.stringMatching(/^[\w-]+$/),
    });
  });

  test("401: with the header WWW-Authenticate", async () => {
    const { status, headers } = await ask("GET", `/base/${baseId}`);
    expect({ status, challenge: headers["www-authenticate"] }).toEqual({ status: 401, challenge: "Bearer" });
  });
});

describe("body", () => {
  const text = 'ü 🚀 "\\" %2F + %25';
  test.each([
    ["application/json", "as text"],
    ["application/json; charset=utf-8", "as text"],
    ["application/merge-patch+json", "as base64"],
  ])("201: %s, which arrives %s", async (type) => {
    const { tableId } = await aTable({}, owner);
    const { status, body } = await ask("POST", `/table/${tableId}/record`, {
      as: owner,
      headers: { "content-type": type },
      body: JSON.stringify({ records: [{ fields: { Name: text } }] }),
    });
    expect(status).toBe(201);
    const record = await ask("GET", `/table/${tableId}/record/${body.records[0].id}`, { as: owner });
    expect(record.body.fields.Name).toBe(text);
  });

  test("201: a body of 1.8 MB, and a response of more than 3 MB", async () => {
    const { tableId } = await aTable({}, owner);
    const records = Array.from({ length: 18 }, () => ({ fields: { Name: "x".repeat(100_000) } }));
    const sent = { as: owner, headers: json, body: JSON.stringify({ records }) };
    const { status, bytes } = await ask("POST", `/table/${tableId}/record`, sent);
    expect(status).toBe(201);
    expect(bytes.length).toBeGreaterThan(3 * 1024 * 1024);
  });
});
