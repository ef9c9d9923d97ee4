/* Deployed functions log a line for each call, and enforce the limit that was set when they were built. */
import { beforeAll, expect, test } from "vitest";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import { someone } from "#test/support/makers/makers";
import { bundled, lambdaEnvironment, runNode } from "./support/bundled.ts";

let made: Awaited<ReturnType<typeof bundled>>;
beforeAll(async () => {
  made = await bundled("full");
}, 900_000);

/** The statuses and log lines of successive calls in one process, as in a warm Lambda function. */
async function callsOf(operation: string, token: string, calls: number) {
  const { url, folder = "" } = made.functions.find((each) => each.operation === operation) ?? {};
  const headers = { authorization: [`Bearer ${token}`] };
  const event = eventOf(
    { method: "GET", url: "/base", headers, body: Buffer.alloc(0) },
    { routeKey: "ANY /base", pathParameters: {} },
  );
  const script = `
    const lines = [], statuses = [];
    const write = process.stdout.write;
    process.stdout.write = (text) => lines.push(text);
    const { handler } = await import(${JSON.stringify(url)});
    for (let i = 0; i < ${calls}; i++)
      statuses.push((await handler(${JSON.stringify(event)}, ${JSON.stringify(contextOf("test", operation))})).statusCode);
    process.stdout.write = write;
    console.log(JSON.stringify({ lines, statuses }));`;
  const set = { ...(await lambdaEnvironment()), GRIDLESS_OPERATION: operation, GRIDLESS_STAGE: "main" };
  const { lines, statuses } = (await runNode(script, set, folder)) as { lines: string[]; statuses: number[] };
  return { statuses, lines: lines.map((line) => JSON.parse(line)) };
}

test("a line of JSON for each call, 429 above the limit", async () => {
  const { userId, token } = await someone();
  const { statuses, lines } = await callsOf("listBases", token, 4);
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect(lines.map(({ status }) => status)).toEqual(statuses);
  expect(lines.map(({ coldStart }) => coldStart)).toEqual([true, undefined, undefined, undefined]);
  expect(lines[0]).toMatchObject({
    operation: "listBases",
    userId,
    level: "INFO",
    storeRequests: expect.any(Number),
  });
  expect(lines[2]).toMatchObject({ code: "too_many_requests", level: "INFO" });
});
