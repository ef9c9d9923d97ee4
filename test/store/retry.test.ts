import { expect, test } from "vitest";
import { runTogether } from "#lib/store/retry";

test("each is worked on once, in order, four at a time", async () => {
  let running = 0;
  const begun: number[] = [];
  const most: number[] = [];
  await runTogether([...Array(20).keys()], async (n, index) => {
    expect(n).toBe(index);
    begun.push(n);
    most.push(++running);
    await new Promise((resolve) => setTimeout(resolve, (20 - n) % 3));
    running--;
  });
  expect(begun).toEqual([...Array(20).keys()]);
  expect(Math.max(...most)).toBe(4);
});

test("after a failure none is begun, and it is told when those that were running have ended", async () => {
  const ended: number[] = [];
  const working = runTogether([0, 1, 2, 3, 4, 5], async (n) => {
    if (n === 1) throw new Error("no");
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push(n);
  });
  await expect(working).rejects.toThrow("no");
  expect(ended).toEqual([0, 2, 3]);
});
