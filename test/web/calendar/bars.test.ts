/* Where the bars of records are in a week. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitBars, type PlacedRecord, placeBars } from "#lib/web/browser/calendar/bars";

const week = { from: 100, to: 106 };
const records = fc
  .array(fc.tuple(fc.integer({ min: 90, max: 115 }), fc.nat(12)), { maxLength: 20 })
  .map((spans) =>
    spans.map(
      ([from, length], i): PlacedRecord => ({
        id: `rec${i}`,
        days: { from, to: from + length },
        order: String(i).padStart(3, "0"),
      }),
    ),
  );

test("each record of the week has one bar in it, on its days, and no bar lies over another", () => {
  fc.assert(
    fc.property(records, (all) => {
      const bars = placeBars(all, week);
      const taken = new Set<string>();
      for (const { id, day, span, lane, isBegin, isEnd } of bars) {
        const { days } = all.find((each) => each.id === id) ?? { days: { from: 0, to: 0 } };
        expect([day, day + span - 1]).toEqual([Math.max(days.from, 100), Math.min(days.to, 106)]);
        expect([isBegin, isEnd]).toEqual([days.from >= 100, days.to <= 106]);
        for (let each = day; each < day + span; each++) {
          expect(taken.has(`${each} ${lane}`)).toBe(false);
          taken.add(`${each} ${lane}`);
        }
      }
      const wanted = all.filter(({ days }) => days.to >= 100 && days.from <= 106).map(({ id }) => id);
      expect(bars.map(({ id }) => id).sort()).toEqual(wanted.sort());
    }),
  );
});

test("a lane is left free only if a longer bar needs it: there are no more lanes than records of one day", () => {
  fc.assert(
    fc.property(records, (all) => {
      const bars = placeBars(all, week);
      const most = Math.max(
        0,
        ...Array.from({ length: 7 }, (_, i) => 100 + i).map(
          (day) => bars.filter((bar) => bar.day <= day && bar.day + bar.span > day).length,
        ),
      );
      expect(Math.max(0, ...bars.map(({ lane }) => lane + 1))).toBe(most);
    }),
  );
});

test("what does not fit is counted on each of its days, also what the server did not name", () => {
  const placed = (id: string, from: number, to: number) => ({ id, days: { from, to }, order: id });
  const bars = placeBars([placed("a", 100, 102), placed("b", 100, 100), placed("c", 100, 101)], week);
  const counts = new Map([
    [100, 12],
    [101, 2],
    [102, 1],
  ]);
  const { shown, left } = fitBars(bars, { lanes: 2, countOf: (day) => counts.get(day) ?? 0 }, week);
  expect(shown.map(({ id }) => id)).toEqual(["a", "c"]);
  expect([...left]).toEqual([
    ...[
      [100, 10],
      [101, 0],
      [102, 0],
    ],
    ...[103, 104, 105, 106].map((day) => [day, 0]),
  ]);
});
