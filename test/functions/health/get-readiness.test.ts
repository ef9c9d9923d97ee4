import { expect, test } from "vitest";
import { handler as getHealth } from "#functions/health/get-health";
import { handler as getReadiness } from "#functions/health/get-readiness";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { disturbed, storeError } from "#test/support/store/faults";

test("200: the store answers; without a token, by one read", async () => {
  expect(await call(getReadiness)).toMatchObject({ status: 200, body: { status: "ready" } });
  const cost = await costOf(() => call(getReadiness, { query: "t=1" }));
  expect(cost).toMatchObject({ requests: 1, written: 0 });
});

test.each([
  ["cannot be reached", "not sent"],
  ["has no table of this name", storeError("ResourceNotFoundException")],
] as const)("503: the store %s, which /health does not look at", async (_, fault) => {
  await disturbed(
    () => fault,
    async () => {
      const { status, body, headers } = await call(getReadiness);
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          message: "The database does not respond; retry",
          status: 503,
          code: "database_connection_unavailable",
        },
      });
      expect(headers["retry-after"]).toBe("1");
      expect((await call(getHealth)).status).toBe(200);
    },
  );
});

test("200: one lost answer is asked for again", async () => {
  await disturbed(
    (_, index) => (index === 0 ? "answer lost" : undefined),
    async () => expect((await call(getReadiness)).status).toBe(200),
  );
});
