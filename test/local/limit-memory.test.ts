import { expect, test, vi } from "vitest";
import { freeMemoryWhenIdle } from "#lib/local/process/limit-memory";

test("memory that nobody uses is freed a moment after the start", async () => {
  const garbage = new WeakRef({ text: "x".repeat(1000) });
  freeMemoryWhenIdle();
  await vi.waitUntil(() => garbage.deref() === undefined, { timeout: 20_000 });
  expect(garbage.deref()).toBeUndefined();
});
