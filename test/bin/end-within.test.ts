import { expect, test } from "vitest";
import { endWithin } from "../../bin/bench/end-within.ts";

test("what a benchmark waits for has a limit, and the error says what it was", async () => {
  await expect(endWithin(60_000, "rows are shown", Promise.resolve(7))).resolves.toBe(7);
  await expect(endWithin(5, "rows are shown", new Promise(() => {}))).rejects.toThrow(
    "rows are shown: not after 0.005 s",
  );
  const failed = Promise.reject(new Error("no page"));
  await expect(endWithin(60_000, "rows are shown", failed)).rejects.toThrow("no page");
});
