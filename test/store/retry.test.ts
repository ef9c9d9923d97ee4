import { expect, test } from "vitest";
import { runTogether } from "#lib/store/retry";
import { sendUntilSettled } from "#lib/store/transaction";

test("each element is processed once, in order, four at a time", async () => {
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

test("after a failure no more are started, and it is thrown when the running ones have ended", async () => {
  const ended: number[] = [];
  const working = runTogether([0, 1, 2, 3, 4, 5], async (n) => {
    if (n === 1) throw new Error("no");
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push(n);
  });
  await expect(working).rejects.toThrow("no");
  expect(ended).toEqual([0, 2, 3]);
});

test("a transaction that a partition throttles is sent on for some seconds, any other disturbance six times", async () => {
  const canceled = (Code: string) =>
    Object.assign(new Error("canceled"), {
      name: "TransactionCanceledException",
      $fault: "client",
      CancellationReasons: [{ Code: "None" }, { Code }],
    });
  const tokens = new Set<string>();
  const failing = (times: number, Code: string) => {
    let attempts = 0;
    return sendUntilSettled(async (token) => {
      tokens.add(token);
      if (attempts++ < times) throw canceled(Code);
    });
  };
  expect(await failing(8, "ThrottlingError")).toEqual([]);
  expect(tokens.size).toBe(9);
  await expect(failing(8, "TransactionConflict")).rejects.toMatchObject({ status: 409 });
  expect(tokens.size).toBe(9 + 6);
}, 20_000);
