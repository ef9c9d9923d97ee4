/* Path, method and test file of every endpoint. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Definition } from "#lib/http/definition";
import type { Endpoint } from "#lib/http/endpoint";
import { isGreedy, takesBelow } from "#lib/http/route-names";
import { router } from "#lib/local/gateway/router";
import { takesAnyQuery } from "#lib/openapi/failures";
import { functionsOf, projectFolder } from "#lib/registry";
import { aWorld } from "#test/support/makers/world";
import { endpointsWith, expectCommon, registry } from "#test/support/requests/each-endpoint";
import { request, routesIn } from "#test/support/requests/request";
import { reaches } from "#test/support/run/target";

const { owner, params } = await aWorld();
const endpoints = endpointsWith(() => true);

async function through(
  method: string,
  url: string,
  { token = owner.token, at }: { token?: string; at?: Definition } = {},
) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await request({ method, url, headers, body: Buffer.from("{}") }, routesIn(registry));
  // over HTTP, a response to HEAD has no body
  if (method !== "HEAD") expectCommon(answer, at);
  return answer;
}
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");

const { routes } = routesIn(registry);
const match = router<Definition | undefined>(
  routes.map((route) => ({ ...route, handler: (route.handler as Endpoint).definition })),
  undefined,
);
/** The methods whose route leads to an endpoint with this method. */
const methodsAt = (path: string): string[] =>
  ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter((method) => {
    const { handler, routeKey } = match(method, path);
    return !isGreedy(routeKey) && handler?.method === (method === "HEAD" ? "GET" : method);
  });

describe.each(endpoints)("$title", ({ handler: { definition } }) => {
  const { method, scope } = definition;
  const alsoAt = definition.alsoAt !== undefined && isGreedy(definition.alsoAt);
  const path = filled(definition.path);
  /** What is below is its own too. */
  const below = takesBelow(definition.alsoAt ?? "") ? { at: definition } : {};

  /** The endpoint itself responded. Requests are invalid, so that they have no effect. */
  function expectHere({ status, body }: Awaited<ReturnType<typeof through>>) {
    if (scope) expect(status).toBe(400);
    else expect([308, 405]).not.toContain(status);
    expect(JSON.stringify(body)).not.toMatch(/(stands in|are listed at) \/docs/);
  }

  test("responds at its path", async () => {
    expectHere(await through(method, `${path}?nope=1`, { at: definition }));
  });

  test("with a slash at the end it redirects, or responds", async ({ skip }) => {
    skip(path === "/", "the path is a slash");
    const answer = await through(method, `${path}/?nope=1`, alsoAt ? { at: definition } : {});
    if (alsoAt) expectHere(answer);
    else
      expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
        status: 308,
        location: `${path}?nope=1`,
      });
    expect((await through(method, `${path}//`, below)).status).toBe(404);
  });

  test("every other method gets 405 with the allowed methods", async () => {
    const known = methodsAt(path);
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].filter(
      (each) => !known.includes(each) && reaches(each),
    );
    for (const other of others) {
      const { status, headers, body } = await through(other, path);
      const allowed = headers["allow"]?.split(", ").sort();
      expect({ status, allowed }).toEqual({ status: 405, allowed: known.toSorted() });
      if (other !== "HEAD") expect(body.code).toBe("method_not_allowed");
    }
  });

  test("an unknown path below it gets 404", async () => {
    const { status } = await through(method, `${path}/nothing/of/the/kind`, { token: "none", ...below });
    expect(status).toBe(404);
  });
});

test("endpoints that write and have no body refuse unknown query parameters", () => {
  const careless = endpointsWith(
    (definition) => definition.method !== "GET" && !definition.body && takesAnyQuery(definition),
  );
  expect(careless.map(({ title }) => title)).toEqual([]);
});

test.each(functionsOf(registry))("$file has its own test file", ({ file }) => {
  expect(existsSync(join(projectFolder, "test", file.replace(/\.ts$/, ".test.ts")))).toBe(true);
});
