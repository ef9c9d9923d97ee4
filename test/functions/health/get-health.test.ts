import { expect, test } from "vitest";
import { handler as getHealth } from "#functions/health/get-health";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import manifest from "../../../package.json" with { type: "json" };

test("200: the version of package.json and nothing else, without a token, whatever the query, not cached", async () => {
  const { status, body, headers } = await call(getHealth, { query: "t=1&t=2" });
  expect({ status, body }).toEqual({ status: 200, body: { status: "ok", version: manifest.version } });
  expect(headers["cache-control"]).toBe("no-store");
});

test("it sends no request to the store, also with a token", async () => {
  const { requests } = await costOf(() => call(getHealth, { as: { token: "none" } }));
  expect(requests).toBe(0);
});
