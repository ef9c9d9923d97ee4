import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as unknownPath } from "#functions/default/unknown-path";
import { handler as getDocs } from "#functions/docs/get-docs";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { shown } from "#lib/schemas/basics/log-error";
import { noBase } from "#test/support/makers/ids";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { startServer } from "#test/support/requests/server";
import { disturbed, storeError } from "#test/support/store/faults";

type Line = ReturnType<typeof JSON.parse>;

/** All that was printed, by whatever way. */
let printed = "";
const lines = (): Line[] =>
  printed
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const lastLine = (): Line => lines().at(-1);

beforeEach(() => {
  printed = "";
  const take = (text: unknown) => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(take);
  vi.spyOn(process.stderr, "write").mockImplementation(take);
  for (const method of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, method).mockImplementation((...all) => {
      take(`${all.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" ")}\n`);
    });
  vi.stubEnv("GRIDLESS_OPERATION", "theOperation");
  vi.stubEnv("GRIDLESS_STAGE", "test");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("a line for each call", () => {
  test("says who, what, how it went and how long it took", async () => {
    const { owner, tableId } = await aTable();
    printed = "";
    const { headers } = await call(listRecords, { as: owner, params: { tableId } });
    expect(lines()).toEqual([
      {
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        level: "INFO",
        requestId: headers["x-request-id"],
        invocation: "test",
        operation: "theOperation",
        userId: owner.userId,
        status: 200,
        milliseconds: expect.any(Number),
        storeMilliseconds: expect.any(Number),
        storeRequests: expect.any(Number),
      },
    ]);
    const [{ milliseconds, storeMilliseconds, storeRequests }] = lines();
    expect(storeRequests).toBeGreaterThan(3);
    expect(storeMilliseconds).toBeLessThanOrEqual(milliseconds + 0.1);
  });

  test("without a caller there is no user; a refusal has its code, and no error", async () => {
    await call(getDocs);
    await call(getBase, { params: { baseId: noBase() } });
    await call(getBase, { as: await someone(), params: { baseId: noBase() } });
    const event = eventOf(
      { method: "GET", url: "/nowhere", headers: {}, body: Buffer.alloc(0) },
      { routeKey: "$default", pathParameters: {} },
    );
    await unknownPath(event, contextOf("test", "$default"));
    expect(lines().map(({ status, code, userId, error }) => ({ status, code, userId, error }))).toEqual([
      { status: 200, code: undefined, userId: undefined, error: undefined },
      { status: 401, code: "unauthorized", userId: undefined, error: undefined },
      { status: 404, code: "not_found", userId: expect.stringMatching(/^usr/), error: undefined },
      { status: 404, code: "not_found", userId: undefined, error: undefined },
    ]);
  });

  test("503 and 500 have the error with its causes, and are counted", async () => {
    const { owner, tableId } = await aTable();
    const asked = { as: owner, params: { tableId } };
    await disturbed(
      () => storeError("ProvisionedThroughputExceededException"),
      () => call(listRecords, asked),
    );
    expect(lastLine()).toMatchObject({
      level: "ERROR",
      status: 503,
      code: "database_connection_unavailable",
      error: { name: "AppError", cause: { name: "ProvisionedThroughputExceededException" } },
    });
    await disturbed(
      () => storeError("ValidationException"),
      () => call(listRecords, asked),
    );
    expect(lastLine()).toMatchObject({
      status: 500,
      error: { name: "ValidationException", at: expect.any(Array) },
    });
    // the embedded metric format
    const { _aws, ...line } = lastLine();
    expect(_aws).toEqual({
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: "Gridless",
          Dimensions: [["stage", "operation"]],
          Metrics: [{ Name: "ServerErrors", Unit: "Count" }],
        },
      ],
    });
    expect(line).toMatchObject({ ServerErrors: 1, stage: "test", operation: "theOperation" });
  });
});

