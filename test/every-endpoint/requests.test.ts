/*
 * Invalid and hostile requests to every endpoint, derived from its definition.
 *
 * The tests of one endpoint run one after another: deployed, they find its process running, which takes half a second to start.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
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

/** A call with valid credentials. */
const asOwner = async (
  { handler }: Pick<Titled, "handler">,
  asking: Asking,
  { owner, params }: World = world,
) => ask(handler, { ...(await entering(handler, owner)), params, ...asking });

/** The status, and the paths of the issues if the endpoint's errors have them. */
const problem = ({ handler }: Pick<Titled, "handler">, answer: Awaited<ReturnType<typeof ask>>) =>
  errorsOf(handler.definition) === "common" ? refusal(answer) : { status: answer.status };
const expected = ({ handler }: Pick<Titled, "handler">, paths: string[], status = 400) =>
  errorsOf(handler.definition) === "common" ? { status, paths } : { status };

test("400: only public endpoints and pages accept unknown query parameters", () => {
  const loose = endpointsWith(
    (definition) => !definition.public && !definition.response.page && takesAnyQuery(definition),
  );
  expect(loose.map(({ operation }) => operation)).toEqual([]);
});

const hostile = [
  ...[null, true, -1, 1e300, 1e-300, "", "\0", "\ud800", "x".repeat(300), "__proto__"],
  ...[[null], {}, JSON.parse('{"__proto__":{}}')],
];

describe.each(all)("$title", (each) => {
  const { definition } = each.handler;

  if (!takesAnyQuery(definition))
    test("400: errors name unknown query parameters", async () => {
      const needed = new URLSearchParams(queryFor(definition, world));
      const query = `${needed}&nope=1&nope=2&__proto__=3&also[]=4&%F0%9F%9A%80`;
      const answer = await asOwner(each, { query, body: exampleFor(definition.body, world) });
      expect(problem(each, answer)).toEqual(expected(each, ["nope", "__proto__", "also", '["🚀"]']));
    });

  if (definition.body) {
    testBodies(each);
    testHostileBodies(each);
  }

  test("any query: never 500", async () => {
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

/** Shared code reads all bodies, so each case is sent to a sample of the endpoints. */
function testBodies(each: Titled) {
  const { definition } = each.handler;
  const place = withBody.findIndex(({ operation }) => operation === each.operation);
  const some = <Case>(cases: Case[]) => everyOf(cases, 3, place);
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
    // a form with any fields is valid, and so is any query here, so only 415 would be wrong
    if (status === 400 && type.includes("form") && takesAnyQuery(definition))
      expect(answer.status).not.toBe(415);
    // OAuth errors are always 400
    else expect(answer.status).toBe(errorsOf(definition) === "protocol" ? 400 : status);
  });

  const bodies = ["", " ", "{", "nope", "[", '"', "{}{}", "\u0000", "null", "[]", "1", '"text"', "true"];
  test.each(some(bodies))("400: the body %j", async (body) => {
    const answer = await asOwner(each, { body, headers: { "content-type": "application/json" } });
    expect(problem(each, answer)).toEqual(expected(each, [""]));
  });

  test("413: a body of 4 MB and one byte; one byte less is not too large", async () => {
    inProcessOnly("sends hundreds of megabytes; test/deployed/refusals.test.ts sends a few");
    const size = 4 * 1024 * 1024;
    const bodyOf = (bytes: number) => `{"nope":"${"x".repeat(bytes - 11)}"}`;
    const asked = async (bytes: number) => asOwner(each, { query: nonsense, body: bodyOf(bytes) });
    const [above, below] = [await asked(size + 1), await asked(size)];
    expect(above.status).toBe(413);
    expect(below.status).not.toBe(413);
  });

  test("400: a body that is nested too deeply", async () => {
    const body = `{"nope":${"[".repeat(100_000)}${"]".repeat(100_000)},"\\ud800":"\\ud800"}`;
    expect(problem(each, await asOwner(each, { body }))).toEqual(expected(each, [""]));
  });
}

/** Never 500. The endpoint has a world of its own, because a call may use up what others need. */
function testHostileBodies(each: Titled) {
  const { definition } = each.handler;
  let own: Promise<World>;
  beforeAll(async () => {
    own = aWorld(each.handler);
    await own;
  });

  // a few shared rules check all values, so each place gets a sixth of the hostile values
  test("each part of a body, replaced: never 500", async () => {
    const body = exampleFor(definition.body, await own);
    expect(body, "its body has an example").toBeDefined();
    const members = Object.keys((definition.body as z.ZodObject).shape ?? {}).map((key) => [key]);
    const places = new Map([...members, ...partsOf(body)].map((path) => [JSON.stringify(path), path]));
    const mutants = [...places.values()].flatMap((path, i) =>
      everyOf(hostile, 6, i).map((value) => replaced(body, path, value)),
    );
    for (const mutant of someOf(mutants, 12)) await asOwner(each, { body: mutant }, await own);
  });

  test("any JSON: never 500", async () => {
    const anyBody = fc.asyncProperty(fc.json({ maxDepth: 4 }), async (body) => {
      await asOwner(each, { body }, await own);
    });
    await fc.assert(anyBody, { numRuns: fewerThan(8) });
  });

  if (!definition.form) return;
  test("any form: never 500", async () => {
    const keys = Object.keys(exampleFor(definition.body, await own) ?? {});
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const anyForm = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom("nope", ...keys), fc.string({ unit: "binary" })), { maxLength: 6 }),
      async (pairs) => {
        const form = new URLSearchParams();
        for (const [key, value] of pairs) form.append(key, value.toWellFormed());
        await asOwner(each, { body: form.toString(), headers }, await own);
      },
    );
    await fc.assert(anyForm, { numRuns: fewerThan(12) });
  });
}

/** The paths of all values inside a value. */
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
