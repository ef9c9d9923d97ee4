/* What holds for each endpoint of its path and method, and of its place in the tree. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Definition } from "#lib/http/definition";
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
  // on the wire an answer to HEAD has no body
  if (method !== "HEAD") expectCommon(answer, at);
  return answer;
}
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
const matches = (template: string, path: string) =>
  new RegExp(`^${template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(path);

describe.each(endpoints)("$title", ({ handler: { definition } }) => {
  const { method, alsoAt, scope } = definition;
  const path = filled(definition.path);

  /** The endpoint itself answered; a wrong question, so that nothing is done. */
  function expectHere({ status, body }: Awaited<ReturnType<typeof through>>) {
    if (scope) expect(status).toBe(400);
    else expect([308, 405]).not.toContain(status);
    expect(JSON.stringify(body)).not.toContain("all there is stands in /docs");
  }

  test("the path", async () => {
    expectHere(await through(method, `${path}?nope=1`, { at: definition }));
  });

  test("with a slash at its end it is moved, or answered", async ({ skip }) => {
    skip(path === "/", "it is a slash");
    const answer = await through(method, `${path}/?nope=1`, alsoAt ? { at: definition } : {});
    if (alsoAt) expectHere(answer);
    else
      expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
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

test("what changes something takes no query but what it knows, or a body", () => {
  const careless = endpointsWith(
    (definition) => definition.method !== "GET" && !definition.body && takesAnyQuery(definition),
  );
  expect(careless.map(({ title }) => title)).toEqual([]);
});

test.each(functionsOf(registry))("$file has a test of its own", ({ file }) => {
  expect(existsSync(join(projectFolder, "test", file.replace(/\.ts$/, ".test.ts")))).toBe(true);
});
