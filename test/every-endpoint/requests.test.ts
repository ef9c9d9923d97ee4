/* What holds for each endpoint of what it is sent, tested from its definition alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { errorsOf, takesAnyQuery } from "#lib/openapi/failures";
import { aWorld, entering, exampleFor, queryFor, type World } from "#test/support/makers/world";
import type { Asking } from "#test/support/requests/call";
import { ask, endpointsWith, nonsense, type Titled } from "#test/support/requests/each-endpoint";
import { refusal } from "#test/support/requests/refusal";
import { everyOf, fewerThan, someOf } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";

const world = await aWorld();

const all = endpointsWith(() => true);
const withBody = endpointsWith(({ body }) => body);
const strict = endpointsWith((definition) => !takesAnyQuery(definition));

/** As somebody to whom it is open. */
const asOwner = async (
  { handler }: Pick<Titled, "handler">,
  asking: Asking,
  { owner, params }: World = world,
) => ask(handler, { ...(await entering(handler, owner)), params, ...asking });

/** What is wrong, where errors name it. */
const problem = ({ handler }: Pick<Titled, "handler">, answer: Awaited<ReturnType<typeof ask>>) =>
  errorsOf(handler.definition) === "common" ? refusal(answer) : { status: answer.status };
const expected = ({ handler }: Pick<Titled, "handler">, paths: string[], status = 400) =>
  errorsOf(handler.definition) === "common" ? { status, paths } : { status };

describe("400", () => {
  test.each(strict)("$title: unknown keys in the query are named", async (each) => {
    const needed = new URLSearchParams(queryFor(each.handler.definition, world));
    const query = `${needed}&nope=1&nope=2&__proto__=3&also[]=4&%F0%9F%9A%80`;
    const answer = await asOwner(each, { query, body: exampleFor(each.handler.definition.body, world) });
    expect(problem(each, answer)).toEqual(expected(each, ["nope", "__proto__", "also", '["🚀"]']));
  });

  test("only what is open to everybody, and pages, take any query", () => {
    const loose = endpointsWith(
      (definition) => !definition.public && !definition.response.page && takesAnyQuery(definition),
    );
    expect(loose.map(({ operation }) => operation)).toEqual([]);
  });

  // one piece of code reads them all: each is sent to some of the endpoints
  describe.each(withBody)("$title", (each) => {
    const { definition } = each.handler;
    const some = <Case>(cases: Case[]) => everyOf(cases, 3, withBody.indexOf(each));
    const types: [type: string, status: number][] = [
      ["text/plain", 415],
      ["application/x-www-form-urlencoded", definition.form ? 400 : 415],
      ["multipart/form-data; boundary=x", definition.multipart ? 400 : 415],
      ["application/jsonp", 415],
      ["", 415],
      ["application/json", 400],
      ["Application/JSON ; charset=UTF-8", 400],
      ["application/merge-patch+json", 400],
    ];

    test.each(some(types))("the content type %s: %d", async (type, status) => {
      const asking = { body: "{", headers: { "content-type": type }, query: nonsense };
      const answer = await asOwner(each, asking);
      // a form may hold anything, and where the query may too, nothing is wrong yet
      if (status === 400 && type.includes("form") && takesAnyQuery(definition))
        expect(answer.status).not.toBe(415);
      // OAuth knows 400 only
      else expect(answer.status).toBe(errorsOf(definition) === "protocol" ? 400 : status);
    });

    const bodies = ["", " ", "{", "nope", "[", '"', "{}{}", "\u0000", "null", "[]", "1", '"text"', "true"];
    test.each(some(bodies))("the body %j", async (body) => {
      const answer = await asOwner(each, { body, headers: { "content-type": "application/json" } });
      expect(problem(each, answer)).toEqual(expected(each, [""]));
    });

    test("a body of 4 MB and one byte is too large, one byte less is not", async () => {
      inProcessOnly("hundreds of megabytes; test/deployed/refusals.test.ts sends some");
      const size = 4 * 1024 * 1024;
      const bodyOf = (bytes: number) => `{"nope":"${"x".repeat(bytes - 11)}"}`;
      const asked = async (bytes: number) => asOwner(each, { query: nonsense, body: bodyOf(bytes) });
      const [above, below] = [await asked(size + 1), await asked(size)];
      expect(above.status).toBe(413);
      expect(below.status).not.toBe(413);
    });

    test("a body nested too deep", async () => {
      const body = `{"nope":${"[".repeat(100_000)}${"]".repeat(100_000)},"\\ud800":"\\ud800"}`;
      expect(problem(each, await asOwner(each, { body }))).toEqual(expected(each, [""]));
    });
  });
});

describe("whatever is sent, it is no 500", () => {
  const hostile = [
    ...[null, true, -1, 1e300, 1e-300, "", "\0", "\ud800", "x".repeat(300), "__proto__"],
    ...[[null], {}, JSON.parse('{"__proto__":{}}')],
  ];
  /** One for each endpoint: what is done there is gone for the others. */
  const worlds = new Map<string, Promise<World>>();
  const worldOf = ({ operation, handler }: Titled) => {
    const made = worlds.get(operation) ?? aWorld(handler);
    worlds.set(operation, made);
    return made;
  };

  // the same few rules judge the values of all places: each place meets a sixth of the values, and each value a sixth of the places
  test.each(withBody)("$title: each part of a body, replaced", async (each) => {
    const { definition } = each.handler;
    const own = await worldOf(each);
    const body = exampleFor(definition.body, own);
    expect(body, "its body has an example").toBeDefined();
    const members = Object.keys((definition.body as z.ZodObject).shape ?? {}).map((key) => [key]);
    const places = new Map([...members, ...partsOf(body)].map((path) => [JSON.stringify(path), path]));
    const mutants = [...places.values()].flatMap((path, i) =>
      everyOf(hostile, 6, i).map((value) => replaced(body, path, value)),
    );
    for (const mutant of someOf(mutants, 12)) await asOwner(each, { body: mutant }, own);
  });

  test.each(withBody)("$title: any JSON", async (each) => {
    const own = await worldOf(each);
    const anyBody = fc.asyncProperty(fc.json({ maxDepth: 4 }), async (body) => {
      await asOwner(each, { body }, own);
    });
    await fc.assert(anyBody, { numRuns: fewerThan(8) });
  });

  test.each(endpointsWith(({ form }) => form))("$title: any form", async (each) => {
    const own = await worldOf(each);
    const keys = Object.keys(exampleFor(each.handler.definition.body, own) ?? {});
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const anyForm = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("nope", ...keys), fc.string({ unit: "binary" })), { maxLength: 6 }),
      async (pairs) => {
        const form = new URLSearchParams();
        for (const [key, value] of pairs) form.append(key, value.toWellFormed());
        await asOwner(each, { body: form.toString(), headers }, own);
      },
    );
    await fc.assert(anyForm, { numRuns: fewerThan(12) });
  });

  test.each(all)("$title: any query", async (each) => {
    const anyQuery = fc.asyncProperty(
      fc.webQueryParameters(),
      fc.string({ unit: "binary" }),
      async (raw, text) => {
        await asOwner(each, { query: `${raw}&${encodeURIComponent(text)}&nope`, body: {} });
      },
    );
    await fc.assert(anyQuery, { numRuns: fewerThan(8) });
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
