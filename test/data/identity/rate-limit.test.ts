import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxBurst, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { costOf } from "#test/support/requests/round-trips";

const aHash = () => crypto.randomUUID();
const begin = Date.parse("2026-11-20T12:00:00.000Z");

/** The bucket as arithmetic: the last slot that is booked is the later of what was booked and now, and one more. */
function model({ rate, burst }: RateLimit) {
  let booked = 0;
  return (now: number): boolean => {
    const present = Math.floor((now * rate) / 1000);
    const next = Math.max(booked, present) + 1;
    if (next > present + burst) return false;
    booked = next;
    return true;
  };
}

const limits = fc.record({
  rate: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(0.1, 0.5, 2.5)),
  burst: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(maxBurst)),
});

describe("the bucket", () => {
  test("is the one of arithmetic, whenever calls come", async () => {
    // pauses in slots, so that calls come in crowds, one by one, and after a rest
    const pauses = fc.array(
      fc.oneof(fc.constant(0), fc.double({ min: 0, max: 3, noNaN: true }), fc.nat(200)),
      {
        minLength: 20,
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(limits, pauses, async (limit, pauses) => {
        const hash = aHash();
        const expected = model(limit);
        let now = begin;
        for (const pause of pauses) {
          now += Math.floor((pause * 1000) / limit.rate);
          expect((await takeCall(hash, limit, now)) === 0).toBe(expected(now));
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("whoever comes again when he was told to comes in", async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.nat(100_000), async (limit, later) => {
        const hash = aHash();
        const now = begin + later;
        for (let i = 0; i < limit.burst; i++) await takeCall(hash, limit, now);
        const wait = await takeCall(hash, limit, now);
        expect(wait).toBeGreaterThan(0);
        expect(Number.isInteger(wait)).toBe(true);
        expect(await takeCall(hash, limit, now + wait * 1000)).toBe(0);
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  test("of calls at once, exactly as many come in as it holds", async () => {
    const limit = { rate: 5, burst: 20 };
    const hash = aHash();
    const inAt = async (now: number, calls: number) => {
      const waits = await Promise.all(Array.from({ length: calls }, () => takeCall(hash, limit, now)));
      return waits.filter((wait) => wait === 0).length;
    };
    expect(await inAt(begin, 150)).toBe(20);
    // a second earns five, a long rest no more than it holds
    expect(await inAt(begin + 1000, 100)).toBe(5);
    expect(await inAt(begin + 3_600_000, 100)).toBe(20);
  });

  test("clocks that differ let in no more than they differ by", async () => {
    const limit = { rate: 10, burst: 10 };
    const slot = 100;
    const late = fc.array(fc.record({ pause: fc.nat(3), behind: fc.nat(9) }), {
      minLength: 30,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(late, fc.boolean(), async (calls, together) => {
        const hash = aHash();
        let passed = 0;
        const asked = calls.map(({ pause, behind }) => {
          passed += together ? 0 : pause;
          return begin + (passed - behind) * slot;
        });
        const waits: number[] = [];
        if (together) waits.push(...(await Promise.all(asked.map((now) => takeCall(hash, limit, now)))));
        else for (const now of asked) waits.push(await takeCall(hash, limit, now));
        const came = waits.filter((wait) => wait === 0).length;
        expect(came).toBeLessThanOrEqual(limit.burst + passed + 9);
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  test("one token does not empty the bucket of another", async () => {
    const limit = { rate: 1, burst: 1 };
    expect([await takeCall("a", limit, begin), await takeCall("b", limit, begin)]).toEqual([0, 0]);
  });

  test("costs one unit, also the largest, also when it is empty", async () => {
    const limit = { rate: 1000, burst: maxBurst };
    const hash = "f".repeat(64);
    for (let i = 0; i < maxBurst; i++)
      expect(await costOf(() => takeCall(hash, limit, begin))).toMatchObject({
        roundTrips: 1,
        read: 0,
        written: 1,
      });
    expect(await takeCall(hash, limit, begin)).toBe(1);
  });
});
