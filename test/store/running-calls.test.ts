import { afterEach, beforeEach, expect, test } from "vitest";
import { countCalls, earlierCallsEnd, runCall } from "#lib/store/running-calls";

let stop: () => void;
beforeEach(() => {
  stop = countCalls();
});
afterEach(() => stop());

/** A call that runs until it is told to end. */
function heldCall() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { call: runCall(() => promise), end: resolve };
}
const long = 60_000;

test("a call that is alone does not wait", async () => {
  expect(await runCall(() => earlierCallsEnd(long))).toBe(true);
});

test("it waits for those that run, not for those that begin meanwhile", async () => {
  const before = [heldCall(), heldCall()];
  const order: string[] = [];
  const asking = runCall(async () => order.push(`all ended: ${await earlierCallsEnd(long)}`));
  const later = heldCall();
  for (const [i, { call, end }] of before.entries()) {
    order.push(`${i} ends`);
    end();
    await call;
  }
  await asking;
  expect(order).toEqual(["0 ends", "1 ends", "all ended: true"]);
  later.end();
});

test("calls that failed have ended", async () => {
  const failing = runCall(() => Promise.reject(new Error("refused")));
  const asking = runCall(() => earlierCallsEnd(long));
  await expect(failing).rejects.toThrow("refused");
  expect(await asking).toBe(true);
});

test("it says when they do not end in time", async () => {
  const { call, end } = heldCall();
  expect(await runCall(() => earlierCallsEnd(1))).toBe(false);
  end();
  await call;
});

test("calls that wait for each other go on, and count again afterwards", async () => {
  const held = heldCall();
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const asking = [1, 2].map(() =>
    runCall(async () => {
      const have = await earlierCallsEnd(long);
      await goOn;
      return have;
    }),
  );
  held.end();
  await held.call;
  // until both have been told, and work again
  await new Promise(setImmediate);
  expect(await runCall(() => earlierCallsEnd(1))).toBe(false);
  resolve();
  expect(await Promise.all(asking)).toEqual([true, true]);
});

test("where other processes may call the store, nothing is known of their calls", async () => {
  stop();
  expect(await runCall(() => earlierCallsEnd(long))).toBe(false);
});
