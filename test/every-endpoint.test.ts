/*
 * What holds for each endpoint, tested from its definition alone: an endpoint that is added tomorrow is tested here
 * without a line. What is special to one stands in the test of its own.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type * as z from "zod";
import { roleMay } from "#lib/access/roles";
import { allScopes } from "#lib/access/scopes";
import { client } from "#lib/data/store";
import type { Endpoint } from "#lib/http/endpoint";
import { projectFolder, type Registered, readRegistry } from "#lib/registry";
import { statusOf } from "#lib/schemas/error";
import { randomText } from "#lib/schemas/ids";
import { roles } from "#lib/schemas/role";
import { type Asking, call } from "#test/support/call";
import { aMember, aTable, aToken, someone } from "#test/support/makers";
import { refusal } from "#test/support/refusal";
import { request, routesIn } from "#test/support/request";
import { inProcessOnly, reaches } from "#test/support/target";

const registry = await readRegistry();
const { endpoints, fallback } = registry;

const logged: unknown[][] = [];
for (const method of ["log", "info", "warn", "error", "debug"] as const)
  vi.spyOn(console, method).mockImplementation((...line) => void logged.push(line));

/** A table with one of everything, and what the names in a path stand for there. */
async function aWorld() {
  const { owner, baseId, spaceId, tableId, table } = await aTable({ records: [{ fields: { Name: "Ada" } }] });
  const other = await aTable({}, owner, { baseId, spaceId });
  const params: Record<string, string> = {
    ...{ baseId, tableId, viewId: table.defaultViewId },
    ...{ fieldId: table.fields[0].id, recordId: table.records[0].id, file: "start.js" },
  };
  return { owner, baseId, spaceId, params, inBody: { spaceId, anchorId: other.tableId } };
}
const world = await aWorld();
const { owner, baseId, params } = world;
const stranger = await someone("Stranger");
const elsewhere = await aTable({}, owner);
const members = await Promise.all(roles.map(async (role) => ({ role, ...(await aMember(baseId, role)) })));