describe("nobody's secrets", () => {
  const secrets = { Name: "Sesame opens", Count: 73_219_461, Status: "Undercover" };
  const hidden = ["Sesame", "73219461", "Undercover"];
  const expectNone = (texts: string[]) => {
    for (const text of texts) expect(printed).not.toContain(text);
  };

  test("no token, address or cell value in the lines of calls that succeed or fail", async () => {
    const { owner, tableId, baseId } = await aTable({ records: [{ fields: { Name: "Sesame was here" } }] });
    const other = await someone();
    const fields = secrets;
    const create = (more: object) => call(createRecords, { as: owner, params: { tableId }, ...more });
    const statuses = [
      await create({ body: { typecast: true, records: [{ fields }] } }),
      await create({ body: { records: [{ fields: { ...fields, Count: "Sesame", [hidden[2] ?? ""]: 1 } }] } }),
      await create({ body: '{"records":[{"fields":{"Name":"Sesame' }),
      await create({ as: other, body: { records: [{ fields }] } }),
      await create({ as: { token: `${owner.token}x` }, body: { records: [{ fields }] } }),
      await create({ body: { records: [{ fields }] }, headers: { "idempotency-key": "Undercover" } }),
      await call(listRecords, { as: owner, params: { tableId }, query: { search: "Sesame" } }),
      await call(getBase, { as: other, params: { baseId } }),
    ].map(({ status }) => status);
    expect(new Set(statuses.map((status) => Math.floor(status / 100)))).toEqual(new Set([2, 4]));

    const broken = [
      new SyntaxError(`Unexpected token S, "{Sesame: 1}" is not valid JSON`),
      new RangeError("Invalid time zone specified: Undercover"),
      storeError("TransactionCanceledException", {
        CancellationReasons: [{ Code: "ValidationError", Item: { name: "Sesame", token: owner.token } }],
      }),
      new Error(`no "Sesame" and no 'Undercover`, {
        cause: new TypeError("`73219461`", { cause: "Sesame" }),
      }),
    ];
    for (const error of broken)
      await disturbed(
        () => error,
        () => create({ body: { typecast: true, records: [{ fields }] } }),
      );
    expect(lines().filter(({ status }) => status >= 500)).toHaveLength(broken.length);
    expectNone([...hidden, owner.token, other.token, owner.email, other.email, "Bearer"]);
  });

  test("nor in what npm start prints", async () => {
    const { folder, remove } = temporaryFolder();
    const server = await startServer(folder);
    const { url, token, baseId } = server.dev;
    // the greeting shows the token of the first start
    const greeting = server.output().length;
    const post = (path: string, body: object, key = token) =>
      fetch(url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const table = (await (await post(`/base/${baseId}/table/`, {})).json()) as { id: string };
    const records = [{ fields: secrets }];
    for (const [body, key] of [
      [{ typecast: true, records }],
      [{ records }],
      [{ typecast: true, records }, "gridless_none"],
    ] as const)
      await post(`/table/${table.id}/record`, body, key);
    await server.stop("SIGTERM");
    remove();
    printed = server.output().slice(greeting);
    expect(printed.match(/ POST /g)).toHaveLength(4);
    expectNone([...hidden, token, "Bearer", "gridless_none", "@"]);
  });

  test("an error shows neither what it quotes nor what its message hides among its frames", async () => {
    const quotes = fc.constantFrom('"', "'", "`");
    await fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), quotes, (text, quote) => {
        const secret = `SECRET${text}`;
        const errors = [
          new Error(`no ${quote}${secret}${quote} here`),
          new Error(`${quote}${secret}`),
          new TypeError(`x\n    at ${quote}${secret}`),
          Object.assign(new Error(""), { input: secret, items: [secret] }),
          new Error("outside", { cause: new RangeError(secret) }),
        ];
        for (const error of errors) expect(JSON.stringify(shown(error))).not.toContain("SECRET");
      }),
    );
  });

  test("what is thrown need not be an error", () => {
    for (const thrown of ["SECRET", { SECRET: 1 }, undefined, null])
      expect(shown(thrown)).toEqual({ name: typeof thrown });
  });

  test("causes that go in a circle come to an end", () => {
    const error = new Error("round");
    error.cause = error;
    expect(JSON.stringify(shown(error)).match(/round/g)).toHaveLength(5);
  });
});
