/* Where cards are, and where keys lead between them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cardByKey, cardsInView, mostCards } from "#lib/web/browser/cards/places";

const places = fc.record({
  columns: fc.integer({ min: 1, max: 9 }),
  height: fc.integer({ min: 40, max: 900 }),
});
const seen = fc.record({ top: fc.nat(1e6), room: fc.integer({ min: 100, max: 3000 }) });

test("every card that can be seen is drawn, and never many more", () => {
  fc.assert(
    fc.property(places, fc.nat(5000), seen, (at, count, { top, room }) => {
      const [first, last] = cardsInView(at, count, { top, room });
      for (let index = 0; index < count; index++) {
        const begin = Math.floor(index / at.columns) * at.height;
        if (begin < top + room && begin + at.height > top)
          expect([index, index >= first && index <= last]).toEqual([index, true]);
      }
      expect(last).toBeLessThan(count);
      expect(last - first + 1).toBeLessThanOrEqual((Math.ceil(room / at.height) + 6) * at.columns);
    }),
    { numRuns: 30 },
  );
});

test("the last card that can be scrolled to is drawn by every browser", () => {
  fc.assert(
    fc.property(places, (at) => {
      const count = mostCards(at);
      expect((count / at.columns) * at.height).toBeLessThanOrEqual(15_000_000);
      expect(count).toBeGreaterThanOrEqual(16_000);
    }),
  );
});

test.each([
  ["ArrowRight", 4, 5],
  ["ArrowLeft", 4, 3],
  ["ArrowDown", 4, 7],
  ["ArrowUp", 4, 1],
  ["ArrowUp", 1, 0],
  // 10 cards by three: the last row has one
  ["ArrowDown", 7, 9],
  ["ArrowDown", 9, 9],
  ["PageDown", 0, 6],
  ["Home", 7, 0],
  ["End", 0, 9],
  ["x", 3, undefined],
  ["constructor", 3, undefined],
])("%s at card %i leads to %s", (key, index, next) => {
  expect(cardByKey(key, index, { count: 10, columns: 3, page: 2, isRightToLeft: false })).toBe(next);
});

test("from right to left the arrows lead the other way", () => {
  const at = { count: 10, columns: 3, page: 2, isRightToLeft: true };
  expect([cardByKey("ArrowRight", 4, at), cardByKey("ArrowLeft", 4, at)]).toEqual([3, 5]);
});