const namesOf = ({ path }: { path: string }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const isPlaced = ({ handler: { definition } }: Registered) => /\{(base|table)Id\}/.test(definition.path);
const titled = (list: Registered[]) =>
  list.map((each) => {
    const { method, path } = each.handler.definition;
    return { ...each, title: `${method} ${path}` };
  });
const guarded = endpoints.filter(({ handler }) => !handler.definition.public);
const withBody = guarded.filter(({ handler }) => handler.definition.body);

/** Asks, and looks at what every answer has. */
async function ask(endpoint: Endpoint, asking: Asking) {
  for (const name of namesOf(endpoint.definition))
    expect(params, `tell this test what {${name}} may stand for`).toHaveProperty(name);
  const answer = await call(endpoint, { params, ...asking });
  expectCommon(answer);
  return answer;
}

interface Answered {
  status: number;
  headers: Record<string, string>;
  body: { status?: number; code?: keyof typeof statusOf; message?: string; data?: unknown };
}
function expectCommon({ status, headers, body }: Answered) {
  expect(headers["x-request-id"]).toMatch(/^[\w-]+$/);
  expect(status, JSON.stringify(body)).not.toBe(500);
  if (status < 300) return;
  const { message, code = "internal_server_error", data, ...rest } = body;
  expect({ rest, status: statusOf[code] }).toEqual({ rest: { status }, status });
  expect(message).toMatch(/\S/);
  expect(["undefined", "object"]).toContain(typeof data);
  expect(headers["content-type"]).toMatch(/^application\/json/);
}

/** An id of the same kind that stands for nothing. */
const another = (id: string) => id.slice(0, 3) + randomText(16);
const nonsense = { nope: "1" };

describe("401", async () => {
  const unknown = `gridless_acc${randomText(16)}_${randomText(43)}`;
  const { token } = owner;
  const cases: [string, string | undefined][] = [
    ["no token", undefined],
    ["a token cut short", `Bearer ${token.slice(0, -3)}`],
    ["a token with another checksum", `Bearer ${token.slice(0, -1)}${token.endsWith("0") ? 1 : 0}`],
    [
      "a token with a letter changed",
      `Bearer ${token.slice(0, 40)}${token[40] === "x" ? "y" : "x"}${token.slice(41)}`,
    ],
    ["a token never given", `Bearer ${unknown}${crc32(unknown).toString(36).padStart(7, "0")}`],
    ["an expired token", `Bearer ${await aToken(owner.userId, { expiredTime: "2020-01-01T00:00:00.000Z" })}`],
    ["Basic", `Basic ${token}`],
    ["the token alone", token],
    ["Bearer alone", "Bearer "],
    ["two tokens", `Bearer ${token},Bearer ${token}`],
  ];
  describe.each(titled(guarded))("$title", ({ handler }) => {
    test.each(cases)("%s", async (_, authorization) => {
      const { status, headers } = await ask(handler, {
        headers: { ...(authorization && { authorization }) },
      });
      expect({ status, challenge: headers["www-authenticate"] }).toEqual({
        status: 401,
        challenge: expect.stringMatching(/^Bearer/),
      });
    });
  });

  test.each(titled(guarded))("$title: the word bearer may be written in any case", async ({ handler }) => {
    const { status } = await ask(handler, {
      headers: { authorization: `bEARER ${token}` },
      query: nonsense,
      body: {},
    });
    expect(status).toBe(400);
  });
});

describe("404", () => {
  describe.each(titled(guarded.filter(isPlaced)))("$title", ({ handler }) => {
    const [outermost = ""] = namesOf(handler.definition);

    test("a stranger hears of a base or table what he hears of one that is not there", async () => {
      const none = another(params[outermost] ?? "");
      const asking = { as: stranger, query: nonsense, body: {} };
      const there = await ask(handler, asking);
      const nowhere = await ask(handler, { ...asking, params: { ...params, [outermost]: none } });
      const told = JSON.stringify(nowhere.body).replaceAll(none, params[outermost] ?? "");
      expect({ status: there.status, body: JSON.stringify(there.body) }).toEqual({ status: 404, body: told });
      expect(Object.keys(there.headers)).toEqual(Object.keys(nowhere.headers));
    });

    test("so does who has a token that names another base only", async () => {
      const reach = { spaceIds: [elsewhere.spaceId], baseIds: [elsewhere.baseId] };
      const as = { token: await aToken(owner.userId, { reach }) };
      const [own, foreign] = [
        await ask(handler, { as, body: {} }),
        await ask(handler, { as: stranger, body: {} }),
      ];
      expect({ status: own.status, body: own.body }).toEqual({ status: 404, body: foreign.body });
    });

    test.each(namesOf(handler.definition))(
      "{%s}: an id that is none, or stands for nothing",
      async (name) => {
        const wrong = ["nope", "x".repeat(300), "../x", "\0", "%00", "🚀", " ", another(params[name] ?? "")];
        for (const id of wrong) {
          const { status, body } = await ask(handler, {
            ...{ as: owner, params: { ...params, [name]: id } },
            body: example(handler.definition.body),
          });
          expect(status).toBe(404);
          // %2F may end a segment before a route is looked for: then it is a path that nothing has
          if (id.includes("/")) continue;
          const what = name.replace(/Id$/, "");
          expect(body.message).toBe(`There is no ${what} ${id}, or you have no access to it`);
        }
      },
    );
  });
});

describe("403", () => {
  test.each(titled(guarded))("$title: a token without the scope", async ({ handler }) => {
    const { scope } = handler.definition;
    const token = await aToken(owner.userId, { scopes: allScopes.filter((each) => each !== scope) });
    const { status, body } = await ask(handler, { as: { token }, query: nonsense, body: {} });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: `This token lacks the scope ${scope}`,
    });
  });

  test.each(titled(guarded.filter(isPlaced)))("$title: each role as the matrix says", async ({ handler }) => {
    const { scope = "" } = handler.definition;
    for (const { role, token } of members) {
      const { status } = await ask(handler, { as: { token }, query: nonsense, body: {} });
      // who may ask hears what is wrong with the question
      expect({ role, status }).toEqual({ role, status: roleMay(role, scope) ? 400 : 403 });
    }
  });

  test.each(titled(guarded))("$title: a token with that scope alone is enough", async ({ handler }) => {
    const { scope } = handler.definition;
    const token = await aToken(owner.userId, { scopes: scope ? [scope] : [] });
    expect((await ask(handler, { as: { token }, query: nonsense })).status).toBe(
      handler.definition.body ? 415 : 400,
    );
  });
});

