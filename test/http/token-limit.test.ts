import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { checkEnvironment } from "#lib/local/process/check-environment";
import { StartError } from "#lib/local/process/start-error";
import { aSession, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { disturbed } from "#test/support/store/faults";

/** Rates are so low that no next slot begins while a test runs. */
const limit = (rate: string, burst: string) => {
  vi.stubEnv("GRIDLESS_TOKEN_RATE", rate);
  vi.stubEnv("GRIDLESS_TOKEN_BURST", burst);
};
beforeEach(() => limit("", ""));
afterEach(() => vi.unstubAllEnvs());

test("429: with a token that calls too often, in the common body, and when to come again", async () => {
  const owner = await someone();
  limit("0.0001", "3");
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(listBases, { as: owner })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(7);
  for (const { body, headers } of refused) {
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(10_000);
    expect(headers["x-request-id"]).toBeTruthy();
    expect(body).toEqual({
      message: `Too many requests with this token: the limit is 3 at once, then one every 167 minutes; try again in ${seconds} s`,
      status: 429,
      code: "too_many_requests",
    });
  }
});

test("the same person's other token is not held back", async () => {
  const owner = await someone();
  limit("0.0001", "1");
  const statusOf = async (token: string) => (await call(listBases, { as: { token } })).status;
  const other = await aToken(owner.userId);
  expect([await statusOf(owner.token), await statusOf(owner.token), await statusOf(other)]).toEqual([
    200, 429, 200,
  ]);
});

test("429: a page with a session is held back as a token is, and the person's tokens are not", async () => {
  const owner = await someone();
  const as = await aSession(owner.userId);
  limit("0.0001", "2");
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(listBases, { as })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.message).toMatch(/^Too many requests with this session: the limit is 2 at once/);
  expect((await call(listBases, { as: owner })).status).toBe(200);
});

test("429: nothing is written", async () => {
  const { owner, tableId, spaceId } = await aTable();
  limit("0.0001", "1");
  await call(listBases, { as: owner });
  const body = { records: [{ fields: {} }] };
  const sent = await disturbed(
    () => undefined,
    async () => {
      expect((await call(createRecords, { as: owner, params: { tableId }, body })).status).toBe(429);
      expect((await call(createBase, { as: owner, body: { spaceId, name: "B" } })).status).toBe(429);
    },
  );
  const writes = sent.filter(({ command }) => /Put|Transact|Delete|Update/.test(command));
  expect(writes.map(({ input }) => JSON.stringify(input["Key"]))).toEqual([
    expect.stringContaining("RATE#"),
    expect.stringContaining("RATE#"),
  ]);
});

test("401 comes first: who is nobody is not told to wait", async () => {
  limit("0.0001", "1");
  const expired = await aToken((await someone()).userId, { expiredTime: "2020-01-01T00:00:00.000Z" });
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await call(listBases, { as: { token: expired } })).status);
  expect(statuses).toEqual([401, 401, 401]);
});

test("costs one write and no round trip more; off it costs nothing", async () => {
  const { owner, tableId } = await aTable();
  const listed = () => costOf(() => call(listRecords, { as: owner, params: { tableId } }));
  await listed();
  const off = await listed();
  expect(off.written).toBe(0);
  limit("1000", "50");
  expect(await listed()).toEqual({ ...off, requests: off.requests + 1, written: 1 });
});

test.each(["Infinity", "1e300", "1001", "1e-320", "0.0000000000000001", "0x10", "0"])(
  "npm start does not begin with a rate of %s, whose bucket the store might not hold",
  (rate) => {
    const environment = { GRIDLESS_TOKEN_RATE: rate, GRIDLESS_TOKEN_BURST: "5" };
    expect(() => checkEnvironment(environment)).toThrow(StartError);
    expect(() => checkEnvironment(environment)).toThrow(`not "${rate}"`);
  },
);

test.each([
  ["0.000001", "50"],
  ["0.000001", "1"],
  ["1000", "50"],
  ["1000", "1"],
])("200: the slowest and the fastest rates that it takes, %s with %s at once", async (rate, burst) => {
  const environment = { GRIDLESS_TOKEN_RATE: rate, GRIDLESS_TOKEN_BURST: burst };
  expect(() => checkEnvironment(environment)).not.toThrow();
  limit(rate, burst);
  expect((await call(listBases, { as: await someone() })).status).toBe(200);
});

test("every answer says what is left: successes, errors, refusals; without a limit it says nothing", async () => {
  const { owner: as, tableId } = await aTable();
  expect((await call(listBases, { as })).headers).not.toHaveProperty("ratelimit");
  limit("0.0001", "3");
  const params = { tableId };
  const answers = [
    await call(listBases, { as }),
    await call(listRecords, { as, params, query: "nope=1" }),
    await call(createRecords, { as, params, body: { records: [{ fields: {} }] } }),
    await call(listBases, { as }),
  ];
  expect(
    answers.map(({ status, headers }) => [status, headers["ratelimit-policy"], headers["ratelimit"]]),
  ).toEqual([
    [200, '"token";q=3;w=30000', '"token";r=2;t=10000'],
    [400, '"token";q=3;w=30000', '"token";r=1;t=20000'],
    [201, '"token";q=3;w=30000', '"token";r=0;t=30000'],
    [429, '"token";q=3;w=30000', '"token";r=0;t=30000'],
  ]);
});

test("calls at the same time: no two are told that the same number is left", async () => {
  const as = await someone();
  limit("0.0001", "10");
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(listBases, { as })));
  const left = answers.map(({ headers }) => Number(/;r=(\d+)/.exec(headers["ratelimit"] ?? "")?.[1]));
  expect(left.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("limits that are always set are shown too, beside that of the token", async () => {
  const { owner: as, baseId } = await aTable();
  const invite = async (email: string) => {
    const body = { emails: [email], role: "viewer" };
    const { status, headers } = await call(inviteToBase, { as, params: { baseId }, body });
    return [status, headers["ratelimit-policy"], headers["ratelimit"]];
  };
  expect(await invite("ada@example.org")).toEqual([
    201,
    expect.stringMatching(/^"invitations";q=\d+;w=\d+$/),
    expect.stringMatching(/^"invitations";r=\d+;t=\d+$/),
  ]);
  limit("0.0001", "3");
  const [, policies, states] = await invite("bob@example.org");
  for (const list of [policies, states])
    expect(
      String(list)
        .replaceAll(/;[^,]*/g, "")
        .split(", ")
        .sort(),
    ).toEqual(['"invitations"', '"token"']);
});
