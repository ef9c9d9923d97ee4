import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { printJson, printRequestAsJson } from "#lib/local/gateway/log-lines";
import { invalid } from "#lib/schemas/basics/error";

let written: string[] = [];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
  printJson();
});
afterEach(() => vi.restoreAllMocks());

const lines = () => written.map((text) => JSON.parse(text) as Record<string, unknown>);
const common = { timestamp: expect.any(String), level: "ERROR" };
const answered = { method: "GET", path: "/base", milliseconds: 1.26, requestId: "r" };

test("an error of 500 and above is in the line of its request, without what it quotes; its path is not", () => {
  const entry = {
    requestId: "r",
    invocation: "r",
    begun: 0,
    status: 500,
    error: new Error('no "secret" here'),
  };
  printRequestAsJson({ ...answered, status: 500, operation: "listBases", entry });
  expect(lines()).toEqual([
    {
      ...common,
      requestId: "r",
      operation: "listBases",
      method: "GET",
      status: 500,
      milliseconds: 1.3,
      error: { name: "Error", message: 'no "…" here', at: expect.any(Array) },
    },
  ]);
});

test("a refusal has its code, and nothing of the message", () => {
  const entry = {
    ...{ requestId: "r", invocation: "r", begun: 0, status: 400, userId: "usr1" },
    error: invalid([{ path: "name", message: "must not be secret" }]),
  };
  printRequestAsJson({ ...answered, status: 400, entry });
  expect(lines()).toMatchObject([{ level: "INFO", userId: "usr1", code: "validation_error" }]);
  expect(written.join()).not.toContain("secret");
});

test("whatever else is printed is one object a line", async () => {
  console.log("two\nlines of %s", "text");
  console.error({ job: "job1", error: { name: "Error" } });
  console.error("links that were left:", new TypeError("a 'secret'"));
  console.warn(new Error("alone"));
  console.debug([1, 2], null);
  console.log([1]);
  const round: { itself?: object } = {};
  round.itself = round;
  console.log(round);
  process.emitWarning("take care");
  await vi.waitFor(() => expect(written).toHaveLength(8));
  expect(lines()).toMatchObject([
    { level: "INFO", message: "two\nlines of text" },
    { level: "ERROR", job: "job1" },
    { level: "ERROR", message: "links that were left:", error: { name: "TypeError", message: "a '…'" } },
    { level: "WARN", error: { message: "alone" } },
    { level: "INFO", message: "[ 1, 2 ] null" },
    { level: "INFO", message: "[ 1 ]" },
    { level: "INFO", message: expect.stringContaining("Circular") },
    { level: "WARN", message: "take care" },
  ]);
  for (const text of written)
    expect(text.endsWith("}\n") && text.trimEnd().split("\n").length === 1).toBe(true);
});