describe("400", () => {
  test.each(titled(guarded))("$title: unknown keys in the query are named", async ({ handler }) => {
    const query = "nope=1&nope=2&__proto__=3&also[]=4&%F0%9F%9A%80";
    const { status, body } = await ask(handler, { as: owner, query, body: example(handler.definition.body) });
    const paths = body.data.issues.map(({ path }: { path: string }) => path);
    expect({ status, paths }).toEqual({ status: 400, paths: ["nope", "__proto__", "also", '["🚀"]'] });
  });

  describe.each(titled(withBody))("$title", ({ handler }) => {
    test.each([
      ["text/plain", 415],
      ["application/x-www-form-urlencoded", 415],
      ["application/jsonp", 415],
      ["", 415],
      ["application/json", 400],
      ["Application/JSON ; charset=UTF-8", 400],
      ["application/merge-patch+json", 400],
    ])("the content type %s: %d", async (type, status) => {
      const answer = await ask(handler, { as: owner, body: "{", headers: { "content-type": type } });
      expect(answer.status).toBe(status);
    });

    test.each(["", " ", "{", "nope", "[", '"', "{}{}", "\u0000", "null", "[]", "1", '"text"', "true"])(
      "the body %j",
      async (body) => {
        const answer = await ask(handler, { as: owner, body });
        expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
      },
    );

    test("a body of 4 MB and one byte is too large, one byte less is not", async () => {
      const size = 4 * 1024 * 1024;
      const bodyOf = (bytes: number) => `{"nope":"${"x".repeat(bytes - 11)}"}`;
      expect((await ask(handler, { as: owner, query: nonsense, body: bodyOf(size + 1) })).status).toBe(413);
      expect((await ask(handler, { as: owner, query: nonsense, body: bodyOf(size) })).status).toBe(400);
    });

    test("a body nested too deep", async () => {
      const body = `{"nope":${"[".repeat(100_000)}${"]".repeat(100_000)},"\\ud800":"\\ud800"}`;
      expect(refusal(await ask(handler, { as: owner, body }))).toEqual({ status: 400, paths: [""] });
    });

    test("Idempotency-Key is not supported yet", async () => {
      const { method, body } = handler.definition;
      expect(["POST", "PUT", "PATCH"]).toContain(method);
      const headers = { "idempotency-key": "one" };
      const answer = await ask(handler, { as: owner, body: example(body), query: nonsense, headers });
      expect(refusal(answer)).toEqual({ status: 400, paths: ["nope", "headers.idempotency-key"] });
    });
  });
});

/** What the documentation shows as a body of this shape. */
const example = (shape: z.ZodType | undefined, inBody: object = world.inBody): object | undefined => {
  const [first] = (shape?.meta()?.["examples"] ?? []) as object[];
  return first && { ...first, ...Object.fromEntries(Object.entries(inBody).filter(([key]) => key in first)) };
};

describe("whatever is sent, it is no 500", () => {
  const hostile = [
    ...[null, true, -1, 1e300, 1e-300, "", "\0", "\ud800", "x".repeat(300), "__proto__"],
    ...[[null], {}, JSON.parse('{"__proto__":{}}')],
  ];
  test.each(titled(withBody))("$title: each part of a body, replaced", async ({ handler }) => {
    const { owner, params, inBody } = await aWorld();
    const body = example(handler.definition.body, inBody);
    expect(body, "its body has an example").toBeDefined();
    const members = Object.keys((handler.definition.body as z.ZodObject).shape).map((key) => [key]);
    const mutants = [...members, ...partsOf(body)].flatMap((path) =>
      hostile.map((value) => replaced(body, path, value)),
    );
    for (const mutant of mutants) await ask(handler, { as: owner, params, body: mutant });
  });

  test.each(titled(withBody))("$title: any JSON", async ({ handler }) => {
    const { owner, params } = await aWorld();
    const anyBody = fc.asyncProperty(fc.json({ maxDepth: 4 }), async (body) => {
      await ask(handler, { as: owner, params, body });
    });
    await fc.assert(anyBody, { numRuns: 8 });
  });

  test.each(titled(endpoints))("$title: any query", async ({ handler }) => {
    const anyQuery = fc.asyncProperty(
      fc.webQueryParameters(),
      fc.string({ unit: "binary" }),
      async (raw, text) => {
        await ask(handler, { as: owner, query: `${raw}&${encodeURIComponent(text)}&nope`, body: {} });
      },
    );
    await fc.assert(anyQuery, { numRuns: 8 });
  });
});

