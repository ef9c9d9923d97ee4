import { afterEach, expect, test, vi } from "vitest";
import { handler } from "#functions/docs/get-docs";
import { call } from "#test/support/requests/call";

afterEach(() => vi.restoreAllMocks());

test("the line of the first call of a process says so", async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  vi.spyOn(console, "log").mockImplementation((text) => void lines.push(String(text)));
  vi.stubEnv("GRIDLESS_OPERATION", "theOperation");
  vi.stubEnv("GRIDLESS_STAGE", "test");
  for (let i = 0; i < 2; i++) await call(handler);
  vi.unstubAllEnvs();
  expect(lines.map((line) => JSON.parse(line).coldStart)).toEqual([true, undefined]);
});
