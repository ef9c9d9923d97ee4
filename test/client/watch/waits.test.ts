/* When a follower asks again: for each state and each random number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseBackoff, chooseWait, usualWaits, type WaitState } from "#lib/client/watch/waits";

const random = fc.double({ min: 0, max: 1, noNaN: true });
const anyState: fc.Arbitrary<WaitState> = fc.record({
  hasMore: fc.boolean(),
  quiet: fc.nat(1000),
  failures: fc.nat(1000),
  retryAfter: fc.option(fc.nat(3600), { nil: undefined }),
  isLive: fc.boolean(),
  isUnseen: fc.boolean(),
  isLed: fc.boolean(),
});
const calm: WaitState = {
  ...{
    hasMore: false,
    quiet: 0,
    failures: 0,
    retryAfter: undefined,
    isLive: false,
    isUnseen: false,
    isLed: false,
  },
};

test("after a change 2 s, then 3 s, 4.5 s, up to 30 s", () => {
  const waits = [0, 1, 2, 6, 7, 100].map((quiet) => chooseWait({ ...calm, quiet }, 0.5));
  expect(waits).toEqual([2000, 3000, 4500, 22_781.25, 30_000, 30_000]);
});

test("a minute while hints come and while the page is hidden; at once if there is more", () => {
  expect(chooseWait({ ...calm, isLive: true }, 0.5)).toBe(60_000);
  expect(chooseWait({ ...calm, isUnseen: true, quiet: 3 }, 0.5)).toBe(60_000);
  expect(chooseWait({ ...calm, isUnseen: true, isLive: true, hasMore: true }, 0.5)).toBe(0);
});

test("another tab asks: a little after it would, and at once if there is more", () => {
  for (const isLive of [true, false]) expect(chooseWait({ ...calm, isLive, isLed: true }, 0.5)).toBe(75_000);
  expect(chooseWait({ ...calm, isLed: true, hasMore: true }, 0.5)).toBe(0);
});

test("a wait is never negative, and without a failure never longer than 75 s", () => {
  fc.assert(
    fc.property(anyState, random, (state, at) => {
      const wait = chooseWait(state, at);
      expect(wait).toBeGreaterThanOrEqual(0);
      if (state.failures === 0) expect(wait).toBeLessThanOrEqual(75_000);
    }),
  );
});

test("after a failure the Retry-After is kept, and the rest is spread over the whole time", () => {
  fc.assert(
    fc.property(anyState, random, (state, at) => {
      fc.pre(state.failures > 0);
      const least = (state.retryAfter ?? 0) * 1000;
      const wait = chooseWait(state, at);
      expect(wait).toBeGreaterThanOrEqual(least);
      expect(wait).toBeLessThanOrEqual(least + 60_000);
      // a longer way there is never a shorter wait
      expect(chooseWait({ ...state, failures: state.failures + 1 }, at)).toBeGreaterThanOrEqual(wait);
      expect(chooseBackoff(state.failures, 0)).toBe(0);
      expect(chooseBackoff(state.failures, 1)).toBe(Math.min(60_000, 1000 * 2 ** (state.failures - 1)));
    }),
  );
});

test("a wait is slept in pieces that are shorter than it", () => {
  expect(usualWaits.slice).toBeLessThanOrEqual(usualWaits.changed);
});
