/* A task that is asked for often is done seldom, and never one time too few. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSeldom } from "#lib/web/browser/live/run-seldom";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("it is done at once, then once for all that asked meanwhile, then not at all", async () => {
  let done = 0;
  const { run } = runSeldom(async () => {
    done++;
    if (done === 1) throw new Error("one that fails ends nothing");
  }, 1000);
  run();
  expect(done).toBe(1);
  run();
  await vi.advanceTimersByTimeAsync(500);
  run();
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(done).toBe(2);
  await vi.advanceTimersByTimeAsync(9000);
  expect(done).toBe(2);
  run();
  expect(done).toBe(3);
});

test("after it was stopped nothing is done", async () => {
  let done = 0;
  const { run, stop } = runSeldom(async () => {
    done++;
  }, 1000);
  run();
  run();
  stop();
  await vi.advanceTimersByTimeAsync(9000);
  run();
  expect(done).toBe(1);
});