/** The places of all the values in a value, but its own. */
function partsOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [[...at, key], ...partsOf(part, [...at, key])]);
}
function replaced(body: unknown, path: string[], value: unknown): unknown {
  const copy: unknown = structuredClone(body);
  const holder = path.slice(0, -1).reduce((at, key) => Reflect.get(at as object, key), copy);
  Reflect.set(holder as object, path.at(-1) ?? "", value);
  return copy;
}

describe("through the router", () => {
  async function through(method: string, url: string, { token = owner.token } = {}) {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await request({ method, url, headers, body: Buffer.from("{}") }, routesIn(registry));
    // on the wire an answer to HEAD has no body
    if (method !== "HEAD") expectCommon(answer);
    return answer;
  }
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const matches = (template: string, path: string) =>
    new RegExp(`^${template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(path);

  describe.each(titled(endpoints))("$title", ({ handler: { definition } }) => {
    const { method, alsoAt } = definition;
    const path = filled(definition.path);
    const here = definition.public ? 200 : 400;

    test("the path", async () => {
      expect((await through(method, `${path}?nope=1`)).status).toBe(here);
    });

    test("with a slash at its end it is moved, or answered", async () => {
      const { status, headers } = await through(method, `${path}/?nope=1`);
      if (alsoAt) expect(status).toBe(here);
      else
        expect({ status, location: headers["location"] }).toEqual({
          status: 308,
          location: `${path}?nope=1`,
        });
      expect((await through(method, `${path}//`)).status).toBe(404);
    });

    test("every other method is refused with those there are", async () => {
      const known = endpoints
        .filter((each) => matches(each.handler.definition.path, path))
        .map((each) => each.handler.definition.method as string);
      const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].filter(
        (each) => !known.includes(each) && reaches(each),
      );
      for (const other of others) {
        const { status, headers, body } = await through(other, path);
        const allowed = headers["allow"]?.split(", ").sort();
        expect({ status, allowed }).toEqual({ status: 405, allowed: [...new Set(known)].sort() });
        if (other !== "HEAD") expect(body.code).toBe("method_not_allowed");
      }
    });

    test("a path below it that nothing has", async () => {
      const { status } = await through(method, `${path}/nothing/of/the/kind`, { token: "none" });
      expect(status).toBe(404);
    });
  });
});

describe("503: the store is away", { timeout: 30_000 }, () => {
  inProcessOnly("the SDK here keeps the store away");

  const outage = new AsyncLocalStorage<{ left: number }>();
  client().middlewareStack.add(
    (next) => (args) => {
      const state = outage.getStore();
      if (state && state.left-- <= 0) throw new Error("connect ECONNREFUSED");
      return next(args);
    },
    { step: "finalizeRequest", name: "outage" },
  );

  test.each(titled(guarded))(
    "$title: from the first call of the store on, from the second …",
    async ({ handler }) => {
      const { owner, params, inBody } = await aWorld();
      const asking = { as: owner, params, body: example(handler.definition.body, inBody) };
      const during = (left: number) => outage.run({ left }, () => ask(handler, asking));
      const answers = await Promise.all(Array.from({ length: 9 }, (_, left) => left).map(during));
      const away = answers.filter(({ status }) => status === 503);
      expect(away.length).toBeGreaterThanOrEqual(2);
      for (const { headers, body } of away)
        expect({ retry: headers["retry-after"], code: body.code, data: body.data }).toEqual({
          ...{ retry: "1", code: "database_connection_unavailable", data: undefined },
        });
      const first = await ask(handler, asking);
      expect([200, 201, 404]).toContain(first.status);
    },
  );
});

describe("the log", () => {
  inProcessOnly("the console is listened to");

  test("nothing in it holds a token", () => {
    const lines = logged.map((line) => inspect(line, { depth: 30 }));
    // at least what was said of the store that was away
    expect(lines.length).toBeGreaterThan(guarded.length);
    expect(lines.filter((line) => line.includes("gridless_acc"))).toEqual([]);
  });
});

test.each([...endpoints, fallback])("$file has a test of its own", ({ file }) => {
  expect(existsSync(join(projectFolder, "test", file.replace(/\.ts$/, ".test.ts")))).toBe(true);
});
