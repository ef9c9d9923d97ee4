/* Every endpoint while the store cannot be reached, and what is logged then. */
import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { afterAll, describe, expect, test, vi } from "vitest";
import { errorsOf } from "#lib/openapi/failures";
import { client } from "#lib/store/store";
import { aWorld, entering, exampleFor, queryFor } from "#test/support/makers/world";
import type { Answer } from "#test/support/requests/call";
import { ask, endpointsWith } from "#test/support/requests/each-endpoint";
import { everyOf } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("needs the SDK and the console of this process");

const logged: unknown[][] = [];
for (const method of ["log", "info", "warn", "error", "debug"] as const)
  vi.spyOn(console, method).mockImplementation((...line) => void logged.push(line));

const asked = everyOf(
  endpointsWith(() => true),
  2,
  0,
);

describe("503: the store cannot be reached", { timeout: 120_000 }, () => {
  const outage = new AsyncLocalStorage<{ left: number }>();
  client().middlewareStack.add(
    (next) => (args) => {
      const state = outage.getStore();
      if (state && state.left-- <= 0) throw new Error("connect ECONNREFUSED");
      return next(args);
    },
    { step: "initialize", name: "outage" },
  );
  afterAll(() => void client().middlewareStack.remove("outage"));

  // concurrent, because they mostly wait between attempts; half of the endpoints, because a few shared modules handle outages
  test.concurrent.each(asked)(
    "$title: from the first request to the store on, from the second …",
    async ({ handler }) => {
      const world = await aWorld(handler);
      const { definition } = handler;
      const query = queryFor(definition, world);
      const asking = { params: world.params, query, body: exampleFor(definition.body, world) };
      const answers: Answer[] = [];
      // until an outage would begin after its last request
      for (let from = 0, reached = true; reached && from < 9; from++) {
        const entered = await entering(handler, world.owner);
        const state = { left: from };
        answers.push(await outage.run(state, () => ask(handler, { ...asking, ...entered })));
        reached = state.left < 0;
      }
      const away = answers.filter(({ status }) => status === 503);
      // the first reads the token; the file of an analysis is elsewhere, and models are in the settings
      const readsMore = definition.scope && !["/import/analyze", "/ai/models"].includes(definition.path);
      const least = readsMore ? 2 : definition.public ? 0 : 1;
      expect(away.length).toBeGreaterThanOrEqual(least);
      for (const { headers, body } of away) {
        expect(headers["retry-after"]).toBe("1");
        if (errorsOf(definition) === "common")
          expect(body).toMatchObject({ code: "database_connection_unavailable" });
        expect(body).not.toHaveProperty("data");
      }
      const first = await ask(handler, { ...asking, ...(await entering(handler, world.owner)) });
      // 400, 404, 409: a call that has succeeded above may not be possible again
      if (definition.scope) expect([200, 201, 302, 307, 400, 404, 409]).toContain(first.status);
      expect(first.status).toBeLessThan(500);
    },
  );
});

describe("the log", () => {
  test("contains no token and no secret of a session", () => {
    const lines = logged.map((line) => inspect(line, { depth: 30 }));
    // at least the lines about the outages
    expect(lines.length).toBeGreaterThan(asked.filter(({ handler }) => !handler.definition.public).length);
    expect(lines.filter((line) => /gridless_(acc|clt)|usr\w{16}\.\w/.test(line))).toEqual([]);
  });
});
